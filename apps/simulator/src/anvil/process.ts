import { once } from "node:events";
import { createServer } from "node:net";
import { type RunningProcess, startProcess } from "@hearth/processes/start-process";
import { answers, NotReady, untilReady } from "@hearth/processes/until-ready";
import { anvilPath } from "./binary.ts";

export interface AnvilProcess {
  pid: number;
  /** Resolves when it has ended for any reason. */
  ended: Promise<void>;
  /** Ends it and waits until it is gone. Does not save the state. */
  stop(): Promise<void>;
}

/** Loading the state of a chain that has run for days takes a while. */
const startLimitMs = 120_000;
const stopLimitMs = 5_000;

/**
 * Starts anvil on a port of 127.0.0.1 and waits until it answers. It is killed if this process ends in any way.
 *
 * Rejects with anvil's own message if it cannot start, for example because the port is taken.
 */
export async function startAnvil(port: number, options: string[]): Promise<AnvilProcess> {
  await requireFreePort(port);
  const args = ["--host", "127.0.0.1", "--port", String(port), "--quiet", ...options];
  const anvil = await startProcess([anvilPath(), ...args], { lifeline: "guard", stopLimitMs });
  const { pid } = anvil;
  if (pid === undefined) throw new Error("anvil could not be started.");
  try {
    await untilReady(anvil, () => answersCalls(port), startLimitMs);
  } catch (error) {
    await anvil.kill();
    throw explain(error, port, anvil);
  }
  return { pid, ended: anvil.ended.then(() => undefined), stop: () => anvil.stop() };
}

/** Checks the port first. Otherwise a chain that already runs there would answer in place of the new one. */
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

function answersCalls(port: number): Promise<boolean> {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "eth_chainId", params: [] });
  return answers(`http://127.0.0.1:${port}`, { method: "POST", headers: { "content-type": "application/json" }, body });
}

function explain(error: unknown, port: number, anvil: RunningProcess): unknown {
  if (!(error instanceof NotReady)) return error;
  if (error.ending === undefined) return new Error(`The local chain did not answer on port ${port} within ${startLimitMs / 1000} seconds.`);
  return new Error(`The local chain could not start on port ${port}: ${anvil.output() || "anvil ended"}`);
}
