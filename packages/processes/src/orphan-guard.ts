import { join } from "node:path";
import { execa } from "execa";

let guard: ReturnType<typeof startGuard> | undefined;

/**
 * Has a program killed when this process is gone, however it went, even by SIGKILL; for programs that cannot watch for that themselves.
 *
 * One guard process serves all of them. What is answered takes the program off its list, and is called as soon as it has ended: its number may
 * soon belong to another one.
 */
export function guardAgainstOrphaning(pid: number): () => void {
  guard ??= startGuard();
  const { stdin } = guard;
  stdin.write(`+${pid}\n`);
  return () => void stdin.write(`-${pid}\n`);
}

/** In a group of its own, so that a Ctrl-C in the terminal leaves it to its work; it keeps nobody waiting. */
function startGuard() {
  const child = execa(process.execPath, [join(import.meta.dirname, "orphan-guard-main.ts")], {
    detached: true,
    cleanup: false,
    reject: false,
    buffer: false,
    stdin: "pipe",
    stdout: "ignore",
    stderr: "ignore",
  });
  child.nodeChildProcess.unref();
  child.stdin.on("error", () => undefined); // the guard was killed with everything else
  void child.then(() => (guard = undefined));
  return child;
}
