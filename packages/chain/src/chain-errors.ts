import { BaseError, RpcRequestError } from "viem";

/**
 * The chain could not be asked: the RPC is away, too slow, or answered with an error.
 *
 * It says nothing about any payment. Whoever catches it waits and asks again.
 */
export class ChainUnavailable extends Error {
  override name = "ChainUnavailable";
}

/** The chain answered, but its answers contradict each other, as in the middle of a reorganisation. Waits like its parent. */
export class ChainUnsure extends ChainUnavailable {
  override name = "ChainUnsure";
}

/** The chain has other blocks than those that were read as final. Waits like its parent, for a person. */
export class ChainReplaced extends ChainUnsure {
  override name = "ChainReplaced";
}

/** Runs questions to the RPC so that every failure surfaces as ChainUnavailable, but for what `passes` picks. */
export async function asUnavailable<T>(ask: () => Promise<T>, passes: (error: unknown) => boolean = () => false): Promise<T> {
  try {
    return await ask();
  } catch (cause) {
    if (cause instanceof ChainUnavailable || passes(cause)) throw cause;
    throw unavailableBecause(cause);
  }
}

/** Whether an error is the chain's own verdict on a call that it did execute, and not a failure to ask. */
export function isExecutionVerdict(error: unknown): boolean {
  const answer = error instanceof BaseError ? error.walk((inner) => inner instanceof RpcRequestError) : null;
  return answer instanceof RpcRequestError && /revert|opcode|out of gas|outofgas|evm error/i.test(answer.details);
}

/** A ChainUnavailable for the log. viem's own errors are not attached: they print the RPC's URL, which may hold a key. */
export function unavailableBecause(cause: unknown): ChainUnavailable {
  if (!(cause instanceof BaseError)) return new ChainUnavailable("The chain could not be read.", { cause });
  return new ChainUnavailable(`The chain could not be read: ${cause.shortMessage} ${cause.details}`.slice(0, 300).trim());
}
