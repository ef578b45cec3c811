import { expect, test } from "vitest";
import { hashHistoryAddress, thinState } from "./thin-state.ts";

const hashOf = (number: number) => `0x${(number + 16).toString(16).padStart(64, "a")}`;
const block = (number: number, transactions: string[] = []) => ({
  header: {
    number: `0x${number.toString(16)}`,
    parentHash: hashOf(number - 1),
    timestamp: `0x${(1_000 + number).toString(16)}`,
    gasUsed: "0x0",
  },
  transactions,
});
const accounts = { [hashHistoryAddress.toLowerCase()]: { storage: { "0x1": "0x2" } }, "0xfeed": { balance: "0x1" } };

test("keeps blocks with transactions, the first and the newest ones; archives the others with their hash", () => {
  const blocks = [block(6), block(3), block(0), block(2, ["0xbeef"]), block(1), block(5), block(4)];
  const dump = JSON.stringify({ block: { number: "0x6" }, accounts, best_block_number: 6, blocks, transactions: [{ info: 1 }] });
  const { state, dropped } = thinState(dump, 2);
  const kept = { block: { number: "0x6" }, best_block_number: 6, transactions: [{ info: 1 }], accounts: { "0xfeed": { balance: "0x1" } } };
  expect(JSON.parse(state)).toEqual({ ...kept, blocks: [block(6), block(0), block(2, ["0xbeef"]), block(5)] });
  expect(dropped).toEqual(
    [3, 1, 4].map((number) => ({
      number: BigInt(number),
      hash: hashOf(number),
      parentHash: hashOf(number - 1),
      timestamp: BigInt(1_000 + number),
    })),
  );
});

test("keeps a block whose hash is unknown, and a short chain", () => {
  const dump = JSON.stringify({ accounts: {}, best_block_number: 9, blocks: [block(1), block(3), block(4), block(9)] });
  const { state, dropped } = thinState(dump, 2);
  expect(dropped.map(({ number }) => number)).toEqual([3n]);
  expect(JSON.parse(state)).toMatchObject({ blocks: [block(1), block(4), block(9)] });
  expect(thinState(dump, 100).dropped).toEqual([]);
});
