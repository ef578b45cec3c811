import { setTimeout as sleep } from "node:timers/promises";
import type { AnvilClient } from "./client.ts";
import type { AnvilProcess } from "./process.ts";
import { openStateFile, writeStateFile } from "./state-file.ts";

interface KeepAliveOptions {
  statePath: string | null;
  /** Number of the newest empty blocks to load at a start. */
  keptBlocks: number;
  /** Number of blocks after which anvil is restarted. */
  renewAfterBlocks: number;
  /** Seconds between blocks of interval mining. Null disables it, and with it the regular restarts. */
  blockTimeSeconds: number | null;
  start: (loadState: string | null) => Promise<AnvilProcess>;
  client: AnvilClient;
  /** Runs after each start, before the chain serves calls. */
  prepare: () => Promise<void>;
}

/** Minimum time between two saves. A long chain takes longer to save and is saved less often. */
const saveIntervalMs = 1_000;
/** Saving may take up to a twentieth of the time. */
const saveShare = 20;

/** Delay before retrying a failed restart. */
const restartPauseMs = 500;

/**
 * Runs anvil, saves its state regularly, and restarts it from the last save if it ends unexpectedly.
 *
 * anvil never drops a block, and each state it keeps contains the hashes of all blocks since its start. After days that takes gigabytes. So
 * anvil is regularly restarted from a state with fewer blocks, which takes some tenths of a second.
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

/** A running anvil, with the newest block that it loaded at its start. */
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
 * Saves the chain and ends anvil, so that it is restarted from there. No block is mined in between. Only saves, without ending it, while
 * transactions are pending or while somebody else controls the mining, as the demo does.
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
