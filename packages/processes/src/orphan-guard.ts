import { join } from "node:path";
import { execa } from "execa";

let guard: ReturnType<typeof startGuard> | undefined;

/**
 * Kills a program when this process dies in any way, even by SIGKILL. For programs that cannot watch for that themselves.
 *
 * One guard process serves all of them. Call the returned function as soon as the program has ended, because its pid may be reused.
 */
export function guardAgainstOrphaning(pid: number): () => void {
  guard ??= startGuard();
  const { stdin } = guard;
  stdin.write(`+${pid}\n`);
  return () => void stdin.write(`-${pid}\n`);
}

/** Starts the guard in its own process group, so that Ctrl-C in the terminal does not end it. It does not keep this process alive. */
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
