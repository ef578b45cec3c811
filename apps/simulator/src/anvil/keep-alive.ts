import { setTimeout as sleep } from "node:timers/promises";
import type { AnvilClient } from "./client.ts";
import type { AnvilProcess } from "./process.ts";
import { openStateFile, writeStateFile } from "./state-file.ts";

interface KeepAliveOptions {
  statePath: string | null;
  start: (loadState: string | null) => Promise<AnvilProcess>;
  client: AnvilClient;
  /** Runs after each start, before anybody else is served. */
  prepare: () => Promise<void>;
}

/** The least time between two saves; a chain with many blocks takes longer to save and is saved less often. */
const saveIntervalMs = 1_000;
/** Saving takes a twentieth of the time at most. */
const saveShare = 20;

/** Before another try, when it could not be started again. */
const restartPauseMs = 500;

/** Runs anvil, saves its state as it goes, and starts it again from the last save when it ends unasked. */
export async function keepAlive(options: KeepAliveOptions): Promise<{ pid: () => number; stop: () => Promise<void> }> {
  const { statePath } = options;
  const stopping = new AbortController();
  const isStopping = () => stopping.signal.aborted;
  let anvil = await startFromState(options);
  const saving = statePath === null ? Promise.resolve() : saveRegularly(options.client, statePath, stopping.signal);
  const watching = statePath === null ? Promise.resolve() : watch();

  async function watch(): Promise<void> {
    while (!isStopping()) {
      await anvil.ended;
      if (isStopping()) return;
      const next = await startFromState(options).catch(() => null);
      anvil = next ?? anvil;
      if (isStopping()) await anvil.stop();
      else if (next === null) await sleep(restartPauseMs, undefined, { ref: false });
    }
  }
  async function stop(): Promise<void> {
    stopping.abort();
    await saving;
    if (statePath !== null) await save(options.client, statePath).catch(() => undefined); // the last save is still there
    await anvil.stop();
    await Promise.all([anvil.ended, watching]);
  }
  return { pid: () => anvil.pid, stop };
}

async function startFromState({ statePath, start, prepare }: KeepAliveOptions): Promise<AnvilProcess> {
  const state = statePath === null ? null : await openStateFile(statePath);
  try {
    const anvil = await start(state?.unpacked ?? null);
    return await prepare().then(
      () => anvil,
      async (error: unknown) => {
        await anvil.stop();
        throw error;
      },
    );
  } finally {
    await state?.remove();
  }
}

async function saveRegularly(client: AnvilClient, statePath: string, signal: AbortSignal): Promise<void> {
  const isOver = () => signal.aborted;
  let saved: string | null = null;
  let pauseMs = saveIntervalMs;
  while (!isOver()) {
    await sleep(pauseMs, undefined, { signal, ref: false }).catch(() => undefined);
    const begin = performance.now();
    const head = await client.getBlock({ blockTag: "latest" }).catch(() => null);
    if (isOver() || head === null || head.hash === saved) continue;
    if (await save(client, statePath).catch(() => false)) saved = head.hash;
    pauseMs = Math.max(saveIntervalMs, (performance.now() - begin) * saveShare);
  }
}

async function save(client: AnvilClient, statePath: string): Promise<true> {
  await writeStateFile(statePath, await client.request({ method: "anvil_dumpState", params: [false] }));
  return true;
}
