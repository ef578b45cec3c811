import type { Network } from "./networks.ts";

/** The heights that `believedFinalized` weighs. */
export interface FinalityClaim {
  /** What the provider names `finalized`; null where it names nothing. */
  claimed: bigint | null;
  /** The newest block of the chain. */
  head: bigint;
  /** The newest block that was read and linked. */
  read: bigint;
  /** What was believed before. */
  known: bigint;
}

/**
 * The height up to which blocks are taken for final. Pure.
 *
 * It never goes back, never comes nearer to the newest block than the network's policy allows, and never goes beyond what was read: a
 * provider that names a wrong block final can neither seal what may still change nor cut off the way back from it.
 */
export function believedFinalized({ claimed, head, read, known }: FinalityClaim, network: Network): bigint {
  const bounds = [claimed ?? known, head - network.finalityDepth, read];
  const allowed = bounds.reduce((lowest, bound) => (bound < lowest ? bound : lowest));
  return allowed > known ? allowed : known;
}
