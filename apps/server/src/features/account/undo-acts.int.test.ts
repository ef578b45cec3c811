import { knownDevices } from "@hearth/db/schema/known-devices";
import { merchantStaff } from "@hearth/db/schema/merchant-staff";
import { passkeyWallets } from "@hearth/db/schema/passkey-wallets";
import { passkeys } from "@hearth/db/schema/passkeys";
import { payeeChanges } from "@hearth/db/schema/payee-changes";
import { payees } from "@hearth/db/schema/payees";
import { users } from "@hearth/db/schema/users";
import { wallets } from "@hearth/db/schema/wallets";
import { factoryPassword, makeMerchant, makeStaff, makeUser, makeWallet, nextNumber } from "@hearth/db/testing/factories";
import { makePasskey, makePasskeyWallet, makeWalletPasskey } from "@hearth/db/testing/second-factor-factories";
import { publicId } from "@hearth/domain/ids";
import type { StaffRole } from "@hearth/domain/merchants/staff-roles";
import { and, eq, isNull } from "drizzle-orm";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type MailFixture, openMailFixture } from "../../testing/mail-fixture.ts";
import { mailedToken } from "../../testing/mailed-token.ts";
import { makeSoftPasskey } from "../../testing/soft-passkey.ts";
import { resolveActor } from "../auth/sessions/sessions.service.ts";
import { applyDueChanges } from "../merchant-area/business/payout-change.service.ts";

let mail: MailFixture;
beforeAll(async () => {
  mail = await openMailFixture({ env: { RATE_LIMITS: "off" }, policy: { payoutChangeHours: 24 } });
});
afterAll(() => mail.close());

const newEmail = () => `thief.${nextNumber()}@example.com`;
const newPassword = "taken back by its owner";
const newAddress = () => privateKeyToAccount(generatePrivateKey()).address;
const api = (token: string | null = null) => mail.harness.caller(token);

/** Creates a business whose owner has a confirmed email, days ago, and a fresh session of theirs that a thief has. */
async function robbed() {
  const { db, clock, signIn } = mail.harness;
  const made = await makeMerchant(db, { payeeAddress: newAddress() });
  await db.update(users).set({ emailConfirmedAt: clock.now() }).where(eq(users.id, made.owner.id));
  clock.advance({ days: 3 });
  return { ...made, token: await signIn(made.owner.id) };
}

/** Invites somebody as a thief does, who reads the mail at their own address, and opens an account with it. */
async function letIn(token: string, role: StaffRole, email = newEmail()) {
  await api(token).staff.invite({ email, role });
  const invitation = await mailedToken(mail.harness, email, "staffInvited");
  const person = { firstName: "Eve", lastName: "Quill", password: "a decent password" };
  const { token: theirs } = await api().staff.accept({ token: invitation, ...person });
  await mail.harness.db.update(users).set({ emailConfirmedAt: mail.harness.clock.now() }).where(eq(users.email, email));
  return { email, token: theirs };
}

/** Returns the token of the newest link in a mail with this subject. */
async function linkIn(address: string, subject: string): Promise<string> {
  await mail.sendAll();
  const found = mail.mailbox.list(address).filter((one) => one.subject === subject);
  return found.flatMap(({ text }) => /\/keep-email#(hrm_[\w-]+)/.exec(text)?.[1] ?? [])[0] ?? "";
}

const takeBack = (token: string) => api().auth.resetPassword({ token, newPassword });
const payeeOf = async (merchantId: string) => {
  const [row] = await mail.harness.db
    .select({ address: payees.address })
    .from(payees)
    .where(and(eq(payees.merchantId, merchantId), isNull(payees.endedAt)));
  return row?.address ?? null;
};
const isIn = async (token: string) => (await resolveActor(mail.harness.deps, token)) !== null;

describe("an owner who takes the account back by a mail about it", () => {
  it("ends the co-owner that a thief let in, whom that one let in, and open invitations", async () => {
    const { owner, merchant, token } = await robbed();
    const trusted = await makeStaff(mail.harness.db, {
      merchantId: merchant.id,
      invitedBy: owner.id,
      userId: (await makeUser(mail.harness.db, { role: "merchant" })).id,
      createdAt: new Date(mail.harness.clock.now().getTime() - 2 * 86_400_000),
    });
    const thief = await letIn(token, "owner");
    const further = await letIn(thief.token, "manager");
    const waiting = newEmail();
    await api(thief.token).staff.invite({ email: waiting, role: "viewer" });
    const open = await mailedToken(mail.harness, waiting, "staffInvited");
    await api(thief.token).staff.changeRole({ staffId: publicId("staff", trusted.id), role: "viewer" });
    const result = await takeBack(await linkIn(owner.email, "Someone was invited to your business"));
    expect(result.undone).toEqual([
      `${thief.email} does not work with your business any more`,
      `${further.email} does not work with your business any more`,
      `The invitation to ${waiting} is cancelled`,
      `${trusted.email} is a manager of your business again`,
    ]);
    for (const ended of [token, thief.token, further.token]) expect(await isIn(ended)).toBe(false);
    await expect(api().staff.invitation({ token: open })).rejects.toMatchObject({ cause: { code: "MAIL_LINK_INVALID" } });
    const living = await mail.harness.db
      .select()
      .from(merchantStaff)
      .where(and(eq(merchantStaff.merchantId, merchant.id), isNull(merchantStaff.endedAt)));
    expect(living.map(({ email, role }) => ({ email, role }))).toEqual([{ email: trusted.email, role: "manager" }]);
    const { token: again } = await api().auth.login({ email: owner.email, password: newPassword });
    expect((await api(again).staff.list()).items).toHaveLength(1);
  });

  it("stops a payout wallet that waits, and restores the one before where another has taken effect", async () => {
    const { db, clock, signIn, deps } = mail.harness;
    const waits = await robbed();
    const thief = await letIn(waits.token, "owner");
    await api(thief.token).merchant.setPayoutWallet({ walletAddress: newAddress(), password: "a decent password" });
    const stopped = await takeBack(await linkIn(waits.owner.email, "Someone was invited to your business"));
    expect(stopped.undone.at(-1)).toMatch(/^The change of your payout wallet to 0x\w+ is stopped$/);
    const [change] = await db.select().from(payeeChanges).where(eq(payeeChanges.merchantId, waits.merchant.id));
    expect(change?.stoppedAt).not.toBeNull();
    expect(await payeeOf(waits.merchant.id)).toBe(waits.payee?.address);

    const applied = await robbed();
    const stolen = newAddress();
    await api(applied.token).merchant.setPayoutWallet({ walletAddress: stolen, password: factoryPassword });
    clock.advance({ hours: 24 });
    await applyDueChanges(deps);
    expect(await payeeOf(applied.merchant.id)).toBe(stolen);
    const late = await signIn(applied.owner.id);
    await letIn(late, "viewer");
    const restored = await takeBack(await linkIn(applied.owner.email, "A wallet was linked to your account"));
    expect(restored.undone).toContain(`Your business is paid at ${applied.payee?.address} again`);
    expect(restored.remaining).toContain(`Money that was paid to ${stolen} before now cannot be brought back.`);
    expect(await payeeOf(applied.merchant.id)).toBe(applied.payee?.address);
  });

  it("stops a payout wallet that waits since before the mail, because the business was suspended meanwhile", async () => {
    const { db, clock, signIn, deps } = mail.harness;
    const { merchant, owner, payee, token } = await robbed();
    const address = newAddress();
    await api(token).merchant.setPayoutWallet({ walletAddress: address, password: factoryPassword });
    const adminId = (await makeUser(db, { role: "admin" })).id;
    const become = async (status: "suspended" | "active") =>
      api(await signIn(adminId, "admin")).admin.editMerchant({ merchantId: publicId("merchant", merchant.id), status });
    await become("suspended");
    clock.advance({ days: 4 });
    await become("active");
    await letIn(await signIn(owner.id), "viewer");
    const { undone } = await takeBack(await linkIn(owner.email, "Someone was invited to your business"));
    expect(undone).toContain(`The change of your payout wallet to ${address} is stopped`);
    clock.advance({ days: 2 });
    await applyDueChanges(deps);
    expect(await payeeOf(merchant.id)).toBe(payee?.address);
  });

  it("leaves no payout wallet where there was none before, or where another business has it by now", async () => {
    const { db, clock } = mail.harness;
    const { owner } = await makeMerchant(db, { payeeAddress: null });
    await db.update(users).set({ emailConfirmedAt: clock.now() }).where(eq(users.id, owner.id));
    clock.advance({ days: 3 });
    const token = await mail.harness.signIn(owner.id);
    await api(token).merchant.setPayoutWallet({ walletAddress: newAddress() });
    const { undone, remaining } = await takeBack(await linkIn(owner.email, "A wallet was linked to your account"));
    expect(undone).toContain("The payout wallet that was set is removed");
    expect(remaining).toContain("Your business has no payout wallet now, so no one can pay it. Set one in your settings.");
    const { token: again } = await api().auth.login({ email: owner.email, password: newPassword });
    expect(await api(again).merchant.business()).toMatchObject({ walletAddress: null });
  });

  it("unlinks the thief's wallet and links the owner's again, removes passkeys, and forgets the thief's device", async () => {
    const { db, clock, signIn } = mail.harness;
    const user = await makeUser(db, { emailConfirmedAt: clock.now() });
    const own = await makeWallet(db, { userId: user.id, createdAt: clock.now(), provenAt: clock.now() });
    clock.advance({ days: 3 });
    const token = await signIn(user.id);
    const stolen = newAddress();
    await api(token).wallet.update({ walletAddress: stolen });
    await makePasskey(db, { userId: user.id, name: "Thief's phone", createdAt: clock.now() });
    await db.insert(knownDevices).values({ userId: user.id, tokenHash: "00", createdAt: clock.now(), lastUsedAt: clock.now() });
    const { undone } = await takeBack(await linkIn(user.email, "A wallet was linked to your account"));
    expect(undone).toEqual([
      'The passkey "Thief\'s phone" is removed',
      `The wallet ${stolen} is unlinked`,
      `The wallet ${own.address} is linked again`,
    ]);
    const linked = await db
      .select()
      .from(wallets)
      .where(and(eq(wallets.userId, user.id), isNull(wallets.unlinkedAt)));
    expect(linked).toMatchObject([{ address: own.address, provenAt: own.provenAt }]);
    expect(await db.$count(passkeys, eq(passkeys.userId, user.id))).toBe(0);
    expect(await db.$count(knownDevices, eq(knownDevices.userId, user.id))).toBe(0);
  });

  it("takes the thief's passkey wallet out of use with its wraps, and puts it back where its maker was the owner", async () => {
    const { db, clock, signIn } = mail.harness;
    const user = await makeUser(db, { emailConfirmedAt: clock.now() });
    clock.advance({ days: 3 });
    const wallet = await makePasskeyWallet(db, { userId: user.id, createdAt: clock.now() });
    const opening = await makeWalletPasskey(db, { walletId: wallet.id, createdAt: clock.now() });
    await makeWallet(db, { userId: user.id, address: wallet.address, createdAt: clock.now(), provenAt: clock.now() });
    await api(await signIn(user.id)).wallet.saveSmart({ smartWalletAddress: newAddress() });
    const { undone, remaining } = await takeBack(await linkIn(user.email, "A wallet was linked to your account"));
    expect(undone).toContain(`The passkey wallet ${wallet.address} is not used any more`);
    expect(undone).toContain(`The wallet ${wallet.address} is unlinked`);
    expect(remaining).toContainEqual(
      expect.stringContaining(`If you made the passkey wallet ${wallet.address} yourself, nothing in it is lost`),
    );
    const { passkeyWallet, wallet: linked } = api(await signIn(user.id));
    expect(await passkeyWallet.read()).toMatchObject({ wallet: null, ended: [{ address: wallet.address }] });
    const { wallet: again, ended } = await passkeyWallet.reuse({ address: wallet.address });
    expect(again).toMatchObject({
      address: wallet.address,
      recoveryWrap: wallet.recoveryWrap,
      openings: [{ credentialId: opening.credentialId }],
    });
    expect(ended).toEqual([]);
    expect(await linked.status()).toMatchObject({ walletAddress: wallet.address, proven: true });
  });

  it("puts the owner's passkey wallet back that a thief deleted", async () => {
    const { db, clock, signIn } = mail.harness;
    const user = await makeUser(db, { emailConfirmedAt: clock.now() });
    const wallet = await makePasskeyWallet(db, { userId: user.id, createdAt: clock.now() });
    clock.advance({ days: 3 });
    await db.update(passkeyWallets).set({ endedAt: clock.now() }).where(eq(passkeyWallets.id, wallet.id));
    await api(await signIn(user.id)).wallet.saveSmart({ smartWalletAddress: newAddress() });
    clock.advance({ minutes: 1 });
    const { undone } = await takeBack(await linkIn(user.email, "A wallet was linked to your account"));
    expect(undone).toContain(`The passkey wallet ${wallet.address} is used again`);
    expect((await api(await signIn(user.id)).passkeyWallet.read()).wallet?.address).toBe(wallet.address);
  });

  it("puts one passkey wallet back into use at a time, and none of another account", async () => {
    const { db, clock, signIn } = mail.harness;
    const user = await makeUser(db);
    const used = await makePasskeyWallet(db, { userId: user.id });
    const old = await makePasskeyWallet(db, { userId: user.id, endedAt: clock.now() });
    const other = await makeUser(db);
    const conflict = { cause: { code: "CONFLICT" } };
    const own = api(await signIn(user.id)).passkeyWallet;
    await expect(own.reuse({ address: old.address })).rejects.toMatchObject(conflict);
    await expect(api(await signIn(other.id)).passkeyWallet.reuse({ address: old.address })).rejects.toMatchObject(conflict);
    expect((await own.read()).wallet?.address).toBe(used.address);
  });

  it("removes the passkeys that a thief added to the owner's passkey wallet, and puts those back that the thief removed", async () => {
    const { db, clock, signIn } = mail.harness;
    const user = await makeUser(db, { emailConfirmedAt: clock.now() });
    const wallet = await makePasskeyWallet(db, { userId: user.id, createdAt: clock.now() });
    const make = (name: string) => makeWalletPasskey(db, { walletId: wallet.id, name, createdAt: clock.now() });
    await make("Phone");
    const laptop = await make("Laptop");
    await makeWalletPasskey(db, { walletId: wallet.id, name: "Lost phone", createdAt: clock.now(), removedAt: clock.now() });
    clock.advance({ days: 3 });
    const { passkeyWallet } = api(await signIn(user.id));
    await passkeyWallet.removePasskey({ passkeyId: publicId("walletPasskey", laptop.id) });
    await make("Thief's phone");
    await makeWalletPasskey(db, { walletId: wallet.id, name: "Tried", createdAt: clock.now(), removedAt: clock.now() });
    const { undone, remaining } = await takeBack(await linkIn(user.email, "A passkey was removed from your wallet"));
    expect(undone).toEqual([
      'The passkey "Thief\'s phone" does not open your wallet any more',
      'The passkey "Laptop" opens your wallet again',
    ]);
    expect(remaining).toContainEqual(expect.stringContaining("move your money to another wallet"));
    const { wallet: kept } = await api(await signIn(user.id)).passkeyWallet.read();
    expect(kept?.passkeys.map(({ name }) => name)).toEqual(["Phone", "Laptop"]);
  });

  it("refuses a passkey and an invitation of a session that ended while they were under way", async () => {
    const { owner, token } = await robbed();
    const actor = await resolveActor(mail.harness.deps, token);
    const underWay = mail.harness.caller(actor);
    const passkey = makeSoftPasskey(mail.harness.deps.env.publicOrigin);
    const response = passkey.register(await underWay.auth.beginPasskey());
    await api(token).staff.invite({ email: newEmail(), role: "viewer" });
    await takeBack(await linkIn(owner.email, "Someone was invited to your business"));
    const ended = { cause: { code: "UNAUTHENTICATED" } };
    await expect(underWay.auth.addPasskey({ name: "Thief's phone", response })).rejects.toMatchObject(ended);
    await expect(underWay.staff.invite({ email: newEmail(), role: "owner" })).rejects.toMatchObject(ended);
  });

  it("refuses a payout wallet of a session that ended while it was under way", async () => {
    const { db, clock, signIn, deps } = mail.harness;
    const { owner, merchant } = await makeMerchant(db, { payeeAddress: null });
    await db.update(users).set({ emailConfirmedAt: clock.now() }).where(eq(users.id, owner.id));
    clock.advance({ days: 3 });
    const token = await signIn(owner.id);
    const underWay = mail.harness.caller(await resolveActor(deps, token));
    await api(token).staff.invite({ email: newEmail(), role: "viewer" });
    await takeBack(await linkIn(owner.email, "Someone was invited to your business"));
    await expect(underWay.merchant.setPayoutWallet({ walletAddress: newAddress() })).rejects.toMatchObject({
      cause: { code: "UNAUTHENTICATED" },
    });
    expect(await payeeOf(merchant.id)).toBeNull();
  });

  it("refuses a wallet of a session that ended while it was under way", async () => {
    const { owner, token } = await robbed();
    const underWay = mail.harness.caller(await resolveActor(mail.harness.deps, token)).wallet;
    await api(token).staff.invite({ email: newEmail(), role: "viewer" });
    await takeBack(await linkIn(owner.email, "Someone was invited to your business"));
    const ended = { cause: { code: "UNAUTHENTICATED" } };
    await expect(underWay.update({ walletAddress: newAddress() })).rejects.toMatchObject(ended);
    await expect(underWay.saveSmart({ smartWalletAddress: newAddress() })).rejects.toMatchObject(ended);
    const { address, userId, unlinkedAt } = wallets;
    const linked = await mail.harness.db
      .select({ address })
      .from(wallets)
      .where(and(eq(userId, owner.id), isNull(unlinkedAt)));
    expect(linked).toEqual([]);
  });

  it("leaves no invitation that was under way at that moment", async () => {
    const { owner, merchant, token } = await robbed();
    await api(token).staff.invite({ email: newEmail(), role: "viewer" });
    const link = await linkIn(owner.email, "Someone was invited to your business");
    const invite = () => api(token).staff.invite({ email: newEmail(), role: "owner" });
    await Promise.allSettled([takeBack(link), ...Array.from({ length: 20 }, invite)]);
    await expect(invite()).rejects.toMatchObject({ cause: { code: "UNAUTHENTICATED" } });
    const isLeft = and(eq(merchantStaff.merchantId, merchant.id), isNull(merchantStaff.endedAt));
    expect(await mail.harness.db.$count(merchantStaff, isLeft)).toBe(0);
  });

  it("keeps what was done earlier, and what others did whom the account had not let in", async () => {
    const { owner, merchant, token } = await robbed();
    const early = await letIn(token, "owner");
    await mail.sendAll();
    mail.harness.clock.advance({ days: 2 });
    const theirs = await mail.harness.signIn(await userIdOf(early.email));
    const address = newAddress();
    await api(theirs).merchant.setPayoutWallet({ walletAddress: address, password: "a decent password" });
    const late = await letIn(await mail.harness.signIn(owner.id), "viewer");
    const { undone } = await takeBack(await linkIn(owner.email, "Someone was invited to your business"));
    expect(undone).toEqual([`${late.email} does not work with your business any more`]);
    const [change] = await mail.harness.db.select().from(payeeChanges).where(eq(payeeChanges.merchantId, merchant.id));
    expect(change?.stoppedAt).toBeNull();
    expect(await isIn(theirs)).toBe(true);
  });

  it("has no link in a mail to another address than the account's present one", async () => {
    const { db, clock, signIn } = mail.harness;
    const user = await makeUser(db, { emailConfirmedAt: clock.now() });
    await api(await signIn(user.id)).wallet.update({ walletAddress: newAddress() });
    await db.update(users).set({ email: newEmail() }).where(eq(users.id, user.id));
    expect(await linkIn(user.email, "A wallet was linked to your account")).toBe("");
    expect(mail.mailbox.list(user.email)[0]?.text).toContain("choose a new password right away");
  });
});

describe("an owner who asked for a new password", () => {
  it("undoes the acts of the last week only when asked", async () => {
    const { owner, merchant, token } = await robbed();
    const { email } = await letIn(token, "owner");
    const ask = async () => {
      await api().auth.forgotPassword({ email: owner.email });
      return mailedToken(mail.harness, owner.email, "passwordReset");
    };
    expect(await api().auth.resetPassword({ token: await ask(), newPassword })).toMatchObject({ undone: [], remaining: [] });
    const isEnded = and(eq(merchantStaff.merchantId, merchant.id), isNull(merchantStaff.endedAt));
    expect(await mail.harness.db.$count(merchantStaff, isEnded)).toBe(1);
    const { undone } = await api().auth.resetPassword({ token: await ask(), newPassword, undo: true });
    expect(undone).toEqual([`${email} does not work with your business any more`]);
    expect(await mail.harness.db.$count(merchantStaff, isEnded)).toBe(0);
  });
});

async function userIdOf(email: string): Promise<string> {
  const [row] = await mail.harness.db.select({ id: users.id }).from(users).where(eq(users.email, email));
  return row?.id ?? "";
}
