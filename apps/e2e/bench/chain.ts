import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { demoAccounts } from "@hearth/simulator/demo-accounts";
import { startLocalChain } from "@hearth/simulator/local-chain";
import { rssOf } from "./measure/process-use.ts";
import { table } from "./report/tables.ts";

/**
 * Measures the local chain of `npm start` over days of blocks, mined at full speed with a transfer every 750 blocks. Prints for each day
 * the memory and disk use at its end, the highest memory use, and the longest time without an answer. `npm run bench -- chain --days 7`
 */
const { values } = parseArgs({ options: { days: { type: "string", default: "7" } } });
const days = Number(values.days);
const blocksADay = 43_200;
/** The chain restarts after this many blocks. */
const blocksAtOnce = 750;
const lookMs = 100;

const folder = await mkdtemp(join(tmpdir(), "hearth-chain-"));
const statePath = join(folder, "state.gz");
const timestamp = new Date(Date.now() - (days + 1) * 86_400_000);
const chain = await startLocalChain({ statePath, timestamp });
const watched = { isOver: false, mostMb: 0, longestMs: 0, pids: new Set<number>() };
const watching = watch();
try {
  const rows: string[][] = [];
  for (let day = 1; day <= days; day++) {
    while ((await head()) < BigInt(day * blocksADay)) {
      const { pid } = chain;
      await again(() => chain.mintUsdc(demoAccounts.spare.address, 1_000_000n));
      await again(() => chain.mine(blocksAtOnce));
      while (chain.pid === pid) await sleep(lookMs);
    }
    const sizes = await Promise.all([statePath, join(folder, "blocks.bin")].map(megabytes));
    const most = `${watched.mostMb} MB`;
    rows.push([
      `${day}`,
      `${await head()}`,
      `${await rssOf(chain.pid)} MB`,
      most,
      ...sizes,
      `${watched.pids.size}`,
      `${watched.longestMs} ms`,
    ]);
    process.stderr.write(`day ${day} of ${days}: ${rows.at(-1)?.join(", ")}\n`);
    watched.mostMb = 0;
  }
  const headings = ["day", "blocks", "memory", "at most", "state on disk", "archive", "starts", "longest time without an answer"];
  process.stdout.write(`${table(headings, rows)}\n`);
} finally {
  watched.isOver = true;
  await watching;
  await chain.stop();
  await rm(folder, { recursive: true, force: true });
}

/** Retries while the chain restarts and does not answer. */
async function again<Result>(ask: () => Promise<Result>): Promise<Result> {
  for (;;) {
    const answer = await ask().then(
      (result) => ({ result }),
      () => null,
    );
    if (answer !== null) return answer.result;
    await sleep(lookMs);
  }
}

function head(): Promise<bigint> {
  return again(() => chain.head());
}

/** Polls the memory use and whether the chain answers, without retries. */
async function watch(): Promise<void> {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "eth_chainId", params: [] });
  const isThere = () => fetch(chain.rpcUrl, { method: "POST", headers: { "content-type": "application/json" }, body }).then(({ ok }) => ok);
  let answered = performance.now();
  while (!watched.isOver) {
    if (await isThere().catch(() => false)) {
      watched.longestMs = Math.max(watched.longestMs, Math.round(performance.now() - answered));
      answered = performance.now();
    }
    watched.pids.add(chain.pid);
    watched.mostMb = Math.max(watched.mostMb, await rssOf(chain.pid).catch(() => 0));
    await sleep(lookMs);
  }
}

async function megabytes(path: string): Promise<string> {
  const { size } = await stat(path).catch(() => ({ size: 0 }));
  return `${(size / 1_048_576).toFixed(1)} MB`;
}
