import { HearthError } from "@hearth/domain/errors";
import argon2 from "argon2";
import pLimit from "p-limit";

/** OWASP's second choice for argon2id: 19 MiB, two passes, one lane. https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html */
const cost: argon2.HashOptions = { type: argon2.argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const maxRunning = 2;
const maxWaiting = 20;

/** The hash of a password that nobody has, so that an unknown account costs as much as a known one. */
const nobodysHash = "$argon2id$v=19$m=19456,p=1,t=2$+DlT66f/Q+JmrxOhWTKsQQ$Jaek0WQ0PUAxgJ8gAzIUg7BQS2FEAptu4YKLo26QZi8";

/** Hashes and verifies passwords, a few at a time: each takes 19 MiB and a core, which is a way to bring a server down. */
export interface PasswordHasher {
  hash(password: string): Promise<string>;
  /** Whether the password is the one behind the hash; with `null` for the hash it works as long and answers no. */
  verify(hash: string | null, password: string): Promise<boolean>;
}

/** Two at a time and twenty waiting; who comes after that is told to come back. @throws HearthError OVERLOADED. */
export function createPasswordHasher(): PasswordHasher {
  const gate = pLimit(maxRunning);
  const enter = <T>(work: () => Promise<T>): Promise<T> => {
    if (gate.pendingCount >= maxWaiting) throw new HearthError("OVERLOADED", { retryAfterSeconds: 2 });
    return gate(work);
  };
  return {
    hash: async (password) => enter(() => argon2.hash(password, cost)),
    verify: async (hash, password) => {
      const isRight = await enter(() => argon2.verify(hash ?? nobodysHash, password));
      return hash !== null && isRight;
    },
  };
}
