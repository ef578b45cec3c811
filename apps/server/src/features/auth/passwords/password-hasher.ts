import { HearthError } from "@hearth/domain/errors";
import argon2 from "argon2";
import pLimit from "p-limit";

/** OWASP's second choice for argon2id: 19 MiB, two passes, one lane. https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html */
const cost: argon2.HashOptions = { type: argon2.argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * A queue for hashing. `holders`: signed-in users, and devices that the account knows. `strangers`: everybody else. Each lane has workers
 * of its own, so that a crowd of strangers cannot delay a holder.
 */
export type HashLane = "holders" | "strangers";
const lanes = { holders: { running: 1, waiting: 20 }, strangers: { running: 2, waiting: 20 } };

/** A hash that no password matches, verified for an unknown account so that it costs as much time as a known one. */
const nobodysHash = "$argon2id$v=19$m=19456,p=1,t=2$+DlT66f/Q+JmrxOhWTKsQQ$Jaek0WQ0PUAxgJ8gAzIUg7BQS2FEAptu4YKLo26QZi8";

/**
 * Hashes and verifies passwords with bounded concurrency: each hash takes 19 MiB and a core, so unbounded hashing could exhaust the server.
 */
export interface PasswordHasher {
  hash(password: string, lane?: HashLane): Promise<string>;
  /** Returns true if the password matches the hash. A null hash takes as long and returns false. */
  verify(hash: string | null, password: string, lane?: HashLane): Promise<boolean>;
}

/**
 * Creates a hasher whose lanes run one or two hashes at a time and queue twenty. @throws HearthError OVERLOADED when a lane's queue is
 * full.
 */
export function createPasswordHasher(): PasswordHasher {
  const gates = { holders: pLimit(lanes.holders.running), strangers: pLimit(lanes.strangers.running) };
  const enter = <T>(lane: HashLane, work: () => Promise<T>): Promise<T> => {
    if (gates[lane].pendingCount >= lanes[lane].waiting) throw new HearthError("OVERLOADED", { retryAfterSeconds: 2 });
    return gates[lane](work);
  };
  return {
    hash: async (password, lane = "strangers") => enter(lane, () => argon2.hash(password, cost)),
    verify: async (hash, password, lane = "strangers") => {
      const isRight = await enter(lane, () => argon2.verify(hash ?? nobodysHash, password));
      return hash !== null && isRight;
    },
  };
}
