import { mails } from "@hearth/db/schema/mails";
import { makeUser } from "@hearth/db/testing/factories";
import { publicId } from "@hearth/domain/ids";
import { and, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Harness, startHarness } from "../../../testing/harness.ts";
import { findKnownDevice } from "./known-devices.ts";
import { openSession, resolveActor } from "./sessions.service.ts";
import { createDeviceToken } from "./tokens.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness.close());

const phone = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Mobile/15E148 Safari/604.1";

function signInFrom(userId: string, userAgent: string, ip: string): Promise<string> {
  const origin = { requestId: "test", userAgent, ip };
  return openSession(harness.db, { userId, kind: "auth", now: harness.clock.now(), origin });
}

async function idOf(token: string): Promise<string> {
  const actor = await resolveActor(harness.deps, token);
  if (actor === null) throw new Error("The session is not open");
  return publicId("session", actor.sessionId);
}

describe("the devices of an account", () => {
  it("are the ones signed in now, the current one first, named and without their tokens", async () => {
    const { id } = await makeUser(harness.db);
    const here = await harness.signIn(id);
    const onPhone = await signInFrom(id, phone, "203.0.113.7");
    const left = await harness.signIn(id);
    await harness.caller(left).auth.logout();
    await harness.signIn((await makeUser(harness.db)).id);
    const devices = await harness.caller(here).auth.devices();
    expect(devices.map(({ _id, device, ip, isCurrent }) => ({ _id, device, ip, isCurrent }))).toEqual([
      { _id: await idOf(here), device: "Unknown device", ip: null, isCurrent: true },
      { _id: await idOf(onPhone), device: "Safari on iOS", ip: "203.0.113.7", isCurrent: false },
    ]);
    expect(JSON.stringify(devices)).not.toContain("hrt_");
  });

  it("leave out one not used for a day", async () => {
    const { id } = await makeUser(harness.db);
    await harness.signIn(id);
    harness.clock.advance({ hours: 24 });
    const devices = await harness.caller(await harness.signIn(id)).auth.devices();
    expect(devices).toHaveLength(1);
  });
});

describe("signing a device out", () => {
  it("ends it at once, and only once", async () => {
    const { id } = await makeUser(harness.db);
    const here = harness.caller(await harness.signIn(id));
    const elsewhere = await harness.signIn(id);
    const sessionId = await idOf(elsewhere);
    await here.auth.signOutDevice({ sessionId });
    await expect(harness.caller(elsewhere).auth.me()).rejects.toThrow("Please sign in");
    await expect(here.auth.signOutDevice({ sessionId })).rejects.toThrow("This device is not signed in any more");
  });

  it("answers NOT_FOUND for another user's device, as for an unknown one", async () => {
    const [mine, theirs] = [await makeUser(harness.db), await makeUser(harness.db)];
    const here = harness.caller(await harness.signIn(mine.id));
    const elsewhere = await harness.signIn(theirs.id);
    await expect(here.auth.signOutDevice({ sessionId: await idOf(elsewhere) })).rejects.toThrow("This device is not signed in any more");
    await expect(here.auth.signOutDevice({ sessionId: "nonsense" })).rejects.toThrow("This device is not signed in any more");
    expect(await resolveActor(harness.deps, elsewhere)).not.toBeNull();
  });

  it("can be done with all others at once", async () => {
    const { id } = await makeUser(harness.db);
    const here = await harness.signIn(id);
    const others = [await harness.signIn(id), await harness.signIn(id)];
    expect(await harness.caller(here).auth.signOutOtherDevices()).toEqual({ message: "Your other devices are signed out" });
    for (const token of others) expect(await resolveActor(harness.deps, token)).toBeNull();
    expect(await harness.caller(here).auth.devices()).toHaveLength(1);
    expect(await harness.caller(here).auth.signOutOtherDevices()).toEqual({ message: "No other device is signed in" });
  });
});

describe("a sign-in on a device that the account does not know", () => {
  const countTold = (userId: string) =>
    harness.db.$count(mails, and(eq(mails.userId, userId), sql`${mails.event} ->> 'kind' = 'newDevice'`));

  /** Signs in with a browser, and returns its device token afterwards. */
  async function signInWith(userId: string, token: string | null, userAgent = phone): Promise<string | null> {
    let deviceToken = token;
    const device = { token, keep: (given: string) => (deviceToken = given) };
    const origin = { requestId: "test", userAgent, ip: "203.0.113.7", device };
    await openSession(harness.db, { userId, kind: "auth", now: harness.clock.now(), origin });
    return deviceToken;
  }

  it("is notified by mail, even with a known user agent, except for the account's first", async () => {
    const { id } = await makeUser(harness.db);
    const ownSignIn = await signInWith(id, null);
    harness.clock.advance({ days: 40 });
    await signInWith(id, ownSignIn);
    expect(await countTold(id)).toBe(0);
    await signInWith(id, null);
    expect(await countTold(id)).toBe(1);
    harness.clock.advance({ minutes: 1 });
    const others = await signInWith((await makeUser(harness.db)).id, null);
    await signInWith(id, others);
    expect(await countTold(id)).toBe(2);
  });

  it("gets a token of its own, also where the browser showed one that the server never gave, or gave to somebody else", async () => {
    const [owner, thief] = [await makeUser(harness.db), await makeUser(harness.db)];
    const knows = async (userId: string, token: string | null) =>
      (await findKnownDevice(
        harness.deps,
        { requestId: "test", userAgent: phone, ip: "", device: { token, keep: () => {} } },
        { userId },
      )) !== null;
    const madeUp = createDeviceToken();
    expect(await signInWith(owner.id, madeUp)).not.toBe(madeUp);
    expect(await knows(owner.id, madeUp)).toBe(false);
    const planted = await signInWith(thief.id, null);
    const shared = await signInWith(owner.id, planted);
    expect(shared).not.toBe(planted);
    expect(await knows(owner.id, planted)).toBe(false);
    for (const { id } of [owner, thief]) expect(await knows(id, shared)).toBe(true);
    expect(await signInWith(owner.id, shared)).toBe(shared);
  });

  it("is notified once a day for a program without cookies, which leaves known browsers known", async () => {
    const { id } = await makeUser(harness.db);
    const ownSignIn = await signInWith(id, null);
    const dayMs = 86_400_000;
    harness.clock.set(new Date(Math.ceil(harness.clock.now().getTime() / dayMs) * dayMs));
    await signInWith(id, ownSignIn);
    for (let count = 0; count < 30; count += 1) {
      harness.clock.advance({ minutes: 20 });
      await signInWith(id, null, "backup-script/1.0");
    }
    expect(await countTold(id)).toBe(1);
    await signInWith(id, ownSignIn);
    expect(await countTold(id)).toBe(1);
    await signInWith(id, null, "curl/8.5");
    expect(await countTold(id)).toBe(2);
    harness.clock.advance({ hours: 24 });
    await signInWith(id, null, "backup-script/1.0");
    expect(await countTold(id)).toBe(3);
  });
});
