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

/**
 * Runs questions to the RPC so that every failure surfaces as ChainUnavailable, with the cause kept for the log.
 *
 * RangeError passes, being the caller's mistake and no state of the chain; so does what `passes` picks.
 */
export async function asUnavailable<T>(ask: () => Promise<T>, passes: (error: unknown) => boolean = () => false): Promise<T> {
  try {
    return await ask();
  } catch (cause) {
    if (cause instanceof ChainUnavailable || cause instanceof RangeError || passes(cause)) throw cause;
    throw new ChainUnavailable(`The chain could not be read: ${describe(cause)}`, { cause });
  }
}

/** Whether an error is the chain's own verdict on a call that it did execute, and not a failure to ask. */
export function isExecutionVerdict(error: unknown): boolean {
  const answer = error instanceof BaseError ? error.walk((inner) => inner instanceof RpcRequestError) : null;
  return answer instanceof RpcRequestError && /revert|opcode|out of gas|outofgas|evm error/i.test(answer.details);
}

/** viem's long messages hold the URL, which may hold a key: only the first sentence is kept. */
function describe(cause: unknown): string {
  if (cause instanceof BaseError) return cause.shortMessage;
  return cause instanceof Error ? cause.message : "unknown reason";
}
