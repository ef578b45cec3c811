import { ChainUnavailable, ChainUnsure } from "@hearth/chain/chain-errors";
import { type ChainReader, createChainReader, type TransferClaim } from "@hearth/chain/chain-reader";
import { networks } from "@hearth/chain/networks";
import type { ObservedTransfer } from "@hearth/chain/observed-transfer";
import { createQuorumReader } from "@hearth/chain/quorum-reader";
import { sendUsdc } from "@hearth/simulator/chain-helpers";
import { demoAccounts } from "@hearth/simulator/demo-accounts";
import { type LocalChain, startLocalChain } from "@hearth/simulator/local-chain";
import { type Hex, numberToHex } from "viem";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createRandom } from "@hearth/db/testing/random";
import { type LyingNode, startLyingNode } from "./lying-node.ts";
import { faultKinds } from "./node-faults.ts";
import { eventually } from "./server-process.ts";

/** The number of random seeds for each fault, twenty in a long run. */
const seeds = Number(process.env["FAULT_SEEDS"] ?? 1);

const network = networks.local;
const { spare } = demoAccounts;
const [landlord] = demoAccounts.merchants;
const depth = { kind: "depth", blocks: 2 } as const;
const nobody = { to: landlord.address, usdcUnits: 77_000_000n, binding: `0x${"c0".repeat(32)}` } as const;

let chain: LocalChain;
let truth: ChainReader;
let nodes: [LyingNode, LyingNode];
let quorum: ChainReader;
let paid = 0;

const readerOf = (rpcUrl: string) => createChainReader({ network, rpcUrl, timeoutMs: 4_000 });
const quorumOf = (...urls: string[]) => createQuorumReader(urls.map(readerOf), { patienceMs: 400 });

beforeAll(async () => {
  chain = await startLocalChain({ manual: true });
  nodes = await Promise.all([startLyingNode(chain.rpcUrl), startLyingNode(chain.rpcUrl)]);
  truth = readerOf(chain.rpcUrl);
  quorum = quorumOf(nodes[0].url, nodes[1].url);
  await chain.mintUsdc(spare.address, 10_000_000_000n);
  await chain.mine(100);
});
afterEach(() => {
  for (const node of nodes) node.fault = null;
});
afterAll(async () => {
  await Promise.all(nodes.map((node) => node.close()));
  await chain.stop();
});

/** Pays with a binding in a block of its own, `above` blocks below the newest. */
async function pay(above = 2): Promise<Hex> {
  const binding = numberToHex(++paid, { size: 32 });
  const hash = await sendUsdc(chain.rpcUrl, spare.privateKey, { to: landlord.address, usdcUnits: BigInt(paid), binding });
  await chain.mine(1 + above);
  return hash;
}

const claimOf = ({ binding, ...transfer }: ObservedTransfer): TransferClaim => ({ ...transfer, binding: binding?.hash ?? null });
const sorted = (transfers: ObservedTransfer[]) => transfers.map((transfer) => JSON.stringify(transfer, asText)).toSorted();
const asText = (_name: string, value: unknown) => (typeof value === "bigint" ? String(value) : value);

/** Returns an answer, or undefined where the chain is unavailable. Any other failure fails the test. */
async function answerOrUndefined<T>(question: Promise<T>): Promise<T | undefined> {
  return question.catch((error: unknown) => {
    if (error instanceof ChainUnavailable) return undefined;
    throw error;
  });
}

/** Makes all queries of settlement, and compares each answer with the truth. Returns the found transfer, or undefined. */
async function expectTruth(from: bigint, hash: Hex) {
  const newest = (await truth.head()).number;
  const [head, safe, finalized] = await Promise.all([
    answerOrUndefined(quorum.head()),
    answerOrUndefined(quorum.block("safe")),
    answerOrUndefined(quorum.block("finalized")),
  ]);
  for (const block of [head, safe, finalized]) if (block) expect(block).toEqual(await truth.block(block.number));
  if (finalized) expect(finalized.number).toBeLessThanOrEqual((await truth.block("finalized"))?.number ?? -1n);
  if (safe) expect(safe.number).toBeLessThanOrEqual((await truth.block("safe"))?.number ?? -1n);
  const block = await answerOrUndefined(quorum.block(from));
  if (block) expect(block).toEqual(await truth.block(from));
  const read = head && head.number >= from ? await answerOrUndefined(quorum.transfersTo([landlord.address], from, head.number)) : undefined;
  if (head && read) expect(sorted(read)).toEqual(sorted(await truth.transfersTo([landlord.address], from, head.number)));
  const receipt = await answerOrUndefined(quorum.receipt(hash));
  if (receipt) expect(receipt).toEqual(await truth.receipt(hash));
  const state = await answerOrUndefined(quorum.authorizationState(spare.address, nobody.binding));
  expect(state ?? false).toBe(false);
  return { head: head?.number === newest ? head : undefined, block, read, receipt, state };
}

describe.each(faultKinds)("of two providers one that $name", ({ name, make }) => {
  it.each(Array.from({ length: seeds }, (_, seed) => seed))("is never believed, and counts once repaired (seed %i)", async (seed) => {
    const random = createRandom("quorum", name, seed);
    const from = (await truth.head()).number + 1n;
    const hash = await pay(random.between(0, 4));
    const [bad, good] = random.chance(0.5) ? nodes : [nodes[1], nodes[0]];
    expect(good.fault).toBeNull();
    bad.fault = make(random, nobody);
    for (let look = 0; look < 3; look++) {
      await expectTruth(from, hash);
      const invention = { ...claimOf(await onlyTransfer(hash)), ...nobody };
      expect((await answerOrUndefined(quorum.countConfirmingProviders(invention, depth))) ?? 0).toBeLessThanOrEqual(1);
      await chain.mine(1);
    }
    bad.fault = null;
    await eventually(
      async () =>
        [
          await expectTruth(from, hash),
          await answerOrUndefined(quorum.countConfirmingProviders(claimOf(await onlyTransfer(hash)), depth)),
        ] as const,
      ([found, vouchers]) => Object.values(found).every((answer) => answer !== undefined) && vouchers === 2,
    );
  });
});

async function onlyTransfer(hash: Hex): Promise<ObservedTransfer> {
  const [transfer] = await truth.transfersInTx(hash);
  if (transfer === undefined) throw new Error("The chain has lost a transfer");
  return transfer;
}

describe("two providers", () => {
  it("confirm only transfers that both have at the required depth", async () => {
    const claim = claimOf(await onlyTransfer(await pay(0)));
    expect(await quorum.countConfirmingProviders(claim, depth)).toBe(0);
    expect(await quorum.countConfirmingProviders(claim, { kind: "depth", blocks: 1 })).toBe(2);
    expect(await quorum.countConfirmingProviders(claim, { kind: "safe" })).toBe(0);
    await chain.mine(40);
    expect(await quorum.countConfirmingProviders(claim, { kind: "safe" })).toBe(2);
    for (const wrong of [{ usdcUnits: 1n }, { logIndex: 9 }, { binding: null }, { to: spare.address }, { blockHash: nobody.binding }])
      expect(await quorum.countConfirmingProviders({ ...claim, ...wrong }, depth)).toBe(0);
  });

  it("count as one while the other is away, which is enough to read but not for two confirmations", async () => {
    const from = (await truth.head()).number + 1n;
    const claim = claimOf(await onlyTransfer(await pay()));
    for (const node of nodes) {
      nodes.forEach((each) => (each.fault = each === node ? { hangUp: true } : null));
      const head = await quorum.head();
      expect(head).toEqual(await truth.head());
      expect(await quorum.transfersTo([landlord.address], from, head.number)).toHaveLength(1);
      expect(await quorum.countConfirmingProviders(claim, depth)).toBe(1);
    }
    for (const node of nodes) node.fault = { hangUp: true };
    await expect(quorum.head()).rejects.toThrow(ChainUnavailable);
  });

  it("that contradict each other are named by host, without their keys", async () => {
    const keyed = nodes.map(({ url }) => `${url.replace("//", "//user:secret@")}/?key=secret`);
    const reader = quorumOf(...keyed);
    const hosts = nodes.map(({ url }) => new URL(url).host);
    expect(reader.providers).toEqual(hosts);
    await reader.head().catch(() => {});
    nodes[0].fault = faultKinds.find(({ name }) => name === "tells other times")?.make(createRandom("times"), nobody) ?? null;
    const failure = await quorum.block(5n).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ChainUnsure);
    expect(String(failure)).toContain(hosts.join(" against "));
    expect(String(failure) + String(await reader.block(5n).catch((error: unknown) => error))).not.toContain("secret");
  });

  it("cost one request each for a poll without news: head, chain, tags and the last read block", async () => {
    const at = (await quorum.head()).number;
    for (const node of nodes) [node.requests] = [0, node.callsByMethod.clear()];
    await Promise.all([quorum.head(), quorum.block("finalized"), quorum.block(at)]);
    for (const { callsByMethod: asked, requests } of nodes) {
      expect(Object.fromEntries(asked)).toEqual({ eth_chainId: 1, eth_getBlockByNumber: 3 });
      expect(requests).toBe(1);
    }
  });

  it("continue with one after the other has stalled for a minute, and wait for it until then", async () => {
    let now = new Date();
    const reader = createQuorumReader(
      nodes.map(({ url }) => readerOf(url)),
      { now: () => now },
    );
    await chain.setNextBlockTime(now);
    await chain.mine(1);
    nodes[1].fault = faultKinds.find(({ name }) => name === "stands still")?.make(createRandom("still"), nobody) ?? null;
    const stood = await reader.head();
    now = new Date(now.getTime() + 50_000);
    await chain.setNextBlockTime(now);
    await chain.mine(1);
    expect(await reader.head()).toEqual(stood);
    now = new Date(now.getTime() + 20_000);
    await chain.setNextBlockTime(now);
    await chain.mine(1);
    expect(await reader.head()).toEqual(await truth.head());
  });

  it("do not include one that has begun to serve another chain", async () => {
    await quorum.head();
    nodes[0].fault = { answer: async ({ method }) => ({ result: method === "eth_chainId" ? "0x1" : null }) };
    expect(await quorum.head()).toEqual(await truth.head());
    expect(await readerOf(nodes[1].url).head()).toEqual(await truth.head());
  });
});

it("one reader alone is the quorum", () => {
  expect(createQuorumReader([truth])).toBe(truth);
  expect(() => createQuorumReader([])).toThrow(RangeError);
});
