import {
  type Address,
  type Hex,
  isAddressEqual,
  isHex,
  numberToHex,
  parseTransaction,
  recoverTransactionAddress,
  type TransactionSerializedEIP1559,
} from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { ChainUnavailable } from "./chain-errors.ts";

/** A transaction for the relayer's account to sign. It never sends ETH. */
export interface RelayTransaction {
  chainId: number;
  nonce: number;
  gas: bigint;
  to: Address;
  data: Hex;
  maxFeePerGas: bigint;
  maxPriorityFeePerGas: bigint;
}

/** Holder of the relayer's key. */
export interface RelaySigner {
  readonly address: Address;
  /** Signs exactly this transaction. Rejects with ChainUnavailable if nobody can sign it now. */
  sign(transaction: RelayTransaction): Promise<Hex>;
}

/** The signer signed something else, or with another key. Its answer must not be sent. */
export class WrongSignature extends ChainUnavailable {
  override name = "WrongSignature";
}

/** Signs with a key in the process's memory. */
export function localSigner(privateKey: Hex): RelaySigner {
  const account = privateKeyToAccount(privateKey);
  return { address: account.address, sign: (transaction) => account.signTransaction({ type: "eip1559", ...transaction }) };
}

/** URL of a signer, and the key it must use. */
export interface RemoteSignerOptions {
  url: string;
  address: Address;
  /** Default 3,000. */
  timeoutMs?: number;
}

/**
 * Signs with a key that another program holds, over JSON-RPC's `eth_signTransaction`, like Web3Signer, Clef and proxies of key services.
 * Refuses an answer that is not byte for byte the requested transaction, signed by that address: it could pay somebody else, or burn a
 * nonce.
 */
export function remoteSigner({ url, address, timeoutMs = 3_000 }: RemoteSignerOptions): RelaySigner {
  return {
    address,
    sign: async (transaction) => {
      const signed = await ask(url, address, transaction, timeoutMs);
      await requireSame(signed, address, transaction);
      return signed;
    },
  };
}

async function ask(url: string, from: Address, transaction: RelayTransaction, timeoutMs: number): Promise<TransactionSerializedEIP1559> {
  const { chainId, nonce, gas, to, data, maxFeePerGas, maxPriorityFeePerGas } = transaction;
  const numbers = { chainId, nonce, gas, maxFeePerGas, maxPriorityFeePerGas, value: 0 };
  const quantities = Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, numberToHex(value)]));
  const body = JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method: "eth_signTransaction",
    params: [{ type: "0x2", from, to, data, ...quantities }],
  });
  const headers = { "content-type": "application/json" };
  // Does not attach its errors: they may contain the URL, which may hold a password.
  const answer = await fetch(url, { method: "POST", headers, body, redirect: "error", signal: AbortSignal.timeout(timeoutMs) })
    .then((response): Promise<unknown> => response.json())
    .catch(() => {
      throw new ChainUnavailable("The relayer's signer cannot be reached.");
    });
  const raw = rawOf(answer);
  if (raw === null) throw new ChainUnavailable(`The relayer's signer did not sign: ${refusalOf(answer)}`);
  return raw;
}

/** Some signers return the signed transaction, others an object that holds it. */
function rawOf(answer: unknown): TransactionSerializedEIP1559 | null {
  const result = fieldOf(answer, "result");
  const raw = typeof result === "string" ? result : fieldOf(result, "raw");
  return isHex(raw) && isEip1559(raw) ? raw : null;
}

function isEip1559(raw: Hex): raw is TransactionSerializedEIP1559 {
  return raw.startsWith("0x02");
}

function refusalOf(answer: unknown): string {
  const message = fieldOf(fieldOf(answer, "error"), "message");
  return typeof message === "string" ? message.slice(0, 200) : "it returned no signed transaction";
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}

async function requireSame(raw: TransactionSerializedEIP1559, address: Address, request: RelayTransaction): Promise<void> {
  try {
    const { to, data, value = 0n, accessList = [], ...got } = parseTransaction(raw);
    const isSame =
      isAddressEqual(to ?? "0x0000000000000000000000000000000000000000", request.to) &&
      data === request.data.toLowerCase() &&
      value === 0n &&
      accessList.length === 0 &&
      got.chainId === request.chainId &&
      (got.nonce ?? 0) === request.nonce &&
      got.gas === request.gas &&
      got.maxFeePerGas === request.maxFeePerGas &&
      got.maxPriorityFeePerGas === request.maxPriorityFeePerGas;
    if (isSame && isAddressEqual(await recoverTransactionAddress({ serializedTransaction: raw }), address)) return;
  } catch {
    // An unreadable transaction is not the requested one.
  }
  throw new WrongSignature("The relayer's signer signed something else than the requested transaction.");
}
