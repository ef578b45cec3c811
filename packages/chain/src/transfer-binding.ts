import { type Address, decodeFunctionData, type Hex, toEventSelector } from "viem";
import { entryPoint06Abi, entryPoint06Address, entryPoint07Abi, entryPoint07Address } from "viem/account-abstraction";
import { sameAddress } from "./addresses.ts";
import { findBindings } from "./binding.ts";
import { addressOfTopic, type LogFacts, type TxFacts } from "./chain-facts.ts";

/** What ties a transfer to one checkout, and how it was carried. */
export interface TransferBinding {
  /** 32 bytes, in lower case. */
  hash: Hex;
  by: "authorization" | "calldata";
}

const authorizationUsedTopic = toEventSelector("AuthorizationUsed(address,bytes32)");
const nonceTopic = /^0x[0-9a-f]{64}$/i;

const entryPoints = [
  { address: entryPoint06Address, abi: entryPoint06Abi },
  { address: entryPoint07Address, abi: entryPoint07Abi },
] as const;

/**
 * Which checkout the owner of the money meant, or null where he has not said so himself.
 *
 * The rule behind every case: only what was signed by the account that the money left can bind it. A contract wallet
 * driven by a third party, or a relayed authorization, lets strangers add calldata of their own; it is not looked at.
 */
export function bindingOfTransfer(tx: TxFacts, logBefore: LogFacts | null, from: Address): TransferBinding | null {
  const nonce = authorizationNonce(logBefore, from);
  if (nonce !== null) return { hash: nonce, by: "authorization" };
  const signed = calldataSignedBy(tx, from);
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

/** The calldata that the account itself signed: of its transaction, or of its one operation within a bundle (ERC-4337). */
function calldataSignedBy(tx: TxFacts, account: Address): Hex | null {
  const { to } = tx;
  const entryPoint = to === null ? undefined : entryPoints.find(({ address }) => sameAddress(address, to));
  if (entryPoint !== undefined) return operationOf(entryPoint.abi, tx.input, account);
  return sameAddress(tx.from, account) ? tx.input : null;
}

/** A bundle holds the words of many; with two operations of one account it is not clear which one moved the money. */
function operationOf(abi: typeof entryPoint06Abi | typeof entryPoint07Abi, input: Hex, account: Address): Hex | null {
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
