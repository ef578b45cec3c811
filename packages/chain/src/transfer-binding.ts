import { type Address, decodeFunctionData, type Hex, parseAbi, toEventSelector } from "viem";
import {
  entryPoint06Abi,
  entryPoint06Address,
  entryPoint07Abi,
  entryPoint07Address,
  entryPoint08Abi,
  entryPoint08Address,
} from "viem/account-abstraction";
import { sameAddress } from "./addresses.ts";
import { findBindings } from "./binding.ts";
import { addressOfTopic, type LogFacts, type TxFacts } from "./chain-facts.ts";
import { encodeTransfer } from "./usdc.ts";

/** What ties a transfer to one checkout, and how it was carried. */
export interface TransferBinding {
  /** 32 bytes, in lower case. */
  hash: Hex;
  by: "authorization" | "calldata";
}

/** The first topic of the log that USDC writes before the transfer of an authorization; the second is who signed it. */
export const authorizationUsedTopic = toEventSelector("AuthorizationUsed(address,bytes32)");
const nonceTopic = /^0x[0-9a-f]{64}$/i;

const entryPoints = [
  { address: entryPoint06Address, abi: entryPoint06Abi },
  { address: entryPoint07Address, abi: entryPoint07Abi },
  { address: entryPoint08Address, abi: entryPoint08Abi },
] as const;

/** How whoever likes brings to a Safe what its owners have signed: https://github.com/safe-global/safe-smart-account */
const safeAbi = parseAbi([
  "function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures) payable returns (bool success)",
]);

/** A transfer, as far as its binding depends on it. */
export interface MovedMoney {
  from: Address;
  to: Address;
  usdcUnits: bigint;
}

/**
 * Which checkout the owner of the money meant, or null where he has not said so himself.
 *
 * The rule behind every case: only what was signed by the account that the money left can bind it. A contract wallet
 * driven by a third party, or a relayed authorization, lets strangers add calldata of their own; it is not looked at.
 */
export function bindingOfTransfer(tx: TxFacts, logBefore: LogFacts | null, moved: MovedMoney): TransferBinding | null {
  const nonce = authorizationNonce(logBefore, moved.from);
  if (nonce !== null) return { hash: nonce, by: "authorization" };
  const signed = calldataSignedBy(tx, moved);
  if (signed === null) return null;
  const [hash, ...others] = findBindings(signed);
  return hash === undefined || others.length > 0 ? null : { hash, by: "calldata" };
}

/** USDC writes AuthorizationUsed directly before the Transfer it causes, with nothing in between. */
function authorizationNonce(logBefore: LogFacts | null, from: Address): Hex | null {
  if (logBefore === null || logBefore.topics.length !== 3) return null;
  const [topic, authorizer, nonce] = logBefore.topics;
  if (topic?.toLowerCase() !== authorizationUsedTopic || nonce === undefined || !nonceTopic.test(nonce)) return null;
  const signer = addressOfTopic(authorizer);
  return signer !== null && sameAddress(signer, from) ? toLower(nonce) : null;
}

/** The calldata that the account itself signed: of its transaction, of its one operation within a bundle (ERC-4337), or of a Safe's owners. */
function calldataSignedBy(tx: TxFacts, moved: MovedMoney): Hex | null {
  const { to } = tx;
  const entryPoint = to === null ? undefined : entryPoints.find(({ address }) => sameAddress(address, to));
  if (entryPoint !== undefined) return operationOf(entryPoint.abi, tx.input, moved.from);
  if (sameAddress(tx.from, moved.from)) return tx.input;
  return to !== null && sameAddress(to, moved.from) ? callOfSafe(tx.input, moved) : null;
}

/**
 * The inner call that a Safe's owners signed, when it is the one that moved this money; batches hold it among others. Where the executor writes
 * something behind it, or the call does not say whom and how much it pays, it says nothing about the transfer.
 */
function callOfSafe(input: Hex, { to, usdcUnits }: MovedMoney): Hex | null {
  if (findBindings(input).length === 0) return null;
  try {
    const [, , data] = decodeFunctionData({ abi: safeAbi, data: input }).args;
    const payment = encodeTransfer({ to, usdcUnits }).slice(2).toLowerCase();
    return data.toLowerCase().includes(payment) ? data : null;
  } catch {
    return null; // another call of the account, or built to confuse: then it says nothing
  }
}

/** A bundle holds the words of many; with two operations of one account it is not clear which one moved the money. */
function operationOf(abi: (typeof entryPoints)[number]["abi"], input: Hex, account: Address): Hex | null {
  if (findBindings(input).length === 0) return null;
  try {
    const call = decodeFunctionData({ abi, data: input });
    if (call.functionName !== "handleOps") return null;
    const [own, ...others] = call.args[0].filter((operation) => sameAddress(operation.sender, account));
    return own === undefined || others.length > 0 ? null : own.callData;
  } catch {
    return null; // not a call of this contract, or built to confuse: then it says nothing
  }
}

function toLower(hash: Hex): Hex {
  return `0x${hash.slice(2).toLowerCase()}`;
}
