#!/usr/bin/env python3
"""Indexes hostile files alone, each with its time and its memory, and says which break a rule.

    check.py GLEANER FOLDER [LIST OF NAMES...]

The process must live (exit 0, or 1 where the one file was skipped with its reason), within 60 s and 1 GB for each process
(the program, and the reader it starts), and the file must be accounted for.
"""
import json, os, subprocess, sys, tempfile, threading, time

TIME, MEMORY = 60.0, 1_000


def children_peak(pid, peak, stop):
    """The largest resident set of the program and of its readers, in MB."""
    while not stop.is_set():
        try:
            pids = [pid] + [int(p) for p in open("/proc/%d/task/%d/children" % (pid, pid)).read().split()]
            for task in os.listdir("/proc/%d/task" % pid):
                pids += [int(p) for p in open("/proc/%d/task/%s/children" % (pid, task)).read().split()]
            for number, one in enumerate(dict.fromkeys(pids)):
                for line in open("/proc/%d/status" % one):
                    if line.startswith("VmHWM"):
                        at = 0 if number == 0 else 1
                        peak[at] = max(peak[at], int(line.split()[1]) // 1024)
        except (OSError, ValueError):
            pass
        stop.wait(0.02)


def main():
    gleaner, folder = sys.argv[1], sys.argv[2]
    names = sys.argv[3:] or sorted(os.path.relpath(os.path.join(at, name), folder) for at, _, found in os.walk(folder) for name in found)
    broken, slowest, largest = 0, (0, ""), (0, "")
    for name in names:
        with tempfile.TemporaryDirectory() as scratch:
            command = [gleaner, "index", os.path.join(folder, name), "--index", os.path.join(scratch, "i.gleaner"), "--json", "--max-file-size", "1024"]
            env = dict(os.environ, XDG_DATA_HOME=scratch, XDG_CONFIG_HOME=scratch)
            begun = time.time()
            process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=env)
            peak, stop = [0, 0], threading.Event()
            watch = threading.Thread(target=children_peak, args=(process.pid, peak, stop))
            watch.start()
            out, err = process.communicate()
            stop.set()
            watch.join()
            took = time.time() - begun
            told = ""
            if process.returncode == 0:
                made = json.loads(out)
                told = "%d documents" % made["documents"] if made["documents"] else made["skipped"][0]["reason"]
            else:
                error = json.loads(err)["error"] if err.startswith(b"{") else {"hints": [err.decode(errors="replace")[:200]]}
                told = error["hints"][0] if error["hints"] else error.get("message", "")
            ok = process.returncode in (0, 1) and took <= TIME and max(peak) <= MEMORY and told
            broken += not ok
            slowest, largest = max(slowest, (took, name)), max(largest, (max(peak), name))
            print("%-4s %6.1f s %5d MB %5d MB  rc %s  %-36s %s" % ("ok" if ok else "BAD", took, peak[0], peak[1], process.returncode, name, told[:110]), flush=True)
    print("%d files, %d broken; slowest %.1f s %s; largest %d MB %s" % (len(names), broken, *slowest, *largest))


main()
