import { attempts } from "@hearth/db/schema/attempts";
import { connectDatabase } from "@hearth/db/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Harness, startHarness } from "../testing/harness.ts";
import { createAttempts, forgetAttempts } from "./attempts.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness.close());

const refused = { code: "RATE_LIMITED" };

describe("the limits of what is tried", () => {
  it("let the last allowed one through and refuse the next, saying how long to wait", async () => {
    const limits = createAttempts(harness.db, harness.clock);
    for (let time = 0; time < 10; time += 1) await limits.take("login", "ada");
    harness.clock.advance({ seconds: 60 });
    await expect(limits.take("login", "ada")).rejects.toMatchObject({ ...refused, retryAfterSeconds: 14 * 60 });
  });

  it("begin anew when the window is over, and not a moment before", async () => {
    const limits = createAttempts(harness.db, harness.clock, { login: { max: 1, windowSeconds: 10 } });
    await limits.take("login", "ben");
    harness.clock.advance({ milliseconds: 9_999 });
    await expect(limits.take("login", "ben")).rejects.toMatchObject(refused);
    harness.clock.advance({ milliseconds: 1 });
    await limits.take("login", "ben");
    await expect(limits.take("login", "ben")).rejects.toMatchObject(refused);
  });

  it("count for all processes together, also what comes at one moment, and what came before a restart", async () => {
    const other = connectDatabase(harness.deps.env.databaseUrl);
    const [here, there] = [createAttempts(harness.db, harness.clock), createAttempts(other.db, harness.clock)];
    const tries = Array.from({ length: 30 }, (_, index) => (index % 2 === 0 ? here : there).take("login", "cleo"));
    const outcomes = await Promise.allSettled(tries);
    await other.close();
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(10);
    await expect(createAttempts(harness.db, harness.clock).take("login", "cleo")).rejects.toMatchObject(refused);
  });

  it("count each key and each rule by itself, and reset one key only", async () => {
    const once = { max: 1, windowSeconds: 10 };
    const limits = createAttempts(harness.db, harness.clock, { login: once, register: once });
    await limits.take("login", "dora");
    await limits.take("login", "emil");
    await limits.take("register", "dora");
    await limits.reset("login", "dora");
    await limits.take("login", "dora");
    await expect(limits.take("login", "emil")).rejects.toMatchObject(refused);
    await expect(limits.take("register", "dora")).rejects.toMatchObject(refused);
  });

  it("keep no e-mail and no address, and nothing that is over", async () => {
    const limits = createAttempts(harness.db, harness.clock, { login: { max: 1, windowSeconds: 10 } });
    await limits.take("login", "finn@example.com");
    expect(JSON.stringify(await harness.db.select().from(attempts))).not.toContain("finn@example.com");
    harness.clock.advance({ days: 31 });
    await limits.take("login", "gina");
    await forgetAttempts(harness.db, harness.clock);
    expect(await harness.db.$count(attempts)).toBe(1);
  });

  it("refuse nothing when they are off", async () => {
    const limits = createAttempts(harness.db, harness.clock, null);
    for (let time = 0; time < 50; time += 1) await limits.take("login", "hugo");
  });
});
