import { calldataSuffix } from "@hearth/chain/binding";
import { ChainUnavailable, ChainUnsure } from "@hearth/chain/chain-errors";
import { type ChainReader, createChainReader } from "@hearth/chain/chain-reader";
import { networks } from "@hearth/chain/networks";
import { usdcAbi } from "@hearth/chain/usdc-abi";
import { readUsdcBalance } from "@hearth/chain/usdc-balance";
import { encodeTransfer, transferAuthorizationTypedData } from "@hearth/chain/usdc";
import { freePort } from "@hearth/processes/free-port";
import { once } from "node:events";
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { concatHex, encodeAbiParameters, encodeFunctionData, type Hex, keccak256 } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createAnvilClient } from "./anvil/client.ts";
import {
  hostileLogsAbi,
  hostileShapesAbi,
  payTwiceAbi,
  sendFrom,
  sendUsdc,
  smartWalletAbi,
  smartWalletFactoryAbi,
} from "./chain-helpers.ts";
import { demoAccounts } from "./demo-accounts.ts";
import { type LocalChain, startLocalChain } from "./local-chain.ts";

const network = networks.local;
const { spare, relayer } = demoAccounts;
const [landlord, other] = demoAccounts.merchants;
const binding: Hex = `0x${"b1".repeat(32)}`;
let chain: LocalChain;
let reader: ChainReader;

beforeAll(async () => {
  chain = await startLocalChain({ manual: true });
  reader = createChainReader({ network, rpcUrl: chain.rpcUrl });
  await chain.mintUsdc(spare.address, 10_000_000_000n);
});
afterAll(() => chain.stop());

const pay = async (to: `0x${string}`, usdcUnits: bigint, reference?: Hex) => {
  const hash = await sendUsdc(chain.rpcUrl, spare.privateKey, { to, usdcUnits, ...(reference && { binding: reference }) });
  await chain.mine();
  return hash;
};
const call = async (key: Hex, to: `0x${string}`, data: Hex) => {
  const hash = await sendFrom(chain.rpcUrl, key, { to, data });
  await chain.mine();
  return hash;
};
const sinceStart = async () => reader.transfersTo([landlord.address, other.address], 0n, (await reader.head()).number);

test("finds the transfers to the given addresses, in chain order, each once", async () => {
  const from = (await reader.head()).number + 1n;
  const first = await pay(landlord.address, 10_001n, binding);
  const second = await pay(other.address, 10_002n);
  await pay(spare.address, 10_003n);
  const { number: to } = await reader.head();
  const manyAddresses = Array.from({ length: 600 }, (_, at): Hex => `0x${(at + 1).toString(16).padStart(40, "0")}`);
  const found = await reader.transfersTo([...manyAddresses, other.address, landlord.address, landlord.address], from, to);
  expect(found).toMatchObject([
    { txHash: first, to: landlord.address, usdcUnits: 10_001n, binding: { hash: binding, by: "calldata" }, blockNumber: from },
    { txHash: second, to: other.address, usdcUnits: 10_002n, binding: null, blockNumber: from + 1n },
  ]);
  expect(await reader.transfersTo([], from, to)).toEqual([]);
  expect(await reader.transfersInTx(first)).toEqual(found.slice(0, 1));
});

test("identifies a transfer below a cent only by its log, even with a binding, alone or with others in its transaction", async () => {
  const from = (await reader.head()).number + 1n;
  const txHash = await pay(landlord.address, 9_999n, binding);
  const [found, ...others] = await reader.transfersTo([landlord.address], from, from);
  expect([found, others]).toMatchObject([{ txHash, from: spare.address, usdcUnits: 9_999n, binding: null }, []]);
  expect(found?.blockTime).toEqual((await reader.block(from))?.time);
  expect(await reader.transfersInTx(txHash)).toMatchObject([{ binding: { hash: binding } }]);
});

test("finds both transfers of one transaction", async () => {
  const contract = await chain.deploy("PayTwice");
  const approve = encodeFunctionData({ abi: usdcAbi, functionName: "approve", args: [contract, 10n] });
  await call(spare.privateKey, network.usdc.address, approve);
  const args = [network.usdc.address, landlord.address, other.address, 5n] as const;
  const hash = await call(spare.privateKey, contract, encodeFunctionData({ abi: payTwiceAbi, functionName: "pay", args }));
  expect(await reader.transfersInTx(hash)).toMatchObject([{ to: landlord.address }, { to: other.address }]);
});

test("recognises the transfer of an authorization by its nonce", async () => {
  const auth = { from: spare.address, to: landlord.address, usdcUnits: 7n, validAfter: 0n, validBefore: 4_000_000_000n, nonce: binding };
  const signature = await privateKeyToAccount(spare.privateKey).signTypedData(transferAuthorizationTypedData({ network, ...auth }));
  const args = [auth.from, auth.to, 7n, 0n, auth.validBefore, binding, signature] as const;
  const data = encodeFunctionData({ abi: usdcAbi, functionName: "transferWithAuthorization", args });
  expect(await reader.authorizationState(spare.address, binding)).toBe(false);
  expect(await reader.simulateAuthorization({ ...auth, signature })).toEqual({ ok: true });
  const hash = await call(relayer.privateKey, network.usdc.address, concatHex([data, calldataSuffix(`0x${"f0".repeat(32)}`)]));
  expect(await reader.transfersInTx(hash)).toMatchObject([{ from: spare.address, binding: { hash: binding, by: "authorization" } }]);
  expect(await reader.authorizationState(spare.address, binding)).toBe(true);
  expect(await reader.simulateAuthorization({ ...auth, signature })).toEqual({ ok: false, reason: "used" });
});

test("predicts every refusal of the token", async () => {
  const sign = async (change: { usdcUnits?: bigint; validAfter?: bigint; validBefore?: bigint }, nonce: Hex = keccak256("0x01")) => {
    const auth = {
      from: spare.address,
      to: landlord.address,
      usdcUnits: 1n,
      validAfter: 0n,
      validBefore: 4_000_000_000n,
      nonce,
      ...change,
    };
    const signature = await privateKeyToAccount(spare.privateKey).signTypedData(transferAuthorizationTypedData({ network, ...auth }));
    return { ...auth, signature };
  };
  const simulate = async (...input: Parameters<typeof sign>) => reader.simulateAuthorization(await sign(...input));
  expect(await simulate({ usdcUnits: 10n ** 18n })).toEqual({ ok: false, reason: "balance" });
  expect(await simulate({ validBefore: 1n })).toEqual({ ok: false, reason: "expired" });
  expect(await simulate({ validAfter: 3_999_999_999n })).toEqual({ ok: false, reason: "notYetValid" });
  const laterAuth = await sign({ validAfter: 3_999_999_998n });
  expect(await reader.simulateAuthorizationAt(laterAuth, new Date(3_999_999_999_000))).toEqual({ ok: true });
  expect(await reader.simulateAuthorizationAt(laterAuth, new Date(4_000_000_000_000))).toEqual({ ok: false, reason: "expired" });
  expect(
    await reader.simulateAuthorizationAt(await sign({ usdcUnits: 10n ** 18n, validAfter: 3_999_999_998n }), new Date(3_999_999_999_000)),
  ).toEqual({
    ok: false,
    reason: "balance",
  });
  const validAuth = await sign({});
  expect(await reader.simulateAuthorization({ ...validAuth, usdcUnits: 2n })).toEqual({ ok: false, reason: "signature" });
  expect(await reader.simulateAuthorization({ ...validAuth, signature: "0x12" })).toEqual({ ok: false, reason: "signature" });
  await chain.setBlacklisted(landlord.address, true);
  expect(await reader.isBlacklisted(landlord.address)).toBe(true);
  expect(await reader.simulateAuthorization(validAuth)).toEqual({ ok: false, reason: "blacklisted" });
  await chain.setBlacklisted(landlord.address, false);
  await chain.setUsdcPaused(true);
  expect(await reader.simulateAuthorization(validAuth)).toEqual({ ok: false, reason: "paused" });
  await chain.setUsdcPaused(false);
  expect(await reader.simulateAuthorization(validAuth)).toEqual({ ok: true });
});

test("checks many blacklist entries in two round trips", async () => {
  await chain.setBlacklisted(landlord.address, true);
  const trips: number[] = [];
  const node = createServer(async (request, response) => {
    const body = await text(request);
    trips.push([JSON.parse(body)].flat().length);
    const answer = await fetch(chain.rpcUrl, { method: "POST", headers: { "content-type": "application/json" }, body });
    response.end(await answer.text());
  }).listen(0, "127.0.0.1");
  await once(node, "listening");
  const address = node.address();
  if (address === null || typeof address === "string") throw new Error("It has no port");
  const counted = createChainReader({ network, rpcUrl: `http://127.0.0.1:${address.port}` });
  expect(await counted.isBlacklisted(spare.address)).toBe(false);
  trips.length = 0;
  const asked = [other.address, landlord.address, spare.address, relayer.address];
  expect(await Promise.all(asked.map((each) => counted.isBlacklisted(each)))).toEqual([false, true, false, false]);
  expect(trips).toEqual([1, 3]);
  await chain.setBlacklisted(landlord.address, false);
  await new Promise((resolve) => node.close(resolve));
});

test("ignores logs that only look like USDC's", async () => {
  const hostile = await chain.deploy("HostileLogs");
  const before = await sinceStart();
  const pretend = encodeFunctionData({
    abi: hostileLogsAbi,
    functionName: "pretendPayment",
    args: [spare.address, landlord.address, 1_450_000_000n, binding],
  });
  const hash = await call(relayer.privateKey, hostile, pretend);
  expect(await reader.transfersInTx(hash)).toEqual([]);
  expect(await sinceStart()).toEqual(before);
});

test("ignores an authorization that the token does not know", async () => {
  const hostile = await chain.deploy("HostileLogs");
  const approve = encodeFunctionData({ abi: usdcAbi, functionName: "approve", args: [hostile, 10n] });
  await call(spare.privateKey, network.usdc.address, approve);
  const args = [network.usdc.address, spare.address, landlord.address, 10n, binding] as const;
  const hash = await call(
    relayer.privateKey,
    hostile,
    encodeFunctionData({ abi: hostileLogsAbi, functionName: "pretendAuthorization", args }),
  );
  expect(await reader.transfersInTx(hash)).toMatchObject([{ from: spare.address, usdcUnits: 10n, binding: null }]);
});

test("a stranger who submits a wallet's transfer cannot bind it by appending data", async () => {
  const wallet = await chain.deploy("TestSmartWallet", spare.address);
  await chain.mintUsdc(wallet, 20n);
  const data = encodeTransfer({ to: landlord.address, usdcUnits: 9n });
  const digest = keccak256(
    encodeAbiParameters(
      [{ type: "address" }, { type: "uint256" }, { type: "uint256" }, { type: "address" }, { type: "bytes" }],
      [wallet, 84532n, 0n, network.usdc.address, data],
    ),
  );
  const signature = await privateKeyToAccount(spare.privateKey).sign({ hash: digest });
  const args = [network.usdc.address, data, signature] as const;
  const carried = concatHex([encodeFunctionData({ abi: smartWalletAbi, functionName: "executeSigned", args }), calldataSuffix(binding)]);
  const hash = await call(relayer.privateKey, wallet, carried);
  expect(await reader.transfersInTx(hash)).toMatchObject([{ from: wallet, usdcUnits: 9n, binding: null }]);
});

test("skips malformed logs, even from the token's own address", async () => {
  const fresh = await startLocalChain({ manual: true });
  const freshReader = createChainReader({ network, rpcUrl: fresh.rpcUrl });
  try {
    await fresh.setCode(network.usdc.address, "HostileShapes");
    const args = [spare.address, landlord.address] as const;
    const data = encodeFunctionData({ abi: hostileShapesAbi, functionName: "writeLogs", args });
    const hash = await sendFrom(fresh.rpcUrl, spare.privateKey, { to: network.usdc.address, data });
    await fresh.mine();
    const receipt = await createAnvilClient(fresh.rpcUrl).getTransactionReceipt({ hash });
    expect(receipt.logs).toHaveLength(5);
    expect(await freshReader.transfersInTx(hash)).toEqual([]);
    expect(await freshReader.transfersTo([landlord.address], 0n, 1n)).toEqual([]);
  } finally {
    await fresh.stop();
  }
});

test("reports a block that left the chain by its hash, without its transfers", async () => {
  const hash = await pay(landlord.address, 11n, binding);
  const [before] = await reader.transfersInTx(hash);
  await chain.mine(2);
  await chain.reorg(3);
  const after = await reader.block(before?.blockNumber ?? -1n);
  expect(after?.number).toBe(before?.blockNumber);
  expect(after?.hash).not.toBe(before?.blockHash);
  expect(await reader.transfersInTx(hash)).toEqual([]);
});

test("links blocks by their parents, and returns none above the head", async () => {
  await chain.mine(2);
  const head = await reader.head();
  expect((await reader.block(head.number - 1n))?.hash).toBe(head.parentHash);
  expect(await reader.block(head.number)).toEqual(head);
  expect(await reader.block(head.number + 1n)).toBeNull();
  await chain.mine(80);
  expect((await reader.block("safe"))?.number).toBe(head.number + 80n - 32n);
});

test("refuses to scan more than 2,000 blocks, and blocks that the node has not seen", async () => {
  const { number } = await reader.head();
  await expect(reader.transfersTo([landlord.address], 0n, 2_000n)).rejects.toThrow(RangeError);
  await expect(reader.transfersTo([landlord.address], number, number + 1n)).rejects.toThrow(ChainUnsure);
});

test("distinguishes contracts from plain accounts, and verifies their signatures", async () => {
  const owner = privateKeyToAccount(spare.privateKey);
  const wallet = await chain.deploy("TestSmartWallet", owner.address);
  const message = "This wallet is mine.";
  const signature = await owner.signMessage({ message });
  expect(await reader.hasCode(wallet)).toBe(true);
  expect(await reader.hasCode(owner.address)).toBe(false);
  expect(await reader.verifyMessage({ address: owner.address, message, signature })).toBe(true);
  expect(await reader.verifyMessage({ address: wallet, message, signature })).toBe(true);
  expect(await reader.verifyMessage({ address: landlord.address, message, signature })).toBe(false);
  expect(await reader.verifyMessage({ address: wallet, message: "Another text.", signature })).toBe(false);
  expect(await reader.verifyMessage({ address: owner.address, message, signature: "0x1234" })).toBe(false);
});

test("verifies the signature of a contract wallet that is not deployed yet (ERC-6492)", async () => {
  const owner = privateKeyToAccount(spare.privateKey);
  const factory = await chain.deploy("TestSmartWalletFactory");
  const client = createAnvilClient(chain.rpcUrl);
  const address = await client.readContract({
    address: factory,
    abi: smartWalletFactoryAbi,
    functionName: "addressOf",
    args: [owner.address],
  });
  const create = encodeFunctionData({ abi: smartWalletFactoryAbi, functionName: "create", args: [owner.address] });
  const message = "This wallet will be mine.";
  const wrap = (inner: Hex) =>
    concatHex([
      encodeAbiParameters([{ type: "address" }, { type: "bytes" }, { type: "bytes" }], [factory, create, inner]),
      `0x${"6492".repeat(16)}`,
    ]);
  expect(await reader.hasCode(address)).toBe(false);
  expect(await reader.verifyMessage({ address, message, signature: wrap(await owner.signMessage({ message })) })).toBe(true);
  const strangers = await privateKeyToAccount(relayer.privateKey).signMessage({ message });
  expect(await reader.verifyMessage({ address, message, signature: wrap(strangers) })).toBe(false);
});

test("reports an unreachable chain, and never returns a value instead", async () => {
  const gone = createChainReader({ network, rpcUrl: `http://127.0.0.1:${await freePort()}`, timeoutMs: 500 });
  const { address } = spare;
  const signature = await privateKeyToAccount(spare.privateKey).signMessage({ message: "x" });
  const auth = { from: address, to: address, usdcUnits: 1n, validAfter: 0n, validBefore: 1n, nonce: binding, signature };
  const questions = [
    gone.head(),
    gone.block("safe"),
    gone.transfersTo([address], 0n, 1n),
    gone.transfersInTx(binding),
    gone.isBlacklisted(address),
    gone.balanceOf(address),
    gone.nativeBalanceOf(address),
    gone.hasCode(address),
    gone.verifyMessage({ address: landlord.address, message: "x", signature }),
    gone.authorizationState(address, binding),
    gone.simulateAuthorization(auth),
  ];
  for (const question of await Promise.allSettled(questions)) {
    expect(question).toMatchObject({ status: "rejected", reason: expect.any(ChainUnavailable) });
  }
});

test("treats an endpoint of another chain as unreachable", async () => {
  const wrong = createChainReader({ network: networks.base, rpcUrl: chain.rpcUrl });
  await expect(wrong.head()).rejects.toThrow("The RPC serves chain 84532, not 8453.");
});

test("a page reads an address's balance without a wallet library", async () => {
  const address = "0x00000000000000000000000000000000000000Be";
  expect(await readUsdcBalance({ network, rpcUrl: chain.rpcUrl, address })).toBe(0n);
  await chain.mintUsdc(address, 1_450_000_001n);
  await chain.mine();
  expect(await readUsdcBalance({ network, rpcUrl: chain.rpcUrl, address })).toBe(1_450_000_001n);
  const nobody = { ...network, usdc: { ...network.usdc, address: spare.address } };
  await expect(readUsdcBalance({ network: nobody, rpcUrl: chain.rpcUrl, address })).rejects.toThrow("The node did not return a balance");
});
