import { auditLog } from "@hearth/db/schema/audit-log";
import { factoryPassword, makeUser } from "@hearth/db/testing/factories";
import { limits } from "@hearth/domain/limits";
import { and, eq, inArray } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type MailFixture, openMailFixture } from "../../../testing/mail-fixture.ts";
import { openSession, resolveActor } from "../sessions/sessions.service.ts";

let mail: MailFixture;
beforeAll(async () => {
  mail = await openMailFixture();
});
afterAll(() => mail.close());

const api = (token: string | null = null) => mail.harness.caller(token).auth;

/** A user on two devices, who has asked for a new email on the first. */
async function askedForAnother() {
  const { db, signIn, clock } = mail.harness;
  const user = await makeUser(db, { emailConfirmedAt: clock.now() });
  const here = await signIn(user.id);
  const elsewhere = await signIn(user.id);
  const newEmail = `new.${user.email}`;
  const names = { firstName: user.firstName, lastName: user.lastName };
  const view = await api(here).updateProfile({ ...names, email: `New.${user.email}` });
  return { user, here, elsewhere, newEmail, names, view };
}

/** Returns the token of the newest link mailed to an address, or an empty string. */
async function tokenSentTo(address: string): Promise<string> {
  await mail.sendAll();
  return mail.mailbox.list(address).flatMap(({ text }) => /#(hrm_[\w-]+)/.exec(text)?.[1] ?? [])[0] ?? "";
}

const isIn = async (token: string) => (await resolveActor(mail.harness.deps, token)) !== null;

describe("a new email", () => {
  it("takes effect once confirmed, signs the other devices out, and notifies the old address twice", async () => {
    const { user, here, elsewhere, newEmail, view } = await askedForAnother();
    expect(view.email).toBe(user.email);
    expect(await api(here).emailStanding()).toEqual({ email: user.email, confirmed: true, newEmail, returned: null });
    await api().login({ email: user.email, password: factoryPassword });
    await api().confirmEmail({ token: await tokenSentTo(newEmail) });
    expect(await api(here).emailStanding()).toEqual({ email: newEmail, confirmed: true, newEmail: null, returned: null });
    expect([await isIn(here), await isIn(elsewhere)]).toEqual([true, false]);
    await api().login({ email: newEmail, password: factoryPassword });
    await expect(api().login({ email: user.email, password: factoryPassword })).rejects.toMatchObject({
      cause: { code: "INVALID_CREDENTIALS" },
    });
    await mail.sendAll();
    const subjects = mail.mailbox.list(user.email).map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject.startsWith("Your email"))).toEqual([
      "Your email was changed",
      "Your email is about to change",
    ]);
    const [line] = await linesOf(user.id, ["auth.emailChanged"]);
    expect(line?.data).toEqual({ email: { from: user.email, to: newEmail } });
  });

  it("takes no effect after the user keeps the old one or changes the password", async () => {
    const restored = await askedForAnother();
    const keptToken = await tokenSentTo(restored.newEmail);
    await api(restored.here).cancelEmailChange();
    const changed = await askedForAnother();
    const changedToken = await tokenSentTo(changed.newEmail);
    await api(changed.here).changePassword({ currentPassword: factoryPassword, newPassword: "an even better one" });
    for (const token of [keptToken, changedToken]) {
      await expect(api().confirmEmail({ token })).rejects.toMatchObject({ cause: { code: "MAIL_LINK_INVALID" } });
    }
    expect((await api(changed.here).emailStanding()).email).toBe(changed.user.email);
    await expect(api(restored.here).cancelEmailChange()).rejects.toMatchObject({ cause: { code: "CONFLICT" } });
  });

  it("is refused if another account has taken it by then", async () => {
    const first = await askedForAnother();
    const token = await tokenSentTo(first.newEmail);
    await makeUser(mail.harness.db, { email: first.newEmail });
    await expect(api().confirmEmail({ token })).rejects.toMatchObject({ cause: { code: "EMAIL_ALREADY_USED" } });
    expect((await api(first.here).emailStanding()).email).toBe(first.user.email);
  });

  it("does not reveal that another account has it, and mails that account no link", async () => {
    const other = await makeUser(mail.harness.db);
    const { user, here, names, view } = await askedForAnother();
    const taken = await api(here).updateProfile({ ...names, email: other.email });
    expect(taken).toEqual(view);
    expect(await api(here).emailStanding()).toMatchObject({ email: user.email, newEmail: other.email });
    expect(await tokenSentTo(other.email)).toBe("");
  });

  it("can be requested five times an hour", async () => {
    const { here, names } = await askedForAnother();
    for (let time = 2; time <= 5; time += 1) await api(here).updateProfile({ ...names, email: `n${time}.${Date.now()}@example.com` });
    await expect(api(here).updateProfile({ ...names, email: `n6.${Date.now()}@example.com` })).rejects.toMatchObject({
      cause: { code: "RATE_LIMITED" },
    });
  });
});

describe("signing in", () => {
  it("keeps fifty sessions, and ends the least recently used one", async () => {
    const { db, clock } = mail.harness;
    const origin = { requestId: "test", ip: "127.0.0.1", userAgent: null };
    const user = await makeUser(db);
    const tokens = [];
    for (let count = 0; count <= limits.sessionsPerAccount; count += 1) {
      tokens.push(await openSession(db, { userId: user.id, kind: "auth", now: clock.now(), origin }));
      clock.advance({ seconds: 1 });
    }
    const open = await Promise.all(tokens.map(isIn));
    expect(open).toEqual([false, ...Array.from({ length: limits.sessionsPerAccount }, () => true)]);
  });
});

it("audits a wrong password of a signed-in user", async () => {
  const { db, signIn } = mail.harness;
  const user = await makeUser(db);
  await expect(api(await signIn(user.id)).stepUp({ password: "not the password" })).rejects.toThrow("This is not your password");
  expect(await linesOf(user.id, ["auth.passwordRefused"])).toHaveLength(1);
});

function linesOf(actorId: string, actions: string[]) {
  return mail.harness.db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.actorId, actorId), inArray(auditLog.action, actions)))
    .orderBy(auditLog.id);
}
