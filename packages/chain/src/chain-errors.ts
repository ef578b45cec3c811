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
