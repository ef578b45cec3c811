import { makeUser } from "@hearth/db/testing/factories";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Harness, startHarness } from "./harness.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness.close());

describe("the test harness", () => {
  it("calls procedures as an account, and uses its own clock", async () => {
    const user = await makeUser(harness.db, { firstName: "Ada" });
    const token = await harness.signIn(user.id);
    expect((await harness.caller(token).auth.me()).firstName).toBe("Ada");
    harness.clock.advance({ hours: 25 });
    await expect(harness.caller(token).auth.me()).rejects.toThrow("Please sign in");
  });

  it("serves both interfaces without a port", async () => {
    const answer = await harness.app.inject({ url: "/trpc/auth.me" });
    expect(answer.statusCode).toBe(401);
  });

  it("has an unavailable chain by default", async () => {
    await expect(harness.deps.chain.head()).rejects.toMatchObject({ name: "ChainUnavailable" });
  });
});
