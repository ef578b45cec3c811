import { type Address, type Hex, type PublicClient, type Transport, type TypedDataDefinition, verifyMessage } from "viem";
import { isExecutionVerdict, unavailableBecause } from "./chain-errors.ts";
import type { Network } from "./networks.ts";
import { createRpcClient, rpcTransport } from "./rpc-client.ts";

/** A signed statement and its signer. */
export type SignedStatement =
  | { address: Address; signature: Hex; message: string }
  | { address: Address; signature: Hex; typedData: TypedDataDefinition };

/**
 * True if an account signed a statement: with its key, as a contract wallet (ERC-1271), or as one not yet deployed (ERC-6492).
 *
 * viem returns false when the RPC fails underneath. Here every such failure throws ChainUnavailable, so that an owner is never told that a
 * valid signature is wrong because a node was away.
 */
export async function verifySignature(network: Network, rpcUrl: string, timeoutMs: number, statement: SignedStatement): Promise<boolean> {
  const failures: unknown[] = [];
  const client = createRpcClient(
    network,
    rpcUrl,
    watched(rpcTransport(rpcUrl, timeoutMs), (error) => failures.push(error)),
  );
  const isValid = await ask(client, statement);
  if (!isValid && failures.length > 0) throw unavailableBecause(failures[0]);
  return isValid;
}

/** True if the key of an account signed a text. Asks no node, so the signature of a contract wallet is refused. */
export function isSignedByKey(statement: { address: Address; signature: Hex; message: string }): Promise<boolean> {
  return verifyMessage(statement).catch(() => false);
}

async function ask(client: PublicClient, statement: SignedStatement): Promise<boolean> {
  const { address, signature } = statement;
  if ("message" in statement) return client.verifyMessage({ address, signature, message: statement.message });
  return client.verifyTypedData({ address, signature, ...statement.typedData });
}

/** Calls `notice` with each error that is not the chain's result of the call. */
function watched(transport: Transport, notice: (error: unknown) => void): Transport {
  return (options) => {
    const inner = transport(options);
    const request: typeof inner.request = async (...input) => {
      try {
        return await inner.request(...input);
      } catch (error) {
        if (!isExecutionVerdict(error)) notice(error);
        throw error;
      }
    };
    return { ...inner, request };
  };
}
