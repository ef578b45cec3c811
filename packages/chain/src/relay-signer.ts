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

/** What the relayer's account is to sign; it never sends ETH along. */
export interface RelayTransaction {
  chainId: number;
  nonce: number;
  gas: bigint;
  to: Address;
  data: Hex;
  maxFeePerGas: bigint;
  maxPriorityFeePerGas: bigint;
}

/** Who holds the relayer's key. */
export interface RelaySigner {
  readonly address: Address;
  /** The signed transaction, exactly what was asked for. Rejects with ChainUnavailable where nobody can sign it now. */
  sign(transaction: RelayTransaction): Promise<Hex>;
}

/** The signer was reached and signed something else, or with another key. What it answered must not be sent. */
export class WrongSignature extends ChainUnavailable {
  override name = "WrongSignature";
}

/** A key in the process's own memory. */
export function localSigner(privateKey: Hex): RelaySigner {
  const account = privateKeyToAccount(privateKey);
  return { address: account.address, sign: (transaction) => account.signTransaction({ type: "eip1559", ...transaction }) };
}

/** Where a signer is asked, and whose key it is to use. */
export interface RemoteSignerOptions {
  url: string;
  address: Address;
  /** Default 3,000. */
  timeoutMs?: number;
}

/**
 * A key that another program holds, asked by JSON-RPC's `eth_signTransaction` as Web3Signer, Clef and proxies of key services speak it. What it answers is
 * read, and refused where it is not to the last byte what was asked for, signed by that address: it could pay somebody else, or burn a nonce.
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
  // Its errors are not attached: they may print the address, and that may hold a password.
  const answer = await fetch(url, { method: "POST", headers, body, redirect: "error", signal: AbortSignal.timeout(timeoutMs) })
    .then((response): Promise<unknown> => response.json())
    .catch(() => {
      throw new ChainUnavailable("The relayer's signer cannot be reached.");
    });
  const raw = rawOf(answer);
  if (raw === null) throw new ChainUnavailable(`The relayer's signer did not sign: ${refusalOf(answer)}`);
  return raw;
}

/** Some answer the signed transaction, others an object that holds it. */
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
  return typeof message === "string" ? message.slice(0, 200) : "it answered no signed transaction";
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}

async function requireSame(raw: TransactionSerializedEIP1559, address: Address, asked: RelayTransaction): Promise<void> {
  try {
    const { to, data, value = 0n, accessList = [], ...got } = parseTransaction(raw);
    const isSame =
      isAddressEqual(to ?? "0x0000000000000000000000000000000000000000", asked.to) &&
      data === asked.data.toLowerCase() &&
      value === 0n &&
      accessList.length === 0 &&
      got.chainId === asked.chainId &&
      (got.nonce ?? 0) === asked.nonce &&
      got.gas === asked.gas &&
      got.maxFeePerGas === asked.maxFeePerGas &&
      got.maxPriorityFeePerGas === asked.maxPriorityFeePerGas;
    if (isSame && isAddressEqual(await recoverTransactionAddress({ serializedTransaction: raw }), address)) return;
  } catch {
    // What cannot be read is not what was asked for.
  }
  throw new WrongSignature("The relayer's signer signed something else than it was asked to.");
}
