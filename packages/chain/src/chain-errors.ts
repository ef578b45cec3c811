import { BaseError, RpcRequestError } from "viem";

/**
 * The chain could not be asked: the RPC is away, too slow, or returned an error.
 *
 * It says nothing about any payment. Callers wait and retry.
 */
export class ChainUnavailable extends Error {
  override name = "ChainUnavailable";
}

/** The chain's answers contradict each other, as in the middle of a reorganisation. Callers retry, as for its parent. */
export class ChainUnsure extends ChainUnavailable {
  override name = "ChainUnsure";
}

/** The chain has other blocks than those that were read as final. Callers wait for an operator. */
export class ChainReplaced extends ChainUnsure {
  override name = "ChainReplaced";
}

/** Runs RPC requests and turns every failure into ChainUnavailable, except errors that `passes` selects. */
export async function asUnavailable<T>(ask: () => Promise<T>, passes: (error: unknown) => boolean = () => false): Promise<T> {
  try {
    return await ask();
  } catch (cause) {
    if (cause instanceof ChainUnavailable || passes(cause)) throw cause;
    throw unavailableBecause(cause);
  }
}

/** True if an error is the chain's result of a call that it executed, not a failure to ask. */
export function isExecutionVerdict(error: unknown): boolean {
  const answer = error instanceof BaseError ? error.walk((inner) => inner instanceof RpcRequestError) : null;
  return answer instanceof RpcRequestError && /revert|opcode|out of gas|outofgas|evm error/i.test(answer.details);
}

/** Creates a ChainUnavailable for the log. Does not attach viem's own errors: they contain the RPC's URL, which may hold a key. */
export function unavailableBecause(cause: unknown): ChainUnavailable {
  if (!(cause instanceof BaseError)) return new ChainUnavailable("The chain could not be read.", { cause });
  return new ChainUnavailable(`The chain could not be read: ${cause.shortMessage} ${cause.details}`.slice(0, 300).trim());
}
