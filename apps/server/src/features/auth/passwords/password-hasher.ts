import argon2 from "argon2";
import { createFairQueue } from "../../../fair-queue.ts";

/** OWASP's second choice for argon2id: 19 MiB, two passes, one lane. https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html */
const cost: argon2.HashOptions = { type: argon2.argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * A queue for hashing. `holders`: signed-in users, and devices that the account knows. `strangers`: everybody else. Each lane has workers
 * of its own, so that a crowd of strangers cannot delay a holder.
 */
export type HashLane = "holders" | "strangers";

/** Hashes at once, waiting in all, and waiting of one origin. A full lane of strangers takes about three seconds. */
const lanes = {
  holders: { running: 1, waiting: 20, waitingOfOne: 20 },
  strangers: { running: 2, waiting: 120, waitingOfOne: 20 },
};

/** A hash that no password matches, verified for an unknown account so that it costs as much time as a known one. */
const nobodysHash = "$argon2id$v=19$m=19456,p=1,t=2$+DlT66f/Q+JmrxOhWTKsQQ$Jaek0WQ0PUAxgJ8gAzIUg7BQS2FEAptu4YKLo26QZi8";

/**
 * Hashes and verifies passwords with bounded concurrency: each hash takes 19 MiB and a core, so unbounded hashing could exhaust the server.
 */
export interface PasswordHasher {
  hash(password: string, by?: HashedFor): Promise<string>;
  /** Returns true if the password matches the hash. A null hash takes as long and returns false. */
  verify(hash: string | null, password: string, by?: HashedFor): Promise<boolean>;
}

/** The lane of a hash, and the network, device or account that asks for it. They take turns in a lane. */
export interface HashedFor {
  lane?: HashLane;
  origin?: string;
}

/**
 * Creates a hasher whose lanes run one or two hashes at a time. When a lane is full, the origin with the most waiting hashes loses its last
 * one, so that one origin cannot take all places. @throws HearthError OVERLOADED for that hash.
 */
export function createPasswordHasher(): PasswordHasher {
  const queues = { holders: createFairQueue(lanes.holders), strangers: createFairQueue(lanes.strangers) };
  return {
    hash: async (password, { lane = "strangers", origin = "" } = {}) => queues[lane].take(origin, () => argon2.hash(password, cost)),
    verify: async (hash, password, { lane = "strangers", origin = "" } = {}) => {
      const isRight = await queues[lane].take(origin, () => argon2.verify(hash ?? nobodysHash, password));
      return hash !== null && isRight;
    },
  };
}
