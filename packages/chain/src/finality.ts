import type { Network } from "./networks.ts";

/** The heights that `trustedFinalizedHeight` compares. */
export interface FinalityClaim {
  /** The provider's `finalized` block; null if it names none. */
  claimed: bigint | null;
  /** The newest block of the chain. */
  head: bigint;
  /** The newest block that was read and linked. */
  read: bigint;
  /** The previous result. */
  known: bigint;
}

/**
 * Returns the height up to which blocks count as final. Pure.
 *
 * It never decreases, never exceeds what was read, and keeps the network's minimum distance from the newest block. So a provider that names
 * a wrong block final can neither finalise blocks that may still change nor block a rollback.
 */
export function trustedFinalizedHeight({ claimed, head, read, known }: FinalityClaim, network: Network): bigint {
  const bounds = [claimed ?? known, head - network.finalityDepth, read];
  const allowed = bounds.reduce((lowest, bound) => (bound < lowest ? bound : lowest));
  return allowed > known ? allowed : known;
}
