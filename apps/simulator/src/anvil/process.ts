import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { anvilPath } from "./binary.ts";

/** A running anvil. */
export interface AnvilProcess {
  pid: number;
  /** Resolves when it has ended, for whatever reason. */
  ended: Promise<void>;
  /** Ends it and waits until it is gone. Nothing is saved here. */
  stop(): Promise<void>;
}

/** Loading the state of a chain that has run for days takes a while. */
const startLimitMs = 30_000;
const stopLimitMs = 5_000;

/**
 * Starts anvil on a port of 127.0.0.1 and waits until it answers. It does not outlive this process, however this one ends.
 *
 * Rejects with anvil's own words when it cannot start, for instance because the port is taken.
 */
export async function startAnvil(port: number, options: string[]): Promise<AnvilProcess> {
  await requireFreePort(port);
  const args = ["--host", "127.0.0.1", "--port", String(port), "--quiet", ...options];
  // In a group of its own: Ctrl-C in a terminal reaches this process alone, which saves the chain before it ends anvil.
  const anvil = spawn(anvilPath(), args, { detached: true, stdio: ["ignore", "ignore", "pipe"], windowsHide: true });
  const errors = collectErrors(anvil);
  const ended = new Promise<void>((resolve) => {
    anvil.once("exit", () => resolve());
    anvil.once("error", () => resolve());
  });
  const { pid } = anvil;
  if (pid === undefined) throw new Error("anvil could not be started.");
  const guard = guardAgainstOrphan(pid, ended);
  anvil.unref();
  try {
    await answering(port, ended, errors);
  } catch (error) {
    anvil.kill("SIGKILL");
    throw error;
  }
  return { pid, ended: Promise.all([ended, guard]).then(() => undefined), stop: () => stop(anvil, ended) };
}

/** Asked before, since a chain that is there already would answer in place of the one that could not start. */
async function requireFreePort(port: number): Promise<void> {
  const probe = createServer();
  try {
    probe.listen(port, "127.0.0.1");
    await once(probe, "listening");
  } catch (cause) {
    throw new Error(`The local chain could not start on port ${port}: another program uses it.`, { cause });
  }
  probe.close();
  await once(probe, "close");
}

/** Resolves when the guard, too, is gone; it is ended first, for the pid may soon belong to another process. */
function guardAgainstOrphan(pid: number, ended: Promise<void>): Promise<void> {
  const script = join(import.meta.dirname, "kill-when-orphaned.ts");
  const guard = spawn(process.execPath, [script, String(pid)], { detached: true, stdio: ["pipe", "ignore", "ignore"], windowsHide: true });
  const gone = once(guard, "exit").then(() => undefined);
  guard.unref();
  void ended.then(() => guard.kill("SIGKILL"));
  return gone;
}

function collectErrors(anvil: ChildProcess): () => string {
  let text = "";
  anvil.stderr?.on("data", (chunk: Buffer) => {
    text = (text + chunk.toString()).slice(-2_000);
  });
  anvil.once("error", (error) => {
    text += error.message;
  });
  return () => text.trim();
}

async function answering(port: number, ended: Promise<void>, errors: () => string): Promise<void> {
  let hasEnded = false;
  void ended.then(() => {
    hasEnded = true;
  });
  const until = Date.now() + startLimitMs;
  while (Date.now() < until) {
    if (hasEnded) throw new Error(`The local chain could not start on port ${port}: ${errors() || "anvil ended"}`);
    if ((await answers(port)) && !hasEnded) return;
    await sleep(20);
  }
  throw new Error(`The local chain did not answer on port ${port} within ${startLimitMs / 1000} seconds.`);
}

async function answers(port: number): Promise<boolean> {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "eth_chainId", params: [] });
  const headers = { "content-type": "application/json" };
  return fetch(`http://127.0.0.1:${port}`, { method: "POST", headers, body }).then(
    (response) => response.ok,
    () => false,
  );
}

async function stop(anvil: ChildProcess, ended: Promise<void>): Promise<void> {
  anvil.kill("SIGTERM");
  const force = setTimeout(() => anvil.kill("SIGKILL"), stopLimitMs);
  await ended;
  clearTimeout(force);
}
