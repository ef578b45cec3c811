import { factoryPassword, makeUser } from "@hearth/db/testing/factories";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Harness, startHarness } from "../../testing/harness.ts";

let harness: Harness;
beforeEach(async () => {
  harness = await startHarness();
});
afterEach(() => harness.close());

function attempt(email: string, password = "not the password", remoteAddress = "127.0.0.1") {
  return harness.app.inject({ method: "POST", url: "/api/auth/login", payload: { email, password }, remoteAddress });
}

async function failTimes(times: number, email: string, remoteAddress?: string) {
  for (let time = 0; time < times; time += 1) expect((await attempt(email, undefined, remoteAddress)).statusCode).toBe(401);
}

describe("guessing passwords", () => {
  it("stops at ten for one account from one address, right password or not, and says when to come back", async () => {
    const { email } = await makeUser(harness.db);
    await failTimes(10, email);
    const refused = await attempt(email, factoryPassword);
    expect(refused.statusCode).toBe(429);
    expect(refused.headers["retry-after"]).toBe("900");
    expect(refused.json().code).toBe("RATE_LIMITED");
    expect((await attempt(email, factoryPassword, "127.0.0.2")).statusCode).toBe(200);
    harness.clock.advance({ minutes: 15, milliseconds: 1 });
    expect((await attempt(email, factoryPassword)).statusCode).toBe(200);
  });

  it("does not count against who gets it right", async () => {
    const { email } = await makeUser(harness.db);
    for (let time = 0; time < 12; time += 1) expect((await attempt(email, factoryPassword)).statusCode).toBe(200);
  });

  it("counts the tRPC interface and the documented call together", async () => {
    const { email } = await makeUser(harness.db);
    await failTimes(9, email);
    const input = { email, password: "not the password" };
    const viaTrpc = () => harness.app.inject({ method: "POST", url: "/trpc/auth.login", payload: input });
    expect((await viaTrpc()).statusCode).toBe(401);
    const refused = await viaTrpc();
    expect(refused.statusCode).toBe(429);
    expect(refused.headers["retry-after"]).toBe("900");
  });
});

describe("the general limit", () => {
  it("gives each account 600 calls a minute", async () => {
    const user = await makeUser(harness.db);
    const token = await harness.signIn(user.id);
    const other = await harness.signIn((await makeUser(harness.db)).id);
    const call = (bearer: string) => harness.app.inject({ url: "/api/merchants", headers: { authorization: `Bearer ${bearer}` } });
    for (let time = 0; time < 600; time += 1) harness.deps.rateLimits.take("call", user.id);
    expect((await call(token)).statusCode).toBe(429);
    expect((await call(other)).statusCode).toBe(200);
    harness.clock.advance({ seconds: 60, milliseconds: 1 });
    expect((await call(token)).statusCode).toBe(200);
  });
});
