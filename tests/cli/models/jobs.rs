//! Batch jobs: a build's calls at half the price, found again by the next run, and asked for directly where a job does
//! not answer them.

use super::*;
use crate::support::Jobs;

const JOBS: [&str; 8] =
    ["index", "letters", "--method", "standard", "--yes", "--batch-jobs", "--index", "letters.gleaner"];

fn stats(home: &Home, server: &Server) -> Value {
    run(home, server, &["stats", "--json", "--index", "letters.gleaner"], &[]).json()
}

/// Chat calls that were sent by themselves, but for finding out what the model can do.
fn direct(server: &Server) -> Vec<Call> {
    let is_probe = |call: &Call| call.prompt().contains("fresh snow");
    server.calls().into_iter().filter(|call| call.is_chat() && !is_probe(call)).collect()
}

#[test]
fn a_build_by_jobs_is_the_same_build_at_half_the_price() {
    let (plain, plainly) = (notes(14), Server::start(endpoint));
    let built = run(&plain, &plainly, &[&INDEX[..], &["--json"]].concat(), &MODELS);
    assert_eq!(built.code, Some(0), "{built}");
    let whole = built.json()["usage"]["cost_usd"].as_f64().unwrap();

    let jobs = Jobs::after(1);
    let (home, server) = (notes(14), Server::with_jobs(jobs.clone(), endpoint));
    let built = run(&home, &server, &[&JOBS[..], &["--json"]].concat(), &MODELS);
    assert_eq!(built.code, Some(0), "{built}");
    let half = built.json()["usage"]["cost_usd"].as_f64().unwrap();
    let (told, wanted) = (stats(&home, &server), stats(&plain, &plainly));
    for what in ["entities", "relationships", "communities", "reports"] {
        assert_eq!(told[what], wanted[what], "{what}: {told}");
    }
    assert_eq!(told["ledger"]["failed"], 0, "{told}");
    let (asked, most) = jobs.asked();
    assert!(jobs.made() >= 2 && asked >= 28 && most == 1, "{asked} calls in {} jobs", jobs.made());
    assert!(half < 0.75 * whole && half > 0.4 * whole, "{half} of {whole}");
    assert_eq!(jobs.files(), 0, "what was uploaded is removed");
    // What is left for direct calls are handfuls.
    assert!(direct(&server).len() < asked, "{}", direct(&server).len());

    let (made, total) = (jobs.made(), server.total());
    let again = run(&home, &server, &JOBS, &MODELS);
    assert!(again.err.contains("nothing changed"), "{again}");
    assert_eq!((jobs.made(), server.total()), (made, total));
    let dry = |more: &[&str]| {
        let dry = ["index", "letters", "--method", "standard", "--dry-run", "--json"];
        let dry = run(&home, &server, &[&dry[..], more].concat(), &MODELS).json();
        dry["estimate"]["stages"][0]["cost_usd"].as_f64().unwrap()
    };
    assert!((dry(&["--batch-jobs"]) - dry(&[]) / 2.0).abs() < 1e-9, "the estimate knows it");
}

#[cfg(unix)]
#[test]
fn a_job_goes_on_without_the_program_and_is_found_again() {
    for with in [&JOBS[..], &INDEX[..]] {
        let jobs = Jobs::after(usize::MAX);
        let (home, server) = (notes(14), Server::with_jobs(jobs.clone(), endpoint));
        let child = command(&home, &server, &JOBS, &MODELS).spawn().unwrap();
        while !server.calls().iter().any(|call| call.line.starts_with("GET /v1/batches/")) {
            std::thread::yield_now();
        }
        let sent = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
        assert!(sent.success());
        let stopped = home.finish(child);
        assert_eq!(stopped.code, Some(130), "{stopped}");
        assert!(stopped.err.contains("1 batch job goes on at the endpoint"), "{stopped}");
        assert_eq!(jobs.made(), 1);
        assert!(direct(&server).is_empty(), "nothing was asked directly meanwhile");

        // Without the setting too, what is under way is waited for, and nothing of it is asked again.
        jobs.take(0);
        let on = run(&home, &server, with, &MODELS);
        assert_eq!(on.code, Some(0), "{on}");
        let (asked, most) = jobs.asked();
        assert!(asked >= 14 && most == 1, "{asked}, {most}");
        let extracts = direct(&server).iter().filter(|call| call.prompt().starts_with("You read a passage of")).count();
        assert_eq!(extracts, 0, "they were in the job");
        assert_eq!(stats(&home, &server)["ledger"]["failed"], 0);
    }
}

#[test]
fn a_job_whose_number_was_never_heard_is_found_by_its_file() {
    let jobs = Jobs::after(0).forgetful();
    let (home, server) = (notes(14), Server::with_jobs(jobs.clone(), endpoint));
    let built = run(&home, &server, &JOBS, &MODELS);
    assert_eq!((built.code, jobs.asked().1), (Some(0), 1), "{built}");
    assert!(server.calls().iter().any(|call| call.line == "GET /v1/batches"));
}

#[test]
fn the_budget_holds_for_jobs() {
    let jobs = Jobs::after(0);
    let (home, server) = (notes(14), Server::with_jobs(jobs.clone(), endpoint));
    let capped = [&JOBS[..4], &["--batch-jobs", "--index", "letters.gleaner", "--budget", "0.000001"]].concat();
    let none = run(&home, &server, &capped, &MODELS);
    assert_eq!((none.code, jobs.made()), (Some(4), 0), "{none}");
    assert!(none.err.contains("the next call would exceed the budget"), "{none}");
    // What fits is sent, and the rest when that has landed.
    let capped = [&JOBS[..4], &["--batch-jobs", "--index", "letters.gleaner", "--budget", "0.03"]].concat();
    let some = run(&home, &server, &capped, &MODELS);
    assert_eq!(some.code, Some(4), "{some}");
    assert!(jobs.made() >= 1 && some.err.contains("every answer is kept"), "{some}");
    let on = run(&home, &server, &JOBS, &MODELS);
    assert_eq!((on.code, jobs.asked().1), (Some(0), 1), "{on}");
}

#[test]
fn what_a_job_leaves_unanswered_is_asked_for_directly() {
    let jobs = Jobs::after(0).expiring();
    let (home, server) = (notes(14), Server::with_jobs(jobs.clone(), endpoint));
    let built = run(&home, &server, &JOBS, &MODELS);
    assert_eq!(built.code, Some(0), "{built}");
    let extracts = direct(&server).iter().filter(|call| call.prompt().starts_with("You read a passage of")).count();
    assert_eq!(extracts, 7, "the half that ran out of time");
    assert_eq!(stats(&home, &server)["ledger"]["failed"], 0);

    // One that fails in the job fails directly too, and is set aside.
    let bad = |call: &Call| call.is_chat() && call.prompt().contains("Note number 0.");
    let refusing = move |call: &Call| match bad(call) {
        true => Reply::error(400, "I do not like this", None, None),
        false => endpoint(call),
    };
    let (home, server) = (notes(14), Server::with_jobs(Jobs::after(0), refusing));
    let built = run(&home, &server, &JOBS, &MODELS);
    assert!(built.code == Some(0) && built.err.contains("set aside"), "{built}");
}

#[test]
fn an_endpoint_without_jobs_and_a_job_that_is_not_done_are_told() {
    let without = |call: &Call| match call.line.contains("/files") {
        true => Reply::error(404, "Not Found", None, None),
        false => endpoint(call),
    };
    let (home, server) = (notes(14), Server::start(without));
    let none = run(&home, &server, &JOBS, &MODELS);
    assert_eq!(none.code, Some(4), "{none}");
    assert!(none.err.contains("takes no batch jobs") && none.err.contains("leave `--batch-jobs`"), "{none}");
    assert!(direct(&server).is_empty(), "nobody pays the full price without having said so");
    assert_eq!(run(&home, &server, &INDEX, &MODELS).code, Some(0), "without them it goes on");

    let (home, server) = (notes(14), Server::with_jobs(Jobs::after(0).failing(), endpoint));
    let failed = run(&home, &server, &JOBS, &MODELS);
    assert_eq!(failed.code, Some(4), "{failed}");
    assert!(failed.err.contains("completed nothing of a batch job: the queue is full"), "{failed}");
}

/// A build by jobs while the endpoint sends what cannot be read, and another when it does no more.
fn garbled(jobs: &Jobs, path: &'static str) -> Run {
    jobs.garble(Some(path));
    let (home, server) = (notes(14), Server::with_jobs(jobs.clone(), endpoint));
    let hasty = [&MODELS[..], &[("GLEANER_PATIENCE", "1")]].concat();
    let stopped = run(&home, &server, &JOBS, &hasty);
    let made = jobs.made();
    jobs.garble(None);
    let on = run(&home, &server, &JOBS, &MODELS);
    assert_eq!((made, on.code, jobs.asked().1), (1, Some(0), 1), "{on}");
    assert_eq!((stats(&home, &server)["ledger"]["failed"].as_u64(), jobs.files()), (Some(0), 0));
    stopped
}

#[test]
fn a_page_in_place_of_a_job_is_not_waited_for() {
    let stopped = garbled(&Jobs::after(0), "/batches/batch-2");
    assert_eq!(stopped.code, Some(4), "{stopped}");
    assert!(stopped.err.contains("Just a moment"), "{stopped}");
}

#[test]
fn a_list_of_jobs_that_cannot_be_read_makes_no_second_job() {
    let stopped = garbled(&Jobs::after(0).forgetful(), "/batches");
    assert_eq!(stopped.code, Some(4), "{stopped}");
}

#[test]
fn answers_that_lack_their_end_are_asked_for_again() {
    let stopped = garbled(&Jobs::after(0), "/content");
    assert_eq!(stopped.code, Some(4), "{stopped}");
}
