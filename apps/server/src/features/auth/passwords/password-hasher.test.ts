import { factoryPassword } from "@hearth/db/testing/factories";
import { HearthError } from "@hearth/domain/errors";
import { describe, expect, it } from "vitest";
import { createPasswordHasher } from "./password-hasher.ts";

describe("the password hasher", () => {
  it("verifies the right password and no other", async () => {
    const hasher = createPasswordHasher();
    const hash = await hasher.hash(factoryPassword);
    expect(hash).toMatch(/^\$argon2id\$/);
    expect(await hasher.verify(hash, factoryPassword)).toBe(true);
    expect(await hasher.verify(hash, `${factoryPassword} `)).toBe(false);
  });

  it("returns false without an account, after the same work", async () => {
    expect(await createPasswordHasher().verify(null, factoryPassword)).toBe(false);
  });

  it("runs two, queues twenty of one origin, and refuses its others with a time to retry", async () => {
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
