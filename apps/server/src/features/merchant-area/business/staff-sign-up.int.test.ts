import { auditLog } from "@hearth/db/schema/audit-log";
import { mails } from "@hearth/db/schema/mails";
import { passkeyWallets } from "@hearth/db/schema/passkey-wallets";
import { users } from "@hearth/db/schema/users";
import { makeMerchant, nextNumber } from "@hearth/db/testing/factories";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { failure } from "../../../testing/failure.ts";
import { type Harness, startHarness } from "../../../testing/harness.ts";
import { mailedToken } from "../../../testing/mailed-token.ts";
import { makeSoftPasskey, makeWalletInPage } from "../../../testing/soft-passkey.ts";

const walletOrigin = "http://wallet.localhost:5000";
const newPassword = "a door by the river";

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness({ env: { WALLET_ORIGIN: walletOrigin } });
});
afterAll(() => harness.close());

const anybody = () => harness.caller();
const newPerson = () => ({ firstName: "Noor", lastName: "Haddad", email: `noor.${nextNumber()}@example.com` });

const invalid = { code: "PASSKEY_INVALID" };

const actionsOf = async (actorId: string) =>
  (await harness.db.select({ action: auditLog.action }).from(auditLog).where(eq(auditLog.actorId, actorId))).map(({ action }) => action);
const mailedTo = async (email: string) =>
  (await harness.db.select({ event: mails.event }).from(mails).where(eq(mails.toAddress, email))).map(({ event }) => event.kind);

describe("a staff member's sign-up by passkey", () => {
  /** Invites somebody to a new business, and begins their sign-up with its link. */
  async function begun() {
    const { merchant, owner } = await makeMerchant(harness.db);
    await harness.db.update(users).set({ emailConfirmedAt: harness.clock.now() }).where(eq(users.id, owner.id));
    const ownerCall = harness.caller(await harness.signIn(owner.id));
    const { email, ...names } = newPerson();
    await ownerCall.staff.invite({ email, role: "manager" });
    const invitation = await mailedToken(harness, email, "staffInvited");
    const passkey = makeSoftPasskey(walletOrigin);
    const { challenge } = await anybody().passkeyWallet.beginSignUp({ ...names, email, invitation });
    const wallet = await makeWalletInPage(passkey, challenge);
    return { merchant, ownerCall, email, passkey, wallet, input: { token: invitation, ...names, wallet } };
  }

  it("makes the account with its wallet and no password, adds it to the staff, and signs it in", async () => {
    const { merchant, ownerCall, email, passkey, wallet, input } = await begun();
    const { token, user } = await anybody().staff.accept(input);
    const call = harness.caller(token);
    expect(user).toMatchObject({ role: "merchant", email, merchant: { name: merchant.name } });
    expect(await call.merchant.business()).toMatchObject({ name: merchant.name, yourRole: "manager" });
    expect((await ownerCall.staff.list()).items).toMatchObject([{ email, state: "joined" }]);
    expect((await call.passkeyWallet.read()).wallet).toMatchObject({ address: wallet.address });
    expect(await call.auth.secondFactor()).toMatchObject({ hasPassword: false });
    const [row] = await harness.db.select({ id: users.id }).from(users).where(eq(users.email, email));
    const lines = await actionsOf(row?.id ?? "");
    expect(lines).toEqual(expect.arrayContaining(["auth.registered", "merchant.staffJoined", "passkeyWallet.made"]));
    expect(await mailedTo(email)).toContain("emailConfirmation");
    const login = await anybody().passkeyWallet.signIn({ response: passkey.show(await anybody().passkeyWallet.beginSignIn()) });
    expect(login).toMatchObject({ role: "merchant", redirectPath: "/merchant/dashboard" });
    await call.auth.setPassword({ newPassword });
    await anybody().auth.login({ email, password: newPassword });
  });

  it("leaves the business's payout wallet as it is", async () => {
    const { ownerCall, wallet, input } = await begun();
    const { walletAddress } = await ownerCall.merchant.business();
    const { token } = await anybody().staff.accept(input);
    expect((await ownerCall.merchant.business()).walletAddress).toBe(walletAddress);
    const own = { walletAddress: wallet.address };
    expect(await failure(harness.caller(token).merchant.setPayoutWallet(own))).toMatchObject({ code: "FORBIDDEN" });
  });

  it("takes either a password or a wallet", async () => {
    const { wallet, input } = await begun();
    const { wallet: _wallet, ...without } = input;
    const sentence = "Please send either a password or a wallet";
    await expect(anybody().staff.accept(without)).rejects.toThrow(sentence);
    await expect(anybody().staff.accept({ ...input, password: newPassword })).rejects.toThrow(sentence);
    await anybody().staff.accept({ ...without, wallet });
  });

  it("uses up its challenge, and one that no sign-up counted is refused", async () => {
    const [one, other] = [await begun(), await begun()];
    await anybody().staff.accept(one.input);
    expect(await failure(anybody().staff.accept({ ...other.input, wallet: one.wallet }))).toMatchObject(invalid);
    const uncounted = await makeWalletInPage(other.passkey, (await anybody().passkeyWallet.beginSignIn()).challenge);
    expect(await failure(anybody().staff.accept({ ...other.input, wallet: uncounted }))).toMatchObject(invalid);
  });

  it("leaves no account and no wallet where the invitation was taken back meanwhile", async () => {
    const { ownerCall, email, wallet, input } = await begun();
    const [invited] = (await ownerCall.staff.list()).items;
    await ownerCall.staff.remove({ staffId: invited?._id ?? "" });
    expect(await failure(anybody().staff.accept(input))).toMatchObject({ code: "MAIL_LINK_INVALID" });
    expect(await harness.db.$count(users, eq(users.email, email))).toBe(0);
    expect(await harness.db.$count(passkeyWallets, eq(passkeyWallets.address, wallet.address))).toBe(0);
  });
});
