import { HearthError } from "@hearth/domain/errors";
import argon2 from "argon2";
import pLimit from "p-limit";

/** OWASP's second choice for argon2id: 19 MiB, two passes, one lane. https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html */
const cost: argon2.HashOptions = { type: argon2.argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Who waits for a hash: holders are signed in, or on a device that the account knows; anybody can be the others. Each lane has workers of its
 * own, so that no crowd of strangers makes a holder wait.
 */
export type HashLane = "holders" | "strangers";
const lanes = { holders: { running: 1, waiting: 20 }, strangers: { running: 2, waiting: 20 } };

/** The hash of a password that nobody has, so that an unknown account costs as much as a known one. */
const nobodysHash = "$argon2id$v=19$m=19456,p=1,t=2$+DlT66f/Q+JmrxOhWTKsQQ$Jaek0WQ0PUAxgJ8gAzIUg7BQS2FEAptu4YKLo26QZi8";

/** Hashes and verifies passwords, a few at a time: each takes 19 MiB and a core, which is a way to bring a server down. */
export interface PasswordHasher {
  hash(password: string, lane?: HashLane): Promise<string>;
  /** Whether the password is the one behind the hash; with `null` for the hash it works as long and answers no. */
  verify(hash: string | null, password: string, lane?: HashLane): Promise<boolean>;
}

/** A few at a time and twenty waiting in each lane; who comes after that is told to come back. @throws HearthError OVERLOADED. */
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
