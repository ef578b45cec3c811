import { setTimeout as sleep } from "node:timers/promises";
import type { AnvilClient } from "./client.ts";
import type { AnvilProcess } from "./process.ts";
import { openStateFile, writeStateFile } from "./state-file.ts";

interface KeepAliveOptions {
  statePath: string | null;
  /** So many of the newest blocks are loaded when it starts, of those that nothing happened in. */
  keptBlocks: number;
  /** After so many blocks it is started afresh. */
  renewAfterBlocks: number;
  /** Seconds between the blocks that it makes by itself; null where it makes none, and is never started afresh. */
  blockTimeSeconds: number | null;
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

/**
 * Runs anvil, saves its state as it goes, and starts it again from the last save when it ends unasked.
 *
 * anvil never forgets a block, and each state that it keeps has the hashes of all blocks since its start: after days that is gigabytes. So it is ended now and
 * then, and started from a state that has fewer of them. That takes some tenths of a second.
 */
export async function keepAlive(options: KeepAliveOptions): Promise<{ pid: () => number; stop: () => Promise<void> }> {
  const { statePath } = options;
  const stopping = new AbortController();
  const isStopping = () => stopping.signal.aborted;
  let anvil = await startFromState(options);
  const saving = statePath === null ? Promise.resolve() : saveRegularly(statePath);
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
  async function saveRegularly(path: string): Promise<void> {
    let saved: string | null = null;
    let pauseMs = saveIntervalMs;
    while (!isStopping()) {
      await sleep(pauseMs, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
      const begin = performance.now();
      const head = await options.client.getBlock({ blockTag: "latest" }).catch(() => null);
      if (isStopping() || head === null || head.hash === saved) continue;
      const isLong = head.number - anvil.loadedUpTo >= options.renewAfterBlocks;
      const isSaved = await (isLong ? renew(options, path, anvil) : save(options.client, path)).catch(() => false);
      if (isSaved) saved = head.hash;
      pauseMs = Math.max(saveIntervalMs, (performance.now() - begin) * saveShare);
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

/** An anvil that has been started with the blocks up to that one. */
interface LoadedAnvil extends AnvilProcess {
  loadedUpTo: bigint;
}

async function startFromState({ statePath, keptBlocks, start, client, prepare }: KeepAliveOptions): Promise<LoadedAnvil> {
  const state = statePath === null ? null : await openStateFile(statePath, keptBlocks);
  try {
    const anvil = await start(state?.unpacked ?? null);
    try {
      const loadedUpTo = await client.getBlockNumber();
      await prepare();
      return { ...anvil, loadedUpTo };
    } catch (error) {
      await anvil.stop();
      throw error;
    }
  } finally {
    await state?.remove();
  }
}

/**
 * Saves the chain and ends anvil, to be started from there. No block is made in between. While something waits for one, it is saved alone and goes on, and
 * so it is while somebody else makes the blocks, as the demo does.
 */
async function renew({ client, blockTimeSeconds }: KeepAliveOptions, statePath: string, anvil: AnvilProcess): Promise<true> {
  const interval = await client.request({ method: "anvil_getIntervalMining", params: [] });
  if (interval === null || interval !== blockTimeSeconds) return save(client, statePath);
  await client.setIntervalMining({ interval: 0 });
  const isIdle = await save(client, statePath)
    .then(() => client.getTxpoolStatus())
    .then(({ pending, queued }) => pending + queued === 0)
    .catch(() => false);
  await (isIdle ? anvil.stop() : client.setIntervalMining({ interval }));
  return true;
}

async function save(client: AnvilClient, statePath: string): Promise<true> {
  await writeStateFile(statePath, await client.request({ method: "anvil_dumpState", params: [false] }));
  return true;
}
