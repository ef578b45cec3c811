import { setImmediate } from "node:timers/promises";
import { createHash } from "node:crypto";
import { factoryPassword, makeMerchant, makeUser } from "@hearth/db/testing/factories";
import { makeTenantInvitation } from "@hearth/db/testing/rent-factories";
import { type Challenge, createChallenge, solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { triesByEmail } from "../passwords/count-try.ts";
import { createAccountToken } from "../sessions/account-tokens.ts";
import { type Harness, startHarness } from "../../../testing/harness.ts";
import { mailedToken } from "../../../testing/mailed-token.ts";
import { makeSoftPasskey } from "../../../testing/soft-passkey.ts";

let harness: Harness;
beforeEach(async () => {
  harness = await startHarness();
});
afterEach(() => harness.close());

function attempt(email: string, password = "not the password", remoteAddress = "127.0.0.1", cookie?: string) {
  const headers = cookie === undefined ? {} : { cookie };
  return harness.app.inject({ method: "POST", url: "/api/auth/login", payload: { email, password }, remoteAddress, headers });
}

/** Returns the cookie of a browser that has signed in to the account, over REST or tRPC. */
async function deviceOf(email: string, url: "/api/auth/login" | "/trpc/auth.login" = "/api/auth/login"): Promise<string> {
  const answer = await harness.app.inject({
    method: "POST",
    url,
    payload: { email, password: factoryPassword },
    remoteAddress: "127.9.9.9",
  });
  expect(answer.statusCode).toBe(200);
  const [cookie] = answer.cookies;
  expect(cookie).toMatchObject({ name: "hearth_device", httpOnly: true, sameSite: "Strict", path: "/" });
  return `hearth_device=${cookie?.value}`;
}

/**
 * Tries a hundred wrong passwords, each from another network. Only the last few are hashed, since hashing is slow; the others are only
 * counted.
 */
async function crowd(email: string) {
  for (let time = 0; time < 96; time += 1) await harness.deps.sharedLimits.take("wrongPasswords", triesByEmail(email));
  for (let network = 1; network <= 4; network += 1) await failTimes(1, email, `10.0.${network}.1`);
}

async function failTimes(times: number, email: string, remoteAddress?: string) {
  for (let time = 0; time < times; time += 1) expect((await attempt(email, undefined, remoteAddress)).statusCode).toBe(401);
}

describe("guessing passwords", () => {
  it("is refused after ten tries for an account from one address, even with the right password, with a time to retry", async () => {
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

  it("resets the count after the right password", async () => {
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

describe("wrong passwords of one account from any network", () => {
  it("lock unknown devices out after a hundred", { timeout: 60_000 }, async () => {
    const { email } = await makeUser(harness.db);
    for (const tried of [email, "nobody@example.com"]) {
      await crowd(tried);
      const refused = await attempt(tried, factoryPassword, "10.0.99.1");
      expect(refused.statusCode).toBe(429);
      expect(refused.json().message).toBe(
        "Too many wrong passwords were tried for this account. Please try again in 30 days, or ask for an email that lets this device sign in, or use a device you used before.",
      );
      harness.clock.advance({ days: 1 });
      expect((await attempt(tried, factoryPassword, "10.0.98.1")).statusCode).toBe(429);
    }
    harness.clock.advance({ days: 30 });
    expect((await attempt(email, factoryPassword, "10.0.97.1")).statusCode).toBe(200);
  });

  it("lock nobody out on a known device, even after restarts", { timeout: 60_000 }, async () => {
    const { email } = await makeUser(harness.db);
    const device = await deviceOf(email);
    await crowd(email);
    const other = await makeUser(harness.db);
    const foreign = await deviceOf(other.email, "/trpc/auth.login");
    expect((await attempt(email, factoryPassword, "10.0.1.1", foreign)).statusCode).toBe(429);
    const madeUp = `hearth_device=hrd_${"a".repeat(43)}`;
    expect((await attempt(email, factoryPassword, "10.0.1.1", madeUp)).statusCode).toBe(429);
    expect((await attempt(email, factoryPassword, "10.0.1.1", device)).statusCode).toBe(200);
  });

  it("lock nobody out on a device that a mailed link made known", { timeout: 60_000 }, async () => {
    const { email } = await makeUser(harness.db);
    await crowd(email);
    const asked = await harness.caller().auth.requestDeviceLink({ email });
    expect(asked).toEqual(await harness.caller().auth.requestDeviceLink({ email: "nobody@example.com" }));
    const use = (token: string) =>
      harness.app.inject({ method: "POST", url: "/trpc/auth.useDeviceLink", payload: { token }, remoteAddress: "10.0.1.1" });
    const token = await mailedToken(harness, email, "deviceLink");
    const used = await use(token);
    expect(used.statusCode).toBe(200);
    const device = `hearth_device=${used.cookies[0]?.value}`;
    expect((await attempt(email, undefined, "10.0.1.1", device)).statusCode).toBe(401);
    expect((await attempt(email, factoryPassword, "10.0.1.1", device)).statusCode).toBe(200);
    expect((await attempt(email, factoryPassword, "10.0.1.1")).statusCode).toBe(429);
    expect((await use(token)).statusCode).toBe(422);
  });

  it("name the cookie of a known device for this host alone where the site is on https, and read the plain name once more", async () => {
    const secure = await startHarness({ env: { PUBLIC_ORIGIN: "https://pay.example.com" } });
    const { email } = await makeUser(secure.db);
    const signIn = (cookie?: string) =>
      secure.app.inject({
        method: "POST",
        url: "/api/auth/login",
        payload: { email, password: factoryPassword },
        headers: cookie === undefined ? {} : { cookie },
      });
    const [first] = (await signIn()).cookies;
    expect(first).toMatchObject({ name: "__Host-hearth_device", secure: true, httpOnly: true, path: "/" });
    expect(first).not.toHaveProperty("domain");
    const [again] = (await signIn(`hearth_device=${first?.value}`)).cookies;
    expect(again).toMatchObject({ name: "__Host-hearth_device", value: first?.value });
    await secure.close();
  });

  it("no longer lock the owner out after a password reset by mail", { timeout: 60_000 }, async () => {
    const { id, email } = await makeUser(harness.db);
    await crowd(email);
    const token = await harness.db.transaction((tx) => createAccountToken(tx, { userId: id, email }, "resetPassword", harness.clock.now()));
    await harness.caller().auth.resetPassword({ token: token ?? "", newPassword: "copper kettles at noon" });
    expect((await attempt(email, "copper kettles at noon", "10.0.99.1")).statusCode).toBe(200);
  });

  it("are counted separately on a known device", async () => {
    const { email } = await makeUser(harness.db);
    const device = await deviceOf(email);
    for (let time = 0; time < 10; time += 1) expect((await attempt(email, undefined, "10.0.1.1", device)).statusCode).toBe(401);
    expect((await attempt(email, factoryPassword, "10.0.1.1", device)).statusCode).toBe(429);
    expect((await attempt(email, factoryPassword, "10.0.1.1")).statusCode).toBe(200);
  });

  it("of a known device no longer lock it out after a password reset there", { timeout: 60_000 }, async () => {
    const { id, email } = await makeUser(harness.db);
    const device = await deviceOf(email);
    for (let time = 1; time <= 100; time += 1) {
      expect((await attempt(email, undefined, "10.0.1.1", device)).statusCode).toBe(401);
      if (time % 10 === 0) harness.clock.advance({ minutes: 15, milliseconds: 1 });
    }
    expect((await attempt(email, factoryPassword, "10.0.1.1", device)).statusCode).toBe(429);
    const token = await harness.db.transaction((tx) => createAccountToken(tx, { userId: id, email }, "resetPassword", harness.clock.now()));
    const reset = await harness.app.inject({
      method: "POST",
      url: "/trpc/auth.resetPassword",
      payload: { token: token ?? "", newPassword: "copper kettles at noon" },
      headers: { cookie: device },
    });
    expect(reset.statusCode).toBe(200);
    expect((await attempt(email, "copper kettles at noon", "10.0.1.1", device)).statusCode).toBe(200);
  });

  it("treat a device not used for half a year as unknown", async () => {
    const { email } = await makeUser(harness.db);
    const device = await deviceOf(email);
    harness.clock.advance({ days: 180 });
    await failTimes(10, email, "10.0.1.1");
    expect((await attempt(email, factoryPassword, "10.0.1.1", device)).statusCode).toBe(429);
  });
});

describe("wrong passwords of a signed-in user", () => {
  const wrong = { password: "not the password" };

  /** Tries a hundred wrong passwords in a session, ten in each quarter of an hour. */
  async function lockOut(token: string) {
    const { auth } = harness.caller(token);
    for (let time = 1; time <= 100; time += 1) {
      await expect(auth.stepUp(wrong)).rejects.toMatchObject({ cause: { code: "WRONG_PASSWORD" } });
      if (time % 10 === 0) harness.clock.advance({ minutes: 15, milliseconds: 1 });
    }
    const locked = { code: "RATE_LIMITED", message: expect.stringContaining("sign in again") };
    await expect(auth.stepUp({ password: factoryPassword })).rejects.toMatchObject({ cause: locked });
  }

  it("lock out their session only, and nobody after a reset by mail", { timeout: 60_000 }, async () => {
    const { id, email } = await makeUser(harness.db);
    const [stolen, own] = [await harness.signIn(id), await harness.signIn(id)];
    await lockOut(stolen);
    await harness.caller(own).auth.stepUp({ password: factoryPassword });
    const signedInAnew = (await attempt(email, factoryPassword)).json().token;
    await harness.caller(signedInAnew).auth.stepUp({ password: factoryPassword });
    const mailed = await harness.db.transaction((tx) =>
      createAccountToken(tx, { userId: id, email }, "resetPassword", harness.clock.now()),
    );
    const password = "copper kettles at noon";
    await harness.caller().auth.resetPassword({ token: mailed ?? "", newPassword: password });
    const { token } = (await attempt(email, password)).json();
    await harness.caller(token).auth.stepUp({ password });
  });

  it("are forgiven by a passkey, a stronger proof", { timeout: 60_000 }, async () => {
    const { id } = await makeUser(harness.db);
    const token = await harness.signIn(id);
    const { auth } = harness.caller(token);
    const passkey = makeSoftPasskey(harness.deps.env.publicOrigin);
    const { recoveryCodes } = await auth.addPasskey({ name: "Phone", response: passkey.register(await auth.beginPasskey()) });
    await lockOut(token);
    await auth.stepUpWithPasskey({ response: passkey.show(await auth.beginPasskeyProof()) });
    await auth.stepUp({ password: factoryPassword, code: recoveryCodes?.[0] ?? "" });
  });

  it("are limited to ten in a quarter of an hour in one session", async () => {
    const { id } = await makeUser(harness.db);
    const { auth } = harness.caller(await harness.signIn(id));
    for (let time = 0; time < 10; time += 1) {
      await expect(auth.stepUp(wrong)).rejects.toMatchObject({ cause: { code: "WRONG_PASSWORD" } });
    }
    await expect(auth.stepUp({ password: factoryPassword })).rejects.toMatchObject({ cause: { code: "RATE_LIMITED" } });
    harness.clock.advance({ minutes: 15, milliseconds: 1 });
    await auth.stepUp({ password: factoryPassword });
  });
});

it("a session that uses up its passkey challenges leaves the account's other sessions theirs", async () => {
  const { id } = await makeUser(harness.db);
  const own = harness.caller(await harness.signIn(id)).auth;
  const passkey = makeSoftPasskey(harness.deps.env.publicOrigin);
  await own.addPasskey({ name: "Phone", response: passkey.register(await own.beginPasskey()) });
  const stolen = harness.caller(await harness.signIn(id)).auth;
  for (let time = 0; time < 30; time += 1) await stolen.beginPasskeyProof();
  await expect(stolen.beginPasskeyProof()).rejects.toMatchObject({ cause: { code: "RATE_LIMITED" } });
  await own.stepUpWithPasskey({ response: passkey.show(await own.beginPasskeyProof()) });
});

it(
  "strangers who fill the hashing queue keep nobody else out: known devices, signed-in users, other networks",
  { timeout: 60_000 },
  async () => {
    const { id, email } = await makeUser(harness.db);
    const elsewhere = await makeUser(harness.db);
    const device = await deviceOf(email);
    const here = harness.caller(await harness.signIn(id));
    const leave = crowdIn();
    const [stranger, ownAnswer, steppedUp] = await Promise.all([
      attempt(elsewhere.email, factoryPassword, "10.1.1.1"),
      attempt(email, factoryPassword, "127.0.0.1", device),
      here.auth.stepUp({ password: factoryPassword }),
    ]).finally(leave);
    expect(stranger.statusCode).toBe(200);
    expect(ownAnswer.statusCode).toBe(200);
    expect(steppedUp.message).not.toBe("");
  },
);

/** Keeps two hashes of a network running and its places in the queue taken, each retrying at once. Call the returned function to stop. */
function crowdIn(): () => Promise<void> {
  const over = new AbortController();
  const stay = async () => {
    while (!over.signal.aborted) {
      await harness.deps.passwords.verify(null, "guess", { origin: "10.9.9.0/24" }).catch(() => {});
      await setImmediate(); // a refused try comes back at once, and must leave others a turn
    }
  };
  const crowd = Array.from({ length: 22 }, stay);
  return async () => {
    over.abort();
    await Promise.all(crowd);
  };
}

it("an email can be registered five times an hour, from any network", async () => {
  const email = "often@example.com";
  const register = (index: number) =>
    harness.app.inject({
      method: "POST",
      url: "/api/auth/register",
      payload: { firstName: "A", lastName: "B", email, password: "a decent password" },
      remoteAddress: `10.2.${index}.1`,
    });
  const statuses = [];
  for (let index = 0; index < 6; index += 1) statuses.push((await register(index)).statusCode);
  expect(statuses).toEqual([201, 409, 409, 409, 409, 429]);
});

describe("sign-ups from one network", () => {
  let number = 0;
  const signUp = (proof: { invitation?: string; work?: string } = {}, url = "/api/auth/register") => {
    const email = `mover.${(number += 1)}@example.com`;
    const payload = { firstName: "Ada", lastName: "Quill", email, password: "a decent password", ...proof };
    return harness.app.inject({ method: "POST", url, payload, remoteAddress: "10.3.1.1" });
  };
  const useUpLimit = async () => {
    for (let time = 0; time < 20; time += 1) await harness.deps.sharedLimits.take("register", "10.3.1.1");
  };
  const challenge = async () => {
    const answer = await harness.app.inject({ url: "/trpc/auth.signUpChallenge", remoteAddress: "10.3.1.1" });
    return JSON.parse(answer.json().result.data.challenge);
  };
  const solved = async (task: Challenge) =>
    JSON.stringify({ challenge: task, solution: await solveChallenge({ challenge: task, deriveKey }) });

  it("beyond twenty an hour need the solution of a challenge, each another one", async () => {
    await useUpLimit();
    const refused = await signUp();
    expect([refused.statusCode, Number(refused.headers["retry-after"]) > 0]).toEqual([429, true]);
    const work = await solved(await challenge());
    expect((await signUp({ work })).statusCode).toBe(201);
    expect((await signUp({ work })).statusCode).toBe(429);
    expect((await signUp({ work: await solved(await challenge()) })).statusCode).toBe(201);
  });

  it("are refused with a challenge that was not solved, was changed, is of somebody else or too old", async () => {
    await useUpLimit();
    const task = await challenge();
    const work = JSON.parse(await solved(task));
    const easier = { ...work, challenge: { ...task, parameters: { ...task.parameters, keyPrefix: "00" } } };
    const own = await createChallenge({
      algorithm: "PBKDF2/SHA-256",
      cost: 5_000,
      counter: 1,
      deriveKey,
      hmacSignatureSecret: "ours",
      hmacKeySignatureSecret: "ours",
    });
    const texts = [
      "no JSON",
      "{}",
      JSON.stringify({ ...work, solution: { counter: work.solution.counter + 1, derivedKey: "00" } }),
      JSON.stringify(easier),
      await solved(own),
      JSON.stringify({ ...work, challenge: { ...task, parameters: { ...task.parameters, expiresAt: 1 } } }),
    ];
    for (const text of texts) expect((await signUp({ work: text })).statusCode).toBe(429);
    expect((await signUp({ work: JSON.stringify(work) })).statusCode).toBe(201);
  });

  it("do not count where each shows an open invitation, five for each", async () => {
    const { merchant, owner } = await makeMerchant(harness.db);
    await useUpLimit();
    for (const resident of ["one", "two"]) {
      const inviteHash = createHash("sha256").update(resident).digest("hex");
      await makeTenantInvitation(harness.db, { merchantId: merchant.id, invitedBy: owner.id, inviteHash });
      const statuses = [];
      for (let time = 0; time < 6; time += 1) statuses.push((await signUp({ invitation: resident })).statusCode);
      expect(statuses).toEqual([201, 201, 201, 201, 201, 429]);
    }
    expect((await signUp({ invitation: "unknown" })).statusCode).toBe(429);
    harness.clock.advance({ hours: 24 * 15 });
    await useUpLimit();
    expect((await signUp({ invitation: "one" })).statusCode).toBe(429);
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
