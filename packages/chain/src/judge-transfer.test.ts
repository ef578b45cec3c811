import fc from "fast-check";
import type { Address, Hex } from "viem";
import { describe, expect, test } from "vitest";
import { type ChainView, confirmationsOf, type ExpectedTransfer, judgeTransfer } from "./judge-transfer.ts";
import { networks } from "./networks.ts";
import type { ObservedTransfer } from "./observed-transfer.ts";

const usdc = networks.base.usdc.address;
const landlord: Address = "0x90F79bf6EB2c4f870365E785982E1f101E93b906";
const alice: Address = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const mallory: Address = "0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65";
const binding: Hex = `0x${"b1".repeat(32)}`;
const foreign: Hex = `0x${"f0".repeat(32)}`;
const blockHash: Hex = `0x${"0b".repeat(32)}`;
const otherHash: Hex = `0x${"0c".repeat(32)}`;

const observed: ObservedTransfer = {
  chainId: 8453,
  txHash: `0x${"77".repeat(32)}`,
  logIndex: 4,
  blockNumber: 100n,
  blockHash,
  blockTime: new Date("2026-11-20T10:00:05Z"),
  token: usdc,
  from: alice,
  to: landlord,
  usdcUnits: 500_000_000n,
  binding: { hash: binding, by: "authorization" },
};
const checkoutMade = new Date("2026-11-20T10:00:05.900Z");
const expected: ExpectedTransfer = {
  chainId: 8453,
  usdcAddress: usdc,
  payeeAddress: landlord,
  usdcUnits: 500_000_000n,
  notBefore: checkoutMade,
  binding,
  payerAddresses: [],
  amountCents: 50_000,
};
const chain: ChainView = { head: 104n, safe: 40n, canonicalHash: blockHash };
const large = { amountCents: 50_001, usdcUnits: 500_010_000n };

interface Change {
  observed?: Partial<ObservedTransfer>;
  expected?: Partial<ExpectedTransfer>;
  chain?: Partial<ChainView>;
}
const judge = (change: Change = {}) =>
  judgeTransfer({ ...observed, ...change.observed }, { ...expected, ...change.expected }, { ...chain, ...change.chain }, networks.base);
const byWallet: Change = { observed: { binding: null }, expected: { payerAddresses: [mallory, alice] } };

describe("settles", () => {
  test.each<[string, Change]>([
    ["the exact amount, bound by reference, five blocks deep", {}],
    ["a reference written in upper case", { expected: { binding: `0x${"B1".repeat(32)}` } }],
    ["a reference from a wallet that nobody has proved", { expected: { payerAddresses: [mallory] } }],
    ["no reference, but one of the payer's own wallets", byWallet],
    ["addresses in another case", { observed: { to: "0x90f79bf6eb2c4f870365e785982e1f101e93b906" } }],
    [
      "a block in the same second as the checkout",
      { ...byWallet, observed: { binding: null, blockTime: new Date("2026-11-20T10:00:05Z") } },
    ],
    ["a reference in a block that says it is older than the checkout", { observed: { blockTime: new Date("2026-11-20T09:00:00Z") } }],
    [
      "an older block if the time does not matter",
      { observed: { binding: null, blockTime: new Date("2026-11-20T09:00:00Z") }, expected: { payerAddresses: [alice], notBefore: null } },
    ],
    ["a large amount in the safe block", { observed: large, expected: large, chain: { head: 160n, safe: 100n } }],
    ["a small amount where the node knows no safe block", { chain: { safe: null } }],
  ])("%s", (_, change) => {
    expect(judge(change)).toEqual({ kind: "settled", over: false });
  });

  test("more than the amount when bound by reference, and reports the excess", () => {
    expect(judge({ observed: { usdcUnits: 500_000_001n } })).toEqual({ kind: "settled", over: true });
  });
});

describe("refuses", () => {
  test.each<[string, string, Change]>([
    ["another chain", "chain", { observed: { chainId: 84532 } }],
    ["another token", "token", { observed: { token: mallory } }],
    ["another payee", "payee", { observed: { to: mallory } }],
    ["the payee's own money, sent to itself", "self", { observed: { from: "0x90f79bf6eb2c4f870365e785982e1f101e93b906" } }],
    ["one unit too little", "short", { observed: { usdcUnits: 499_999_999n } }],
    ["nothing at all", "short", { observed: { usdcUnits: 0n } }],
    ["too little from the payer's wallet", "short", { ...byWallet, observed: { binding: null, usdcUnits: 1n } }],
    ["too much from the payer's wallet without a reference", "over", { ...byWallet, observed: { binding: null, usdcUnits: 500_000_001n } }],
    [
      "a block from before the checkout without a reference",
      "early",
      { ...byWallet, observed: { binding: null, blockTime: new Date("2026-11-20T10:00:04Z") } },
    ],
    ["neither reference nor wallet", "unbound", { observed: { binding: null } }],
    ["no reference and a stranger's wallet", "unbound", { observed: { binding: null }, expected: { payerAddresses: [mallory] } }],
    ["another checkout's reference", "unbound", { observed: { binding: { hash: foreign, by: "calldata" } } }],
    [
      "another checkout's reference from the payer's own wallet",
      "unbound",
      { observed: { binding: { hash: foreign, by: "authorization" } }, expected: { payerAddresses: [alice] } },
    ],
  ])("%s: %s", (_, reason, change) => {
    expect(judge(change)).toEqual({ kind: "mismatch", reason });
  });
});

describe("waits", () => {
  test("for the fifth block, counting the transfer's own as the first", () => {
    expect(judge({ chain: { head: 100n } })).toEqual({ kind: "notYet", reason: "depth", confirmations: 1, needed: 5, over: false });
    expect(judge({ chain: { head: 103n } })).toEqual({ kind: "notYet", reason: "depth", confirmations: 4, needed: 5, over: false });
  });

  test("for the safe block above $500.00, with any number of confirmations", () => {
    const change = { observed: large, expected: large };
    const waiting = { kind: "notYet", reason: "safe", confirmations: 61, over: false };
    expect(judge({ ...change, chain: { head: 160n, safe: 99n } })).toEqual({ ...waiting, needed: 62 });
    expect(judge({ ...change, chain: { head: 160n, safe: null } })).toEqual({ ...waiting, needed: 60 });
  });

  test.each<[string, Partial<ChainView>]>([
    ["does not know the block's hash", { canonicalHash: null }],
    ["has a head below the transfer", { head: 99n }],
    ["says that a block above its head is safe", { safe: 105n }],
  ])("while the node %s", (_, view) => {
    expect(judge({ chain: view })).toMatchObject({ kind: "notYet", reason: "unsure" });
    expect(judge({ observed: large, expected: large, chain: view })).toMatchObject({ kind: "notYet", reason: "unsure" });
  });
});

describe("reverts", () => {
  test("a fitting transfer whose block has left the chain", () => {
    expect(judge({ chain: { canonicalHash: otherHash, head: 900n, safe: 800n } })).toEqual({ kind: "reverted" });
  });

  test("a mismatching transfer whose block has left the chain, so that its record is removed", () => {
    expect(judge({ observed: { usdcUnits: 1n }, chain: { canonicalHash: otherHash } })).toEqual({ kind: "reverted" });
  });
});

test("counts confirmations from the transfer's own block", () => {
  expect([99n, 100n, 101n, 104n].map((head) => confirmationsOf(100n, head))).toEqual([0, 1, 2, 5]);
});

/** The first value fits and is drawn most often; otherwise nothing would ever settle here. */
const oneOf = <T>(fitting: T, ...others: T[]) =>
  fc.oneof({ weight: 8, arbitrary: fc.constant(fitting) }, { weight: 2, arbitrary: fc.constantFrom(fitting, ...others) });
const anyObserved = fc.record({
  chainId: oneOf(8453, 84532),
  blockNumber: fc.bigInt(0n, 200n),
  blockHash: oneOf(blockHash, otherHash),
  blockTime: fc.integer({ min: -3, max: 3 }).map((seconds) => new Date(checkoutMade.getTime() + seconds * 1000)),
  token: oneOf(usdc, mallory),
  from: oneOf(alice, mallory),
  to: oneOf(landlord, mallory),
  usdcUnits: oneOf(500_000_000n, 0n, 499_999_999n, 500_000_001n, 2n ** 256n - 1n),
  binding: fc.constantFrom(null, { hash: binding, by: "authorization" as const }, { hash: foreign, by: "calldata" as const }),
});
const anyExpected = fc.record({ payerAddresses: oneOf([mallory, alice], [alice], []), amountCents: oneOf(50_000, 50_001) });
const anyChain = fc.record({
  head: fc.bigInt(0n, 300n),
  safe: fc.option(fc.bigInt(0n, 300n)),
  canonicalHash: oneOf(blockHash, null, otherHash),
});
const anyCase = fc.tuple(anyObserved, anyExpected, anyChain);

test("settles only a transfer that fulfils every condition", () => {
  let settled = 0;
  fc.assert(
    fc.property(anyCase, ([transfer, payment, view]) => {
      const judgement = judge({ observed: transfer, expected: payment, chain: view });
      if (judgement.kind !== "settled") return;
      settled += 1;
      const isBoundByReference = transfer.binding?.hash === binding;
      expect([transfer.chainId, transfer.token, transfer.to, transfer.blockHash]).toEqual([8453, usdc, landlord, view.canonicalHash]);
      expect(isBoundByReference || (transfer.binding === null && payment.payerAddresses.includes(transfer.from))).toBe(true);
      expect(isBoundByReference || transfer.blockTime.getTime() >= Date.parse("2026-11-20T10:00:05Z")).toBe(true);
      expect(transfer.usdcUnits === 500_000_000n || (isBoundByReference && transfer.usdcUnits > 500_000_000n)).toBe(true);
      expect(judgement.over).toBe(transfer.usdcUnits > 500_000_000n);
      const isDeep =
        payment.amountCents <= 50_000 ? view.head - transfer.blockNumber >= 4n : view.safe !== null && view.safe >= transfer.blockNumber;
      expect(isDeep).toBe(true);
    }),
    { numRuns: 5_000 },
  );
  expect(settled).toBeGreaterThan(100);
});

test("reverts a settlement only for another block, never for a longer chain", () => {
  fc.assert(
    fc.property(anyCase, fc.bigInt(0n, 50n), ([transfer, payment, view], growth) => {
      if (judge({ observed: transfer, expected: payment, chain: view }).kind !== "settled") return;
      const later = { ...view, head: view.head + growth };
      expect(judge({ observed: transfer, expected: payment, chain: later }).kind).toBe("settled");
      const replaced = view.canonicalHash === blockHash ? otherHash : blockHash;
      expect(judge({ observed: transfer, expected: payment, chain: { ...later, canonicalHash: replaced } })).toEqual({ kind: "reverted" });
    }),
    { numRuns: 5_000 },
  );
});
