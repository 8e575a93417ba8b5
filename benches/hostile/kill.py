#!/usr/bin/env python3
"""Kills the process that reads files at random moments of a build, and looks whether every file is accounted for.

    kill.py GLEANER TIMES [SEED]

Each time a reader of the build is killed (SIGKILL) after up to a second: the build must end with code 0, and the files that
were read and those named as skipped must be all there are. Prints how many kills struck a reader at work.
"""
import json, os, random, signal, subprocess, sys, tempfile, time

WORDS = "The pier at Kelpmouth leans since the spring and nobody has mended it yet. "
FILES = 60


def readers(pid):
    found = []
    try:
        for task in os.listdir("/proc/%d/task" % pid):
            for child in open("/proc/%d/task/%s/children" % (pid, task)).read().split():
                if b"--read-files" in open("/proc/%s/cmdline" % child, "rb").read():
                    found.append(int(child))
    except OSError:
        pass
    return found


def main():
    gleaner, times = sys.argv[1], int(sys.argv[2])
    rng = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 1)
    struck = named = wrong = 0
    with tempfile.TemporaryDirectory() as scratch:
        folder = os.path.join(scratch, "files")
        os.makedirs(folder)
        for number in range(FILES):
            with open(os.path.join(folder, "%d.html" % number), "w") as file:
                file.write("<title>Page %d</title>" % number + "".join("<p id='%d-%d'>%s" % (number, n, WORDS) for n in range(400)))
        env = dict(os.environ, XDG_DATA_HOME=scratch, XDG_CONFIG_HOME=scratch)
        for at in range(times):
            index = os.path.join(scratch, "%d.gleaner" % at)
            process = subprocess.Popen([gleaner, "index", folder, "--index", index, "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=env)
            until, kills = time.time() + rng.random(), 0
            while process.poll() is None and not kills:
                found = readers(process.pid)
                if found and time.time() >= until - 0.9:
                    time.sleep(rng.random() * 0.05)
                    try:
                        os.kill(rng.choice(found), signal.SIGKILL)
                        kills = 1
                    except ProcessLookupError:
                        pass
                time.sleep(0.001)
            out, err = process.communicate()
            struck += kills
            if process.returncode != 0:
                wrong += 1
                print("exit", process.returncode, err[-300:])
                continue
            made = json.loads(out)
            named += len(made["skipped"])
            reasons = {one["reason"] for one in made["skipped"]}
            if made["documents"] + len(made["skipped"]) != FILES or any("signal 9" not in reason for reason in reasons):
                wrong += 1
                print("accounts for", made["documents"], "+", len(made["skipped"]), reasons)
            os.remove(index)
    print("%d builds, %d readers killed, %d files named for it, %d builds wrong" % (times, struck, named, wrong))


main()
