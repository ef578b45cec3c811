import { auditLog } from "@hearth/db/schema/audit-log";
import { passkeys } from "@hearth/db/schema/passkeys";
import { users } from "@hearth/db/schema/users";
import { factoryPassword, makeUser } from "@hearth/db/testing/factories";
import { makePasskey } from "@hearth/db/testing/second-factor-factories";
import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { appCode } from "../../../testing/authenticator.ts";
import { type MailFixture, openMailFixture } from "../../../testing/mail-fixture.ts";
import { resolveActor } from "../sessions/sessions.service.ts";

let mail: MailFixture;
beforeAll(async () => {
  mail = await openMailFixture();
});
afterAll(() => mail.close());

const api = (token: string | null = null) => mail.harness.caller(token).auth;
const newPassword = "taken back by its owner";
const worthNothing = { cause: { code: "MAIL_LINK_INVALID" } };
const isIn = async (token: string) => (await resolveActor(mail.harness.deps, token)) !== null;

/** Returns the tokens of the links to a page that were mailed to an address about a change of its email, newest first. */
async function linksTo(address: string, page: string): Promise<string[]> {
  await mail.sendAll();
  const about = mail.mailbox.list(address).filter(({ subject }) => /\bemail\b/.test(subject));
  return about.flatMap(({ text }) => new RegExp(`/${page}#(hrm_[\\w-]+)`).exec(text)?.[1] ?? []);
}

/** An account that a thief, who knows the password, has moved to another email. */
async function stolen() {
  const { db, signIn, clock } = mail.harness;
  clock.advance({ minutes: 60 });
  const user = await makeUser(db, { emailConfirmedAt: clock.now() });
  const thief = await signIn(user.id);
  const theirs = `thief.${user.email}`;
  const move = async (to: string) => {
    clock.advance({ seconds: 1 });
    await api(thief).updateProfile({ firstName: user.firstName, lastName: user.lastName, email: to });
    await api().confirmEmail({ token: (await linksTo(to, "confirm-email"))[0] ?? "" });
  };
  await move(theirs);
  return { user, thief, theirs, move };
}

describe("the mails to the old address", () => {
  it("keep the old email while the new one is unconfirmed, without signing in", async () => {
    const { db, signIn } = mail.harness;
    const user = await makeUser(db);
    const thief = await signIn(user.id);
    const newEmail = `new.${user.email}`;
    await api(thief).updateProfile({ firstName: "Maya", lastName: "Okafor", email: newEmail });
    const [confirmation] = await linksTo(newEmail, "confirm-email");
    const [token] = await linksTo(user.email, "keep-email");
    await api().resetPassword({ token: token ?? "", newPassword });
    expect(await isIn(thief)).toBe(false);
    await expect(api().confirmEmail({ token: confirmation ?? "" })).rejects.toMatchObject(worthNothing);
    const { token: ownerToken } = await api().login({ email: user.email, password: newPassword });
    expect(await api(ownerToken).emailStanding()).toEqual({ email: user.email, confirmed: true, newEmail: null, returned: null });
  });

  it("restore the old email after any number of changes, and nothing restores the thief's", async () => {
    const { user, thief, theirs, move } = await stolen();
    await move(`further.${theirs}`);
    const [token] = await linksTo(user.email, "keep-email");
    const undoing = (await linksTo(theirs, "keep-email"))[0] ?? "";
    await api().resetPassword({ token: token ?? "", newPassword });
    expect(await isIn(thief)).toBe(false);
    for (const email of [theirs, `further.${theirs}`]) {
      await expect(api().login({ email, password: factoryPassword })).rejects.toMatchObject({ cause: { code: "INVALID_CREDENTIALS" } });
    }
    expect((await api().login({ email: user.email, password: newPassword })).email).toBe(user.email);
    await expect(api().resetPassword({ token: undoing, newPassword: "the thief is back" })).rejects.toMatchObject(worthNothing);
    expect(await linksTo(`further.${theirs}`, "keep-email")).toEqual([]);
    for (const used of await linksTo(user.email, "keep-email"))
      await expect(api().resetPassword({ token: used, newPassword })).rejects.toMatchObject(worthNothing);
    const isKept = and(eq(auditLog.actorId, user.id), eq(auditLog.action, "auth.emailKept"));
    expect((await mail.harness.db.select().from(auditLog).where(isKept)).map(({ data }) => data)).toEqual([
      { email: { from: `further.${theirs}`, to: user.email } },
    ]);
  });

  it("remove second factors added since, and require the earlier ones", async () => {
    const { db, signIn, clock } = mail.harness;
    const owner = await makeUser(db);
    const session = await signIn(owner.id);
    const { secret } = await api(session).setUpSecondFactor({ password: factoryPassword });
    await api(session).confirmSecondFactor({ code: appCode(secret, clock.now()) });
    clock.advance({ hours: 25 });
    const thief = await signIn(owner.id);
    await api(thief).updateProfile({ firstName: "Maya", lastName: "Okafor", email: `thief.${owner.email}` });
    const [token = ""] = await linksTo(owner.email, "keep-email");
    await makePasskey(db, { userId: owner.id, createdAt: clock.now() });
    await expect(api().resetPassword({ token, newPassword })).rejects.toMatchObject({ cause: { code: "SECOND_FACTOR_REQUIRED" } });
    await api().resetPassword({ token, newPassword, code: appCode(secret, clock.now()) });
    expect(await db.$count(passkeys, eq(passkeys.userId, owner.id))).toBe(0);
    const signedIn = api().login({ email: owner.email, password: newPassword });
    await expect(signedIn).rejects.toMatchObject({ cause: { code: "SECOND_FACTOR_REQUIRED" } });

    const { user, thief: intruder } = await stolen();
    const setup = await api(intruder).setUpSecondFactor({ password: factoryPassword });
    await api(intruder).confirmSecondFactor({ code: appCode(setup.secret, clock.now()) });
    await api().resetPassword({ token: (await linksTo(user.email, "keep-email"))[0] ?? "", newPassword });
    expect((await api().login({ email: user.email, password: newPassword })).email).toBe(user.email);
  });

  it("work for seven days, during which nobody else can take the address", async () => {
    const { db, signIn, clock } = mail.harness;
    const { user } = await stolen();
    const [token = ""] = await linksTo(user.email, "keep-email");
    clock.advance({ hours: 7 * 24 - 1 });
    const stranger = { firstName: "Eve", lastName: "Quill", email: user.email, password: "a quiet hearth" };
    const used = { cause: { code: "EMAIL_ALREADY_USED" } };
    await expect(api().register(stranger)).rejects.toMatchObject(used);
    const other = await makeUser(db);
    await api(await signIn(other.id)).updateProfile({ firstName: "Eve", lastName: "Quill", email: user.email });
    expect(await linksTo(user.email, "confirm-email")).toEqual([]);
    clock.advance({ minutes: 60 });
    await expect(api().resetPassword({ token, newPassword })).rejects.toMatchObject(worthNothing);
    expect((await api().register(stranger)).user.email).toBe(user.email);
  });

  it("contain no link when an administrator made the change", async () => {
    const { db, signIn } = mail.harness;
    const admin = mail.harness.caller(await signIn((await makeUser(db, { role: "admin" })).id, "admin")).admin;
    const user = await makeUser(db);
    const { items } = await admin.users({ search: user.email });
    await admin.editUser({ userId: items[0]?._id ?? "", email: `new.${user.email}` });
    expect(await linksTo(user.email, "keep-email")).toEqual([]);
    expect(mail.mailbox.list(user.email)[0]?.text).toContain("contact us right away");
    expect((await db.select().from(users).where(eq(users.id, user.id)))[0]?.email).toBe(`new.${user.email}`);
  });
});
