import { factoryPassword } from "@hearth/db/testing/factories";
import { HearthError } from "@hearth/domain/errors";
import { describe, expect, it } from "vitest";
import { createPasswordHasher } from "./password-hasher.ts";

describe("the password hasher", () => {
  it("knows a password again, and no other", async () => {
    const hasher = createPasswordHasher();
    const hash = await hasher.hash(factoryPassword);
    expect(hash).toMatch(/^\$argon2id\$/);
    expect(await hasher.verify(hash, factoryPassword)).toBe(true);
    expect(await hasher.verify(hash, `${factoryPassword} `)).toBe(false);
  });

  it("answers no where there is no account, after doing the work", async () => {
    expect(await createPasswordHasher().verify(null, factoryPassword)).toBe(false);
  });

  it("turns a crowd away: two run, twenty wait, the others are told to come back", async () => {
    const hasher = createPasswordHasher();
    const crowd = await Promise.allSettled(Array.from({ length: 30 }, () => hasher.verify(null, "guess")));
    const refused = crowd.filter((attempt) => attempt.status === "rejected").map((attempt) => attempt.reason);
    expect(refused).toHaveLength(8);
    for (const reason of refused) {
      expect(reason).toBeInstanceOf(HearthError);
      expect(reason).toMatchObject({ code: "OVERLOADED", retryAfterSeconds: 2 });
    }
    expect(await hasher.verify(null, "guess")).toBe(false);
  });
});
