import { networks } from "@hearth/chain/networks";
import { encodeTransfer } from "@hearth/chain/usdc";
import { type Address, type Hex, parseAbi } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { createAnvilClient } from "./anvil/client.ts";

/** ABIs of the test contracts; see `usdc/*.sol`. */
export const hostileLogsAbi = parseAbi([
  "function pretendPayment(address from, address to, uint256 value, bytes32 nonce)",
  "function pretendAuthorization(address token, address from, address to, uint256 value, bytes32 nonce)",
]);
export const hostileShapesAbi = parseAbi(["function writeLogs(address from, address to)"]);
export const payTwiceAbi = parseAbi(["function pay(address token, address first, address second, uint256 value)"]);
export const smartWalletAbi = parseAbi([
  "function execute(address target, bytes data)",
  "function executeSigned(address target, bytes data, bytes signature)",
  "function nonce() view returns (uint256)",
]);
export const smartWalletFactoryAbi = parseAbi([
  "function create(address owner) returns (address)",
  "function addressOf(address owner) view returns (address)",
]);

/** Sends a transaction from any key on a local chain and returns its hash. Does not mine a block. */
export async function sendFrom(rpcUrl: string, privateKey: Hex, call: { to: Address; data: Hex }): Promise<Hex> {
  return createAnvilClient(rpcUrl).sendTransaction({ account: privateKeyToAccount(privateKey), ...call });
}

/** Sends a direct USDC transfer, like a wallet, with or without a binding. Returns its hash and does not mine a block. */
export function sendUsdc(rpcUrl: string, privateKey: Hex, transfer: { to: Address; usdcUnits: bigint; binding?: Hex }): Promise<Hex> {
  return sendFrom(rpcUrl, privateKey, { to: networks.local.usdc.address, data: encodeTransfer(transfer) });
}
