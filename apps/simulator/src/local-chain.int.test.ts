import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createChainReader } from "@hearth/chain/chain-reader";
import { networks } from "@hearth/chain/networks";
import { freePort } from "@hearth/processes/free-port";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { demoAccounts } from "./demo-accounts.ts";
import { type LocalChain, startLocalChain } from "./local-chain.ts";

const { spare } = demoAccounts;
let folder: string;
let chain: LocalChain | null = null;

const started = async (options: Parameters<typeof startLocalChain>[0]) => (chain = await startLocalChain(options));
const isRunning = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "hearth-chain-"));
});
afterEach(async () => {
  await chain?.stop();
  chain = null;
  await rm(folder, { recursive: true, force: true });
});

test("a new chain has USDC at its address, and faucets for USDC and gas", async () => {
  const { rpcUrl, mintUsdc, fundGas } = await started({ manual: true });
  const reader = createChainReader({ network: networks.local, rpcUrl });
  await mintUsdc(spare.address, 1_450_000_000n);
  await fundGas(spare.address, 7n);
  expect(await reader.balanceOf(spare.address)).toBe(1_450_000_000n);
  expect(await reader.nativeBalanceOf(spare.address)).toBe(7n);
});

test("serves many faucet requests at once", async () => {
  const { mintUsdc, usdcBalance } = await started({ manual: true });
  await Promise.all(Array.from({ length: 25 }, () => mintUsdc(spare.address, 1_000_000n)));
  expect(await usdcBalance(spare.address)).toBe(25_000_000n);
});

test("a restarted chain continues at its last block, with the current time", async () => {
  const statePath = join(folder, "state.gz");
  const first = await started({ manual: true, statePath });
  const mint = await first.mintUsdc(spare.address, 5_000_000n);
  await first.mine(10);
  const height = await first.head();
  await first.stop();
  const second = await started({ manual: true, statePath });
  const reader = createChainReader({ network: networks.local, rpcUrl: second.rpcUrl });
  expect(await second.head()).toBe(height);
  expect(await reader.transfersInTx(mint)).toMatchObject([{ to: spare.address, usdcUnits: 5_000_000n }]);
  expect(await second.usdcBalance(spare.address)).toBe(5_000_000n);
  await second.mine();
  const { time } = await reader.head();
  expect(Math.abs(time.getTime() - Date.now())).toBeLessThan(30_000);
});

test("a killed chain restarts from its last save", async () => {
  const statePath = join(folder, "state.gz");
  const { mintUsdc, usdcBalance, pid: killed, port } = await started({ manual: true, statePath });
  await mintUsdc(spare.address, 5_000_000n);
  const before = await readFile(statePath).catch(() => null);
  await vi.waitFor(async () => expect(await readFile(statePath)).not.toEqual(before), { timeout: 120_000 });
  process.kill(killed, "SIGKILL");
  await vi.waitFor(() => expect(chain?.pid).not.toBe(killed), { timeout: 120_000 });
  expect(await usdcBalance(spare.address)).toBe(5_000_000n);
  expect(chain?.port).toBe(port);
});

test("empty blocks move to the archive, and blocks with transactions stay", async () => {
  const statePath = join(folder, "state.gz");
  const first = await started({ manual: true, statePath });
  const mint = await first.mintUsdc(spare.address, 5_000_000n);
  await first.mine(30);
  const before = await createChainReader({ network: networks.local, rpcUrl: first.rpcUrl }).block(7n);
  await first.stop();
  const second = await started({ manual: true, statePath, keptBlocks: 10 });
  const reader = createChainReader({ network: networks.local, rpcUrl: second.rpcUrl });
  expect(await reader.block(7n)).toBeNull();
  expect(await second.archivedBlock(7n)).toMatchObject({ hash: before?.hash, timestamp: BigInt(Number(before?.time) / 1000) });
  expect((await second.archivedBlock(8n))?.parentHash).toBe(before?.hash);
  expect(await second.archivedBlock(1n)).toBeNull();
  expect(await second.archivedBlock(40n)).toBeNull();
  expect(await reader.transfersInTx(mint)).toMatchObject([{ to: spare.address, usdcUnits: 5_000_000n }]);
});

test("a long-running chain is restarted without losing anything", async () => {
  const options = { statePath: join(folder, "state.gz"), blockTimeSeconds: 1, keptBlocks: 50, renewAfterBlocks: 70 };
  const { rpcUrl, mintUsdc, mine, usdcBalance, head, pid: before } = await started(options);
  const reader = createChainReader({ network: networks.local, rpcUrl });
  const mint = await mintUsdc(spare.address, 5_000_000n);
  await vi.waitFor(() => readFile(options.statePath), { timeout: 120_000 });
  await mine(80);
  // Of the empty blocks the newest 50 stay, so this one does although more are mined until the restart.
  const newest = await reader.head();
  await vi.waitFor(() => expect(chain?.pid).not.toBe(before), { timeout: 120_000 });
  expect(await reader.block(newest.number)).toMatchObject({ hash: newest.hash });
  expect(await reader.block(newest.number - 55n)).toBeNull();
  expect(await usdcBalance(spare.address)).toBe(5_000_000n);
  expect(await reader.transfersInTx(mint)).toHaveLength(1);
  await vi.waitFor(async () => expect(await head()).toBeGreaterThan(newest.number), { timeout: 120_000 });
});

test("an unreadable state is reported, with advice", async () => {
  const statePath = join(folder, "state.gz");
  await writeFile(statePath, "no state");
  await expect(startLocalChain({ manual: true, statePath })).rejects.toThrow(/Delete the file to begin with an empty chain/);
});

test("a taken port is reported", async () => {
  const { port } = await started({ manual: true });
  await expect(startLocalChain({ manual: true, port })).rejects.toThrow(new RegExp(`could not start on port ${port}`));
});

test("stopping leaves no anvil process behind", async () => {
  const { pid } = await started({ manual: true });
  await chain?.stop();
  expect(isRunning(pid)).toBe(false);
});

test("anvil does not outlive a program that is killed", async () => {
  const port = await freePort();
  const program = `import { startLocalChain } from ${JSON.stringify(import.meta.resolve("./local-chain.ts"))};
    const chain = await startLocalChain({ port: ${port}, manual: true });
    process.stdout.write(String(chain.pid));
    setInterval(() => {}, 1000);`;
  const starter = spawn(process.execPath, ["--input-type=module", "-e", program], { stdio: ["ignore", "pipe", "inherit"] });
  const [printed] = await once(starter.stdout, "data");
  const pid = Number(printed);
  expect(isRunning(pid)).toBe(true);
  starter.kill("SIGKILL");
  await vi.waitFor(() => expect(isRunning(pid)).toBe(false), { timeout: 120_000 });
});

test("a reorganisation keeps the height, replaces the blocks, and moves kept transactions to the newest one", async () => {
  const { mintUsdc, mine, reorg, rawTransactions, head, rpcUrl } = await started({ manual: true });
  const reader = createChainReader({ network: networks.local, rpcUrl });
  await mine(5);
  const mintHash = await mintUsdc(spare.address, 1_000_000n);
  const [raw] = await rawTransactions(1);
  const lost = await mintUsdc(spare.address, 2_000_000n);
  await mine(2);
  const height = await head();
  const [before] = await reader.transfersInTx(mintHash);
  await reorg(4, raw === undefined ? [] : [raw]);
  const [after] = await reader.transfersInTx(mintHash);
  expect(await head()).toBe(height);
  expect(after?.blockNumber).toBe(height);
  expect(after?.blockHash).not.toBe(before?.blockHash);
  expect(after?.blockTime.getTime()).toBeGreaterThanOrEqual(before?.blockTime.getTime() ?? Number.NaN);
  expect(await reader.transfersInTx(lost)).toEqual([]);
  await expect(reorg(1_000)).rejects.toThrow(RangeError);
});

test("blocks are mined at an interval", async () => {
  const { head } = await started({ blockTimeSeconds: 1 });
  await vi.waitFor(async () => expect(await head()).toBeGreaterThanOrEqual(2n), { timeout: 120_000 });
});
