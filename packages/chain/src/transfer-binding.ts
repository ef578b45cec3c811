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

/** The binding of a transfer to one checkout, and how it was carried. */
export interface TransferBinding {
  /** 32 bytes, in lower case. */
  hash: Hex;
  by: "authorization" | "calldata";
}

/** The first topic of the log that USDC writes before an authorization's transfer. The second topic is the signer. */
export const authorizationUsedTopic = toEventSelector("AuthorizationUsed(address,bytes32)");
const nonceTopic = /^0x[0-9a-f]{64}$/i;

const entryPoints = [
  { address: entryPoint06Address, abi: entryPoint06Abi },
  { address: entryPoint07Address, abi: entryPoint07Abi },
  { address: entryPoint08Address, abi: entryPoint08Abi },
] as const;

/** The call by which anybody submits a transaction that a Safe's owners have signed: https://github.com/safe-global/safe-smart-account */
const safeAbi = parseAbi([
  "function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures) payable returns (bool success)",
]);

/** The fields of a transfer on which its binding depends. */
export interface TransferParties {
  from: Address;
  to: Address;
  usdcUnits: bigint;
}

/**
 * Returns the binding that the money's owner signed, or null without one.
 *
 * The rule behind every case: only data signed by the sending account can bind its transfer. With a contract wallet driven by a third
 * party, or a relayed authorization, strangers can add calldata of their own, which is ignored.
 */
export function bindingOfTransfer(tx: TxFacts, logBefore: LogFacts | null, moved: TransferParties): TransferBinding | null {
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

/**
 * Returns the calldata that the account itself signed: of its transaction, of its only operation within a bundle (ERC-4337), or of a Safe's
 * owners.
 */
function calldataSignedBy(tx: TxFacts, moved: TransferParties): Hex | null {
  const { to } = tx;
  const entryPoint = to === null ? undefined : entryPoints.find(({ address }) => sameAddress(address, to));
  if (entryPoint !== undefined) return operationOf(entryPoint.abi, tx.input, moved.from);
  if (sameAddress(tx.from, moved.from)) return tx.input;
  return to !== null && sameAddress(to, moved.from) ? callOfSafe(tx.input, moved) : null;
}

/**
 * Returns the inner call that a Safe's owners signed, if it contains this transfer, also within a batch. Ignores data that the submitter
 * appended. Returns null if the call does not contain the transfer's recipient and amount.
 */
function callOfSafe(input: Hex, { to, usdcUnits }: TransferParties): Hex | null {
  if (findBindings(input).length === 0) return null;
  try {
    const [, , data] = decodeFunctionData({ abi: safeAbi, data: input }).args;
    const payment = encodeTransfer({ to, usdcUnits }).slice(2).toLowerCase();
    return data.toLowerCase().includes(payment) ? data : null;
  } catch {
    return null; // another call of the account, or malformed on purpose: no binding
  }
}

/** A bundle holds operations of many accounts. With two operations of one account it is unclear which one moved the money. */
function operationOf(abi: (typeof entryPoints)[number]["abi"], input: Hex, account: Address): Hex | null {
  if (findBindings(input).length === 0) return null;
  try {
    const call = decodeFunctionData({ abi, data: input });
    if (call.functionName !== "handleOps") return null;
    const [accountOperation, ...others] = call.args[0].filter((operation) => sameAddress(operation.sender, account));
    return accountOperation === undefined || others.length > 0 ? null : accountOperation.callData;
  } catch {
    return null; // not a call of this contract, or malformed on purpose: no binding
  }
}

function toLower(hash: Hex): Hex {
  return `0x${hash.slice(2).toLowerCase()}`;
}
