import { accountTokens } from "@hearth/db/schema/account-tokens";
import { auditLog } from "@hearth/db/schema/audit-log";
import { mails } from "@hearth/db/schema/mails";
import { users } from "@hearth/db/schema/users";
import { factoryPassword, makeUser } from "@hearth/db/testing/factories";
import { publicId } from "@hearth/domain/ids";
import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { appCode } from "../../../testing/authenticator.ts";
import { type MailFixture, openMailFixture } from "../../../testing/mail-fixture.ts";
import { createResetLink } from "./reset-password.service.ts";

let mail: MailFixture;
beforeAll(async () => {
  mail = await openMailFixture();
});
afterAll(() => mail.close());

const api = (token: string | null = null) => mail.harness.caller(token).auth;
const newPassword = "another decent password";

/** Requests a link from an address, with or without a device's cookie. */
const ask = (call: "forgotPassword" | "requestDeviceLink", email: string, remoteAddress: string, cookie?: string) => {
  const headers = cookie === undefined ? {} : { cookie };
  return mail.harness.app.inject({ method: "POST", url: `/trpc/auth.${call}`, payload: { email }, remoteAddress, headers });
};

/** Returns the token of the newest link mailed to an address. */
async function newestToken(to: string): Promise<string> {
  await mail.sendAll();
  const links = mail.mailbox.list(to).filter(({ text }) => !text.includes("/keep-email#"));
  const tokens = links.flatMap(({ text }) => /#(hrm_[\w-]+)/.exec(text)?.[1] ?? []);
  return tokens[0] ?? "";
}

async function userRow(id: string) {
  const [row] = await mail.harness.db.select().from(users).where(eq(users.id, id));
  return row;
}

describe("confirming an email", () => {
  it("works once, by the link mailed at sign-up", async () => {
    const email = "noor.confirms@example.com";
    const { token } = await api().register({ firstName: "Noor", lastName: "Haddad", email, password: "a quiet hearth" });
    expect(await api(token).emailStanding()).toEqual({ email, confirmed: false, newEmail: null, returned: null });
    const link = await newestToken(email);
    expect(mail.mailbox.list(email)).toHaveLength(1);
    await api().confirmEmail({ token: link });
    expect(await api(token).emailStanding()).toEqual({ email, confirmed: true, newEmail: null, returned: null });
    await expect(api().confirmEmail({ token: link })).rejects.toMatchObject({ cause: { code: "MAIL_LINK_INVALID" } });
  });

  it("stores the token only as a hash, and clears it from the outbox once sent", async () => {
    const { db, signIn } = mail.harness;
    const user = await makeUser(db);
    await api(await signIn(user.id)).resendEmailConfirmation();
    const waiting = await db.select().from(mails).where(eq(mails.userId, user.id));
    const token = await newestToken(user.email);
    expect(token).toMatch(/^hrm_/);
    const rows = [...waiting, ...(await db.select().from(mails)), ...(await db.select().from(accountTokens))];
    expect(JSON.stringify(rows)).not.toContain(token);
    expect((await db.select().from(mails).where(eq(mails.userId, user.id)))[0]?.encryptedToken).toBeNull();
  });

  it("accepts only the newest link, for a day", async () => {
    const { db, signIn, clock } = mail.harness;
    const user = await makeUser(db);
    const session = await signIn(user.id);
    await api(session).resendEmailConfirmation();
    const first = await newestToken(user.email);
    await api(session).resendEmailConfirmation();
    const second = await newestToken(user.email);
    await expect(api().confirmEmail({ token: first })).rejects.toMatchObject({ cause: { code: "MAIL_LINK_INVALID" } });
    clock.advance({ minutes: 24 * 60 });
    await expect(api().confirmEmail({ token: second })).rejects.toMatchObject({ cause: { code: "MAIL_LINK_INVALID" } });
  });

  it("resends the link at most five times an hour", async () => {
    const { db, signIn } = mail.harness;
    const session = await signIn((await makeUser(db)).id);
    for (let times = 0; times < 5; times += 1) await api(session).resendEmailConfirmation();
    await expect(api(session).resendEmailConfirmation()).rejects.toMatchObject({ cause: { code: "RATE_LIMITED" } });
  });
});

describe("a forgotten password", () => {
  it("is replaced by a mailed link, which works once and signs every device out", async () => {
    const { db, signIn } = mail.harness;
    const user = await makeUser(db);
    const session = await signIn(user.id);
    await api().forgotPassword({ email: user.email.toUpperCase() });
    const token = await newestToken(user.email);
    await api().resetPassword({ token, newPassword });
    await expect(api(session).me()).rejects.toMatchObject({ cause: { code: "UNAUTHENTICATED" } });
    await expect(api().login({ email: user.email, password: factoryPassword })).rejects.toMatchObject({
      cause: { code: "INVALID_CREDENTIALS" },
    });
    expect((await api().login({ email: user.email, password: newPassword }))._id).toBeTruthy();
    await expect(api().resetPassword({ token, newPassword })).rejects.toMatchObject({ cause: { code: "MAIL_LINK_INVALID" } });
    await mail.sendAll();
    expect(mail.mailbox.list(user.email).map(({ subject }) => subject)).toContain("Your password was changed");
    expect((await userRow(user.id))?.emailConfirmedAt).not.toBeNull();
  });

  it("is replaced once when two use the link at the same moment", async () => {
    const user = await makeUser(mail.harness.db);
    await api().forgotPassword({ email: user.email });
    const token = await newestToken(user.email);
    const tries = [api().resetPassword({ token, newPassword }), api().resetPassword({ token, newPassword: `${newPassword} too` })];
    expect((await Promise.allSettled(tries)).filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  it("gets the same answer with or without an account, and no mail without an active one", async () => {
    const suspended = await makeUser(mail.harness.db, { status: "suspended" });
    const user = await makeUser(mail.harness.db);
    const answers = await Promise.all([user.email, suspended.email, "nobody@example.com"].map((email) => api().forgotPassword({ email })));
    expect(new Set(answers.map(({ message }) => message)).size).toBe(1);
    await mail.sendAll();
    expect(mail.mailbox.list(suspended.email)).toEqual([]);
    expect(mail.mailbox.list("nobody@example.com")).toEqual([]);
    expect(mail.mailbox.list(user.email)).toHaveLength(1);
  });

  it("can be requested three times in half an hour from one network and five times from all, for an email with or without an account", async () => {
    const user = await makeUser(mail.harness.db);
    for (const email of ["unknown@example.com", user.email]) {
      const codes = [];
      for (const network of [1, 1, 1, 1, 2, 3, 4]) codes.push((await ask("forgotPassword", email, `10.1.0.${network}`)).statusCode);
      expect(codes).toEqual([200, 200, 200, 429, 200, 200, 429]);
      expect((await ask("requestDeviceLink", email, "10.1.0.5")).statusCode).toBe(200);
    }
  });

  it("has a newest link that works for as long as strangers have used up the requests, and can then be requested again", async () => {
    const { db, clock } = mail.harness;
    const user = await makeUser(db);
    for (const wait of [{ minutes: 10 }, { minutes: 10 }, { minutes: 10, milliseconds: -1 }]) {
      for (let network = 1; network <= 6; network += 1) await ask("forgotPassword", user.email, `10.2.${wait.minutes}.${network}`);
      await mail.sendAll();
      clock.advance(wait);
    }
    const refused = await ask("forgotPassword", user.email, "10.3.0.1");
    expect(refused.statusCode).toBe(429);
    expect(refused.json().error.message).toBe(
      "Links for this email were asked for too often. Please use the one in the newest email, or try again in 1 second.",
    );
    const token = await newestToken(user.email);
    await api().resetPassword({ token, newPassword });
    clock.advance({ milliseconds: 1 });
    expect((await ask("forgotPassword", user.email, "10.3.0.1")).statusCode).toBe(200);
  });

  it("keeps five requests an hour for a device that the account knows, whatever strangers request", async () => {
    const user = await makeUser(mail.harness.db);
    const login = { email: user.email, password: factoryPassword };
    const [cookie] = (await mail.harness.app.inject({ method: "POST", url: "/trpc/auth.login", payload: login })).cookies;
    const device = `hearth_device=${cookie?.value}`;
    for (let network = 1; network <= 6; network += 1) await ask("forgotPassword", user.email, `10.4.0.${network}`);
    const codes = [];
    for (let times = 0; times < 6; times += 1) codes.push((await ask("forgotPassword", user.email, "10.4.0.1", device)).statusCode);
    expect(codes).toEqual([200, 200, 200, 200, 200, 429]);
    expect((await ask("forgotPassword", "unknown@example.com", "10.4.0.1", device)).statusCode).not.toBe(500);
  });

  it("requires the second factor before the new password is set", async () => {
    const { db, signIn, clock } = mail.harness;
    clock.advance({ minutes: 60 });
    const user = await makeUser(db);
    const session = await signIn(user.id);
    const { secret } = await api(session).setUpSecondFactor({ password: factoryPassword });
    await api(session).confirmSecondFactor({ code: appCode(secret, clock.now()) });
    await api().forgotPassword({ email: user.email });
    const token = await newestToken(user.email);
    await expect(api().resetPassword({ token, newPassword })).rejects.toMatchObject({ cause: { code: "SECOND_FACTOR_REQUIRED" } });
    await expect(api().resetPassword({ token, newPassword, code: "000000" })).rejects.toMatchObject({
      cause: { code: "SECOND_FACTOR_INVALID" },
    });
    clock.advance({ minutes: 1 });
    await api().resetPassword({ token, newPassword, code: appCode(secret, clock.now()) });
    expect((await userRow(user.id))?.passwordHash).not.toBe(user.passwordHash);
  });

  it("cannot be replaced after half an hour, or by a confirmation link", async () => {
    const { db, clock, signIn } = mail.harness;
    const user = await makeUser(db);
    await api(await signIn(user.id)).resendEmailConfirmation();
    const confirmation = await newestToken(user.email);
    await expect(api().resetPassword({ token: confirmation, newPassword })).rejects.toMatchObject({ cause: { code: "MAIL_LINK_INVALID" } });
    await api().forgotPassword({ email: user.email });
    const token = await newestToken(user.email);
    clock.advance({ minutes: 30 });
    await expect(api().resetPassword({ token, newPassword })).rejects.toMatchObject({ cause: { code: "MAIL_LINK_INVALID" } });
  });

  it("cannot be replaced by a link to an earlier email, even once the account has it again", async () => {
    const { db, signIn, clock } = mail.harness;
    const user = await makeUser(db);
    const session = await signIn(user.id);
    await api().forgotPassword({ email: user.email });
    const token = await newestToken(user.email);
    for (const email of [`new.${user.email}`, user.email]) {
      clock.advance({ seconds: 1 });
      await api(session).updateProfile({ firstName: "Maya", lastName: "Okafor", email });
      await mail.sendAll();
      const [link = ""] = mail.mailbox.list(email).flatMap(({ text }) => /confirm-email#(hrm_[\w-]+)/.exec(text)?.[1] ?? []);
      await api().confirmEmail({ token: link });
    }
    expect((await userRow(user.id))?.email).toBe(user.email);
    await expect(api().resetPassword({ token, newPassword })).rejects.toMatchObject({ cause: { code: "MAIL_LINK_INVALID" } });
  });

  it("can be replaced by an operator's link", async () => {
    const user = await makeUser(mail.harness.db);
    const link = await createResetLink(mail.harness.deps, "https://pay.example.com", user.email);
    expect(link).toMatch(/^https:\/\/pay\.example\.com\/reset-password#hrm_/);
    const lines = await mail.harness.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.subject, publicId("user", user.id)));
    expect(lines).toMatchObject([{ action: "auth.passwordResetAsked", actorId: null, data: { by: "operator" } }]);
    await api().resetPassword({ token: link.split("#")[1] ?? "", newPassword });
    expect(await mail.harness.db.$count(mails, and(eq(mails.userId, user.id), eq(mails.key, "resetPassword")))).toBe(0);
  });
});
