import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import { type ChainReader, createChainReader } from "@hearth/chain/chain-reader";
import { networks } from "@hearth/chain/networks";
import { viemChain } from "@hearth/chain/rpc-client";
import { encodeTransfer } from "@hearth/chain/usdc";
import {
  type Address,
  concatHex,
  createPublicClient,
  createWalletClient,
  encodeFunctionData,
  encodePacked,
  type Hex,
  http,
  parseAbi,
  zeroAddress,
} from "viem";
import { entryPoint08Abi, entryPoint08Address, getUserOperationHash } from "viem/account-abstraction";
import { privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { demoAccounts } from "./demo-accounts.ts";
import { type LocalChain, startLocalChain } from "./local-chain.ts";

const network = networks.local;
const { address: landlord } = demoAccounts.merchants[0];
const owner = privateKeyToAccount(demoAccounts.spare.privateKey);
const payer = privateKeyToAccount(demoAccounts.merchants[1].privateKey);
const stranger = privateKeyToAccount(demoAccounts.relayer.privateKey);
const binding: Hex = `0x${"b1".repeat(32)}`;
const strangersBinding: Hex = `0x${"5a".repeat(32)}`;

/** The deterministic deployer that every chain has, and the salt that puts EntryPoint 0.8 at its address. */
const deployer: Address = "0x4e59b44847b379578588920cA78FbF26c0B4956C";
const entryPointSalt: Hex = "0x0a59dbff790c23c976a548690c27297883cc66b4c67024f9117b0238995e35e9";

const safeAbi = parseAbi([
  "function setup(address[] owners, uint256 threshold, address to, bytes data, address fallbackHandler, address paymentToken, uint256 payment, address paymentReceiver)",
  "function getTransactionHash(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, uint256 nonce) view returns (bytes32)",
  "function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures) payable returns (bool success)",
  "function nonce() view returns (uint256)",
]);
const factoryAbi = parseAbi([
  "function createProxyWithNonce(address singleton, bytes initializer, uint256 saltNonce) returns (address proxy)",
]);
const executeAbi = parseAbi(["function execute(address target, uint256 value, bytes data)"]);

let chain: LocalChain;
let reader: ChainReader;
let clients: ReturnType<typeof connect>;

function connect(rpcUrl: string) {
  const [viem, transport] = [viemChain(network, rpcUrl), http(rpcUrl)];
  return {
    read: createPublicClient({ chain: viem, transport }),
    write: createWalletClient({ account: stranger, chain: viem, transport }),
  };
}

const bytecodeOf = (file: string): Hex => {
  const artifact = z.object({ bytecode: z.string().regex(/^0x[0-9a-f]+$/) });
  const { bytecode } = artifact.parse(JSON.parse(readFileSync(createRequire(import.meta.url).resolve(file), "utf8")));
  return `0x${bytecode.slice(2)}`;
};

/** Sends a transaction from the stranger, who pays for everything here, and waits for its block. */
async function send(call: { to?: Address; data: Hex }): Promise<{ hash: Hex; contract: Address }> {
  const hash = await clients.write.sendTransaction({ ...call, gas: 12_000_000n });
  const { status, contractAddress } = await clients.read.waitForTransactionReceipt({ hash });
  expect(status).toBe("success");
  return { hash, contract: contractAddress ?? zeroAddress };
}

beforeAll(async () => {
  chain = await startLocalChain({ manual: true });
  await chain.automine(true);
  reader = createChainReader({ network, rpcUrl: chain.rpcUrl });
  clients = connect(chain.rpcUrl);
});
afterAll(() => chain.stop());

/** A Safe 1.4.1 with one owner and some money. */
async function openSafe(): Promise<Address> {
  const safe = "@safe-global/safe-contracts/build/artifacts/contracts/Safe.sol/Safe.json";
  const factory = "@safe-global/safe-contracts/build/artifacts/contracts/proxies/SafeProxyFactory.sol/SafeProxyFactory.json";
  const { contract: singleton } = await send({ data: bytecodeOf(safe) });
  const { contract: factoryAddress } = await send({ data: bytecodeOf(factory) });
  const none = zeroAddress;
  const initializer = encodeFunctionData({
    abi: safeAbi,
    functionName: "setup",
    args: [[owner.address], 1n, none, "0x", none, none, 0n, none],
  });
  const order = {
    address: factoryAddress,
    abi: factoryAbi,
    functionName: "createProxyWithNonce",
    args: [singleton, initializer, 1n],
  } as const;
  const { result } = await clients.read.simulateContract({ ...order, account: stranger });
  await send({ to: factoryAddress, data: encodeFunctionData(order) });
  await chain.mintUsdc(result, 10_000_000n);
  return result;
}

test("a Safe's payment is bound by its owners' signatures, and not by data that the submitter appends", async () => {
  const safe = await openSafe();
  const signed = async (data: Hex) => {
    const call = [network.usdc.address, 0n, data, 0, 0n, 0n, 0n, zeroAddress, zeroAddress] as const;
    const nonce = await clients.read.readContract({ address: safe, abi: safeAbi, functionName: "nonce" });
    const args = [...call, nonce] as const;
    const hash = await clients.read.readContract({ address: safe, abi: safeAbi, functionName: "getTransactionHash", args });
    return encodeFunctionData({ abi: safeAbi, functionName: "execTransaction", args: [...call, await owner.sign({ hash })] });
  };
  const bound = await send({ to: safe, data: await signed(encodeTransfer({ to: landlord, usdcUnits: 1_000_000n, binding })) });
  expect(await reader.transfersInTx(bound.hash)).toMatchObject([{ from: safe, binding: { hash: binding, by: "calldata" } }]);
  const silent = await signed(encodeTransfer({ to: landlord, usdcUnits: 2_000_000n }));
  const suffix = encodeTransfer({ to: landlord, usdcUnits: 2_000_000n, binding: strangersBinding });
  const meddled = await send({ to: safe, data: concatHex([silent, suffix]) });
  expect(await reader.transfersInTx(meddled.hash)).toMatchObject([{ from: safe, usdcUnits: 2_000_000n, binding: null }]);
});

test("a delegated account's call paid by somebody else is bound by the account's signature (EIP-7702, EntryPoint 0.8)", async () => {
  await send({ to: deployer, data: concatHex([entryPointSalt, bytecodeOf("@account-abstraction/contracts/artifacts/EntryPoint.json")]) });
  const { contract } = await send({ data: bytecodeOf("@account-abstraction/contracts/artifacts/Simple7702Account.json") });
  const nonce = await clients.read.getTransactionCount({ address: payer.address });
  const delegation = await payer.signAuthorization({ chainId: network.chainId, contractAddress: contract, nonce });
  const hash = await clients.write.sendTransaction({ to: payer.address, authorizationList: [delegation], gas: 500_000n });
  await clients.read.waitForTransactionReceipt({ hash });
  expect(await reader.hasCode(payer.address)).toBe(true);
  await chain.mintUsdc(payer.address, 10_000_000n);
  await chain.fundGas(payer.address);
  const payment = encodeTransfer({ to: landlord, usdcUnits: 3_000_000n, binding });
  const callData = encodeFunctionData({ abi: executeAbi, args: [network.usdc.address, 0n, payment] });
  const gas = { callGasLimit: 300_000n, verificationGasLimit: 300_000n, preVerificationGas: 100_000n };
  const fees = { maxFeePerGas: 2_000_000_000n, maxPriorityFeePerGas: 1_000_000_000n };
  const userOperation = { sender: payer.address, nonce: 0n, callData, ...gas, ...fees, signature: "0x" } as const;
  const order = { userOperation, entryPointAddress: entryPoint08Address, entryPointVersion: "0.8", chainId: network.chainId } as const;
  const packed = {
    sender: payer.address,
    nonce: 0n,
    initCode: "0x",
    callData,
    accountGasLimits: encodePacked(["uint128", "uint128"], [gas.verificationGasLimit, gas.callGasLimit]),
    preVerificationGas: gas.preVerificationGas,
    gasFees: encodePacked(["uint128", "uint128"], [fees.maxPriorityFeePerGas, fees.maxFeePerGas]),
    paymasterAndData: "0x",
    signature: await payer.sign({ hash: getUserOperationHash(order) }),
  } as const;
  const bundle = encodeFunctionData({ abi: entryPoint08Abi, functionName: "handleOps", args: [[packed], stranger.address] });
  const meddled = concatHex([bundle, encodeTransfer({ to: landlord, usdcUnits: 1n, binding: strangersBinding })]);
  const { hash: txHash } = await send({ to: entryPoint08Address, data: meddled });
  expect(await reader.transfersInTx(txHash)).toMatchObject([{ from: payer.address, binding: { hash: binding, by: "calldata" } }]);
});
