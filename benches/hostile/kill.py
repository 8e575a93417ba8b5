#!/usr/bin/env python3
"""Kills a build at random moments, and looks whether anything is lost.

    kill.py GLEANER readers TIMES [SEED]   the process that reads files: the build must end with code 0, and the files that
                                           were read and those named as skipped must be all there are
    kill.py GLEANER indexer TIMES [SEED]   the program itself, once to three times in a build: the next run must end with
                                           code 0, and the index be that of a build that nobody killed, table by table

Prints how many kills struck something at work.
"""
import hashlib, json, os, random, signal, sqlite3, subprocess, sys, tempfile, time

WORDS = "The pier at Kelpmouth leans since the spring and nobody has mended it yet. "
FILES = 60
# What tells when a build was made and how long that took, and how the words of full text lie in their segments.
APART = ("meta", "stages", "ledger")
SEGMENTS = ("_data", "_idx", "_config", "_docsize")


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


def tables(index):
    """A sum for each table, and for what full text finds."""
    with sqlite3.connect("file:%s?mode=ro" % index, uri=True) as file:
        file.text_factory = bytes
        found = {}
        rows = list(file.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'table'"))
        for name, sql in rows:
            name = name.decode()
            if name in APART or name.endswith(SEGMENTS):
                continue
            if sql.startswith(b"CREATE VIRTUAL"):
                file.execute("CREATE VIRTUAL TABLE temp.words_%s USING fts5vocab(main, %s, 'row')" % (name, name))
                name = "words_" + name
            sums = hashlib.sha256()
            for row in file.execute('SELECT * FROM "%s"' % name):
                sums.update(repr(row).encode())
            found[name] = sums.hexdigest()
        return found


def harbour(folder):
    """Pages with people, places and days, a few of them long."""
    rng = random.Random(7)
    people, places = ["Ada Quill", "Béla Orme", "Ivo Tamsin", "Mara Lint", "Sten Harrow"], ["Kelpmouth", "Brackwater", "the Tamsin Foundry", "Orme Ironworks"]
    for number in range(FILES * 5):
        with open(os.path.join(folder, "%d.txt" % number), "w") as file:
            for line in range(rng.choice([20, 40, 200])):
                who, other, where = rng.choice(people), rng.choice(people), rng.choice(places)
                file.write("In %d %s met %s at %s about bridge number %d. %s\n\n" % (1900 + number % 90, who, other, where, line, WORDS))


def indexer(gleaner, times, rng, scratch, env):
    folder = os.path.join(scratch, "files")
    os.makedirs(folder)
    harbour(folder)
    command = lambda index: [gleaner, "index", folder, "--index", index, "--json"]
    whole, begun = os.path.join(scratch, "whole.gleaner"), time.time()
    subprocess.run(command(whole), check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=env)
    took, wanted, struck, wrong = time.time() - begun, tables(whole), 0, 0
    for at in range(times):
        index = os.path.join(scratch, "%d.gleaner" % at)
        for _ in range(rng.randint(1, 3)):
            process = subprocess.Popen(command(index), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=env)
            time.sleep(rng.random() * took)
            struck += process.poll() is None
            process.kill()
            process.wait()
        last = subprocess.run(command(index), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=env)
        differ = [last.stderr[-300:]] if last.returncode else sorted(name for name, sum in tables(index).items() if wanted.get(name) != sum)
        left = [name for name in os.listdir(scratch) if name.startswith("%d.gleaner." % at)]
        if differ or left:
            wrong += 1
            print("after kills:", differ, left)
        os.path.exists(index) and os.remove(index)
    print("%d builds of %.1f s, %d kills that struck, %d tables held against those of a whole build, %d builds wrong" % (times, took, struck, len(wanted), wrong))


def kill_readers(gleaner, times, rng, scratch, env):
    struck = named = wrong = 0
    folder = os.path.join(scratch, "files")
    os.makedirs(folder)
    for number in range(FILES):
        with open(os.path.join(folder, "%d.html" % number), "w") as file:
            file.write("<title>Page %d</title>" % number + "".join("<p id='%d-%d'>%s" % (number, n, WORDS) for n in range(400)))
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


def main():
    gleaner, what, times = sys.argv[1], sys.argv[2], int(sys.argv[3])
    rng = random.Random(int(sys.argv[4]) if len(sys.argv) > 4 else 1)
    with tempfile.TemporaryDirectory() as scratch:
        env = dict(os.environ, XDG_DATA_HOME=scratch, XDG_CONFIG_HOME=scratch)
        {"readers": kill_readers, "indexer": indexer}[what](gleaner, times, rng, scratch, env)


main()
