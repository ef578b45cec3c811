import { type Address, concatHex, encodeFunctionData, type Hex, numberToHex, padHex, parseAbi, toEventSelector } from "viem";
import { entryPoint06Abi, entryPoint06Address, entryPoint07Abi, entryPoint07Address, entryPoint08Address } from "viem/account-abstraction";
import { expect, test } from "vitest";
import { calldataSuffix } from "./binding.ts";
import type { LogFacts, ReceiptFacts, TxFacts } from "./chain-facts.ts";
import { networks } from "./networks.ts";
import { observeTransfers, transferTopic } from "./observed-transfer.ts";
import { encodeTransfer } from "./usdc.ts";

const usdc = networks.local.usdc.address;
const alice: Address = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const mallory: Address = "0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65";
const landlord: Address = "0x90F79bf6EB2c4f870365E785982E1f101E93b906";
const binding: Hex = `0x${"b1".repeat(32)}`;
const foreign: Hex = `0x${"f0".repeat(32)}`;
const blockTime = new Date("2026-11-20T10:00:00Z");
const usedTopic = toEventSelector("AuthorizationUsed(address,bytes32)");
const canceledTopic = toEventSelector("AuthorizationCanceled(address,bytes32)");

const word = (value: Hex): Hex => padHex(value, { size: 32 });
const transferLog = (logIndex: number, change: Partial<LogFacts> = {}): LogFacts => ({
  address: usdc,
  topics: [transferTopic, word(alice), word(landlord)],
  data: numberToHex(1_450_000_000n, { size: 32 }),
  logIndex,
  ...change,
});
const usedLog = (logIndex: number, change: Partial<LogFacts> = {}): LogFacts => ({
  address: usdc,
  topics: [usedTopic, word(alice), binding],
  data: "0x",
  logIndex,
  ...change,
});
const receiptOf = (logs: LogFacts[], change: Partial<ReceiptFacts> = {}): ReceiptFacts => ({
  transactionHash: word("0x77"),
  status: "success",
  blockNumber: 100n,
  blockHash: word("0xb10c"),
  logs,
  ...change,
});
const relayed: TxFacts = { from: mallory, to: usdc, input: "0xcf092995" };
const observe = (tx: TxFacts, logs: LogFacts[], change: Partial<ReceiptFacts> = {}) =>
  observeTransfers(tx, receiptOf(logs, change), blockTime, usdc, 84532);
const bindingsOf = (tx: TxFacts, logs: LogFacts[]) => observe(tx, logs).map((transfer) => transfer.binding);

test("reads a transfer with its place, its parties checksummed, and its amount", () => {
  expect(observe(relayed, [transferLog(4)])).toEqual([
    {
      chainId: 84532,
      txHash: word("0x77"),
      logIndex: 4,
      blockNumber: 100n,
      blockHash: word("0xb10c"),
      blockTime,
      token: usdc,
      from: alice,
      to: landlord,
      usdcUnits: 1_450_000_000n,
      binding: null,
    },
  ]);
});

test("reads every transfer of a transaction, in log order, without duplicates", () => {
  const logs = [transferLog(9), transferLog(2), transferLog(5), transferLog(2)];
  expect(observe(relayed, logs).map((transfer) => transfer.logIndex)).toEqual([2, 5, 9]);
});

test.each<[string, Partial<LogFacts>]>([
  ["comes from another contract", { address: mallory }],
  ["was removed", { removed: true }],
  ["has four topics", { topics: [transferTopic, word(alice), word(landlord), word("0x01")] }],
  ["has two topics", { topics: [transferTopic, word(alice)] }],
  ["has none", { topics: [] }],
  ["is another event", { topics: [usedTopic, word(alice), word(landlord)] }],
  ["names no address as its recipient", { topics: [transferTopic, word(alice), `0x01${word(landlord).slice(4)}`] }],
  ["has a topic that is too short", { topics: [transferTopic, word(alice), landlord] }],
  ["has no data", { data: "0x" }],
  ["has too much data", { data: concatHex([word("0x01"), "0x00"]) }],
  ["has data that is no number", { data: "0xzz" }],
])("skips a log that %s", (_, change) => {
  expect(observe(relayed, [transferLog(4, change)])).toEqual([]);
});

test("skips a failed transaction", () => {
  expect(observe(relayed, [transferLog(4)], { status: "reverted" })).toEqual([]);
});

test("an authorization binds the transfer directly after it", () => {
  expect(bindingsOf(relayed, [usedLog(3), transferLog(4)])).toEqual([{ hash: binding, by: "authorization" }]);
});

test.each<[string, LogFacts[]]>([
  ["of another payer", [usedLog(3, { topics: [usedTopic, word(mallory), binding] }), transferLog(4)]],
  ["written by another contract", [usedLog(3, { address: mallory }), transferLog(4)]],
  ["with a log in between", [usedLog(2), transferLog(4)]],
  ["with another contract's log in between", [usedLog(2), transferLog(3, { address: mallory }), transferLog(4)]],
  ["that comes after it", [transferLog(4), usedLog(5)]],
  ["that was cancelled", [usedLog(3, { topics: [canceledTopic, word(alice), binding] }), transferLog(4)]],
  ["with a fourth topic", [usedLog(3, { topics: [usedTopic, word(alice), binding, binding] }), transferLog(4)]],
  ["without a nonce", [usedLog(3, { topics: [usedTopic, word(alice)] }), transferLog(4)]],
  ["that was removed", [usedLog(3, { removed: true }), transferLog(4)]],
])("an authorization %s does not bind a transfer", (_, logs) => {
  expect(bindingsOf(relayed, logs)).toEqual([null]);
});

test("an authorization binds only the next of two transfers", () => {
  expect(bindingsOf(relayed, [usedLog(3), transferLog(4), transferLog(5)])).toEqual([{ hash: binding, by: "authorization" }, null]);
});

test("calldata binds a transfer of the account that signed it, also through another contract", () => {
  const input = concatHex(["0xa9059cbb", calldataSuffix(binding), "0x8021"]);
  expect(bindingsOf({ from: alice, to: usdc, input }, [transferLog(0)])).toEqual([{ hash: binding, by: "calldata" }]);
  expect(bindingsOf({ from: alice, to: mallory, input }, [transferLog(0)])).toEqual([{ hash: binding, by: "calldata" }]);
});

test("a stranger's calldata does not bind the transfer of a wallet that the stranger drives", () => {
  const input = concatHex(["0x12345678", calldataSuffix(binding)]);
  expect(bindingsOf({ from: mallory, to: alice, input }, [transferLog(0)])).toEqual([null]);
});

test("a relayer's calldata does not replace the payer's nonce", () => {
  const input = concatHex(["0xcf092995", calldataSuffix(foreign)]);
  expect(bindingsOf({ ...relayed, input }, [usedLog(3), transferLog(4)])).toEqual([{ hash: binding, by: "authorization" }]);
  expect(bindingsOf({ ...relayed, from: alice, input }, [usedLog(3), transferLog(4)])).toEqual([{ hash: binding, by: "authorization" }]);
});

test("two different bindings in the calldata bind nothing", () => {
  const input = concatHex(["0xa9059cbb", calldataSuffix(binding), calldataSuffix(foreign)]);
  expect(bindingsOf({ from: alice, to: usdc, input }, [transferLog(0)])).toEqual([null]);
});

const bundle06 = (operations: { sender: Address; callData: Hex }[], beneficiary: Address = mallory): Hex =>
  encodeFunctionData({
    abi: entryPoint06Abi,
    functionName: "handleOps",
    args: [
      operations.map(({ sender, callData }) => ({
        sender,
        callData,
        nonce: 0n,
        initCode: "0x" as const,
        callGasLimit: 1n,
        verificationGasLimit: 1n,
        preVerificationGas: 1n,
        maxFeePerGas: 1n,
        maxPriorityFeePerGas: 1n,
        paymasterAndData: "0x" as const,
        signature: calldataSuffix(foreign),
      })),
      beneficiary,
    ],
  });
const bundle07 = (operations: { sender: Address; callData: Hex }[]): Hex =>
  encodeFunctionData({
    abi: entryPoint07Abi,
    functionName: "handleOps",
    args: [
      operations.map(({ sender, callData }) => ({
        sender,
        callData,
        nonce: 0n,
        initCode: "0x" as const,
        accountGasLimits: word("0x01"),
        preVerificationGas: 1n,
        gasFees: word("0x01"),
        paymasterAndData: "0x" as const,
        signature: "0x" as const,
      })),
      mallory,
    ],
  });
const pays = { sender: alice, callData: concatHex(["0xa9059cbb", calldataSuffix(binding)]) };
const lies = { sender: mallory, callData: calldataSuffix(foreign) };

test.each([
  ["0.6", entryPoint06Address, bundle06([lies, pays])],
  ["0.7", entryPoint07Address, bundle07([lies, pays])],
  ["0.8", entryPoint08Address, bundle07([lies, pays])],
])("a smart wallet's operation binds its own transfer, EntryPoint %s", (_, to, input) => {
  expect(bindingsOf({ from: mallory, to, input }, [transferLog(0)])).toEqual([{ hash: binding, by: "calldata" }]);
});

const silent = { sender: alice, callData: "0xa9059cbb" } as const;

test.each<[string, Address, Hex]>([
  ["another wallet's operation in the bundle", entryPoint06Address, bundle06([silent, lies])],
  ["the operation's signature field", entryPoint06Address, bundle06([silent])],
  ["bytes behind the bundle", entryPoint06Address, concatHex([bundle06([silent]), calldataSuffix(binding)])],
  ["one of two operations of the same wallet", entryPoint06Address, bundle06([pays, silent])],
  ["a bundle without this wallet", entryPoint06Address, bundle06([lies])],
  ["a bundle in the other version's shape", entryPoint07Address, bundle06([pays])],
  ["a bundle sent to a contract that is no EntryPoint", landlord, bundle06([pays])],
  ["calldata that only begins like a bundle", entryPoint06Address, concatHex(["0x1fad948c", calldataSuffix(binding)])],
])("a binding in %s binds nothing", (_, to, input) => {
  expect(bindingsOf({ from: mallory, to, input }, [transferLog(0)])).toEqual([null]);
});

const safeAbi = parseAbi([
  "function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures) payable returns (bool success)",
]);
const bySafe = (data: Hex, signatures: Hex = "0x"): Hex =>
  encodeFunctionData({ abi: safeAbi, args: [usdc, 0n, data, 0, 0n, 0n, 0n, mallory, mallory, signatures] });
const rent = { to: landlord, usdcUnits: 1_450_000_000n };
const signedRent = encodeTransfer({ ...rent, binding });

test("calldata signed by a Safe's owners binds its transfer, with any submitter, alone and within a batch", () => {
  for (const data of [signedRent, concatHex(["0x8d80ff0a", word("0x20"), signedRent, "0x00"])])
    expect(bindingsOf({ from: mallory, to: alice, input: bySafe(data) }, [transferLog(0)])).toEqual([{ hash: binding, by: "calldata" }]);
});

test.each<[string, Hex]>([
  ["behind the owners' call", concatHex([bySafe(encodeTransfer(rent)), calldataSuffix(binding)])],
  ["in the owners' signatures", bySafe(encodeTransfer(rent), calldataSuffix(binding))],
  ["in a call that pays somebody else", bySafe(encodeTransfer({ ...rent, to: mallory, binding }))],
  ["in a call that pays another amount", bySafe(encodeTransfer({ ...rent, usdcUnits: 1n, binding }))],
  ["beside another", bySafe(concatHex([signedRent, calldataSuffix(foreign)]))],
  ["in calldata that only begins like a Safe's", concatHex(["0x6a761202", signedRent])],
])("a binding %s binds no transfer of a Safe", (_, input) => {
  expect(bindingsOf({ from: mallory, to: alice, input }, [transferLog(0)])).toEqual([null]);
});

test("a Safe's call binds no transfer of another account", () => {
  expect(bindingsOf({ from: mallory, to: landlord, input: bySafe(signedRent) }, [transferLog(0)])).toEqual([null]);
});

test("a bundle's submitter is not bound by others' operations, even if the submitter's own money moves", () => {
  const input = bundle06([lies]);
  expect(bindingsOf({ from: alice, to: entryPoint06Address, input }, [transferLog(0)])).toEqual([null]);
});

test("only its creator's calldata binds a contract creation", () => {
  const input = concatHex(["0x6000", calldataSuffix(binding)]);
  expect(bindingsOf({ from: alice, to: null, input }, [transferLog(0)])).toEqual([{ hash: binding, by: "calldata" }]);
  expect(bindingsOf({ from: mallory, to: null, input }, [transferLog(0)])).toEqual([null]);
});
