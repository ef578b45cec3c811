import { auditLog } from "@hearth/db/schema/audit-log";
import { payeeChanges } from "@hearth/db/schema/payee-changes";
import { notifications } from "@hearth/db/schema/notifications";
import { payees } from "@hearth/db/schema/payees";
import { payments } from "@hearth/db/schema/payments";
import { factoryPassword as password, makeMerchant, makeSession, makeUser } from "@hearth/db/testing/factories";
import { makePayment } from "@hearth/db/testing/payment-factories";
import { publicId } from "@hearth/domain/ids";
import { and, asc, eq, isNull, like } from "drizzle-orm";
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type Harness, startHarness } from "../../../testing/harness.ts";
import { applyDueChanges } from "./payout-change.service.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness({ chain: true, policy: { payoutChangeHours: 24 } });
});
afterEach(async () => {
  harness.clock.advance({ days: 2 });
  await applyDueChanges(harness.deps);
});
afterAll(() => harness.close());

const newWallet = () => privateKeyToAccount(generatePrivateKey());

/** Creates a business that is paid at a wallet whose key the test has. */
async function openMerchant(options: { isPaid?: boolean } = {}) {
  const present = newWallet();
  const made = await makeMerchant(harness.db, { payeeAddress: options.isPaid === false ? null : present.address });
  const token = await harness.signIn(made.owner.id);
  // The tests advance the clock by days, and sessions expire sooner.
  const caller = harness.caller({
    userId: made.owner.id,
    role: "merchant",
    staffRole: null,
    isReadOnly: false,
    kind: "auth",
    sessionId: (await makeSession(harness.db, { userId: made.owner.id })).id,
    authenticatedAt: new Date("9999-01-01"),
  });
  const id = publicId("merchant", made.merchant.id);
  return { ...made, id, token, present, call: caller.merchant, wallet: caller.wallet };
}
type Opened = Awaited<ReturnType<typeof openMerchant>>;

async function signed({ wallet }: Opened, account: PrivateKeyAccount, payoutAddress?: string) {
  const { message } = await wallet.challenge({ address: account.address, payoutAddress });
  return { message, signature: await account.signMessage({ message }) };
}

/** Asks for another wallet with the password only. */
async function ask(opened: Opened, walletAddress: string = newWallet().address) {
  const { pendingWallet } = await opened.call.setPayoutWallet({ walletAddress, password });
  if (pendingWallet === null) throw new Error("The change does not wait");
  return { walletAddress, changeId: pendingWallet._id, pendingWallet };
}

const admin = async () => harness.caller(await harness.signIn((await makeUser(harness.db, { role: "admin" })).id, "admin")).admin;
const actionsOf = async ({ id }: Opened) =>
  (
    await harness.db
      .select({ action: auditLog.action })
      .from(auditLog)
      .where(and(eq(auditLog.subject, id), like(auditLog.action, "merchant.payee%")))
      .orderBy(asc(auditLog.id))
  ).map(({ action }) => action);
const paidAt = async ({ call }: Opened) => (await call.business()).walletAddress;
const payeeCount = ({ merchant }: Opened) => harness.db.$count(payees, eq(payees.merchantId, merchant.id));

describe("a payout wallet change with a password only", () => {
  it("waits exactly a day, and then applies to new checkouts only", async () => {
    const opened = await openMerchant();
    const open = await makePayment(harness.db, { merchantId: opened.merchant.id });
    const now = harness.clock.now();
    const { walletAddress, pendingWallet } = await ask(opened);
    expect(pendingWallet).toMatchObject({ walletAddress, takesEffectAt: new Date(now.getTime() + 86_400_000).toISOString() });
    harness.clock.advance({ hours: 24, milliseconds: -1 });
    expect(await applyDueChanges(harness.deps)).toBe(0);
    expect(await paidAt(opened)).toBe(opened.present.address);
    harness.clock.advance({ milliseconds: 1 });
    expect(await applyDueChanges(harness.deps)).toBe(1);
    expect(await opened.call.business()).toMatchObject({ walletAddress, walletProven: false, pendingWallet: null });
    const [row] = await harness.db.select().from(payments).where(eq(payments.id, open.id));
    expect(row?.payeeAddress).toBe(opened.present.address);
    expect(await actionsOf(opened)).toEqual(["merchant.payeeChangeAsked", "merchant.payeeSet"]);
  });

  it("answers the unchanged business over REST, as documented", async () => {
    const opened = await openMerchant();
    const walletAddress = newWallet().address;
    const put = () =>
      harness.app.inject({
        method: "PUT",
        url: `/api/merchants/${opened.id}`,
        payload: { walletAddress, password, contactName: "Ines Prado" },
        headers: { authorization: `Bearer ${opened.token}` },
      });
    const answers = [await put(), await put()];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect(answers[0]?.json()).toMatchObject({
      walletAddress: opened.present.address,
      contactName: "Ines Prado",
      pendingWallet: { walletAddress },
    });
    expect(answers[1]?.json().pendingWallet).toEqual(answers[0]?.json().pendingWallet);
    expect(await harness.db.$count(payeeChanges, eq(payeeChanges.merchantId, opened.merchant.id))).toBe(1);
  });

  it("can be stopped by any session of the owner, without the password, and stays stopped", async () => {
    const opened = await openMerchant();
    const { changeId } = await ask(opened);
    const elsewhere = harness.caller(await harness.signIn(opened.owner.id)).merchant;
    expect((await elsewhere.business()).pendingWallet?._id).toBe(changeId);
    expect((await elsewhere.stopPayoutChange({ changeId })).pendingWallet).toBeNull();
    expect((await opened.call.stopPayoutChange({ changeId })).pendingWallet).toBeNull();
    harness.clock.advance({ days: 2 });
    expect(await applyDueChanges(harness.deps)).toBe(0);
    expect(await paidAt(opened)).toBe(opened.present.address);
    expect(await actionsOf(opened)).toEqual(["merchant.payeeChangeAsked", "merchant.payeeChangeStopped"]);
  });

  it("cannot be stopped by another merchant, nor once it has taken effect", async () => {
    const [opened, other] = [await openMerchant(), await openMerchant()];
    const { changeId } = await ask(opened);
    await expect(other.call.stopPayoutChange({ changeId })).rejects.toThrow("This change does not exist");
    harness.clock.advance({ days: 1 });
    await applyDueChanges(harness.deps);
    await expect(opened.call.stopPayoutChange({ changeId })).rejects.toThrow("This change has already taken effect");
  });

  it("refuses another address until it is stopped", async () => {
    const opened = await openMerchant();
    const { changeId } = await ask(opened);
    const second = newWallet();
    await expect(opened.call.setPayoutWallet({ walletAddress: second.address, password })).rejects.toThrow("Stop it first");
    const proof = await signed(opened, second);
    await expect(opened.call.setPayoutWallet({ walletAddress: second.address, password, proof })).rejects.toThrow("Stop it first");
    await opened.call.stopPayoutChange({ changeId });
    expect((await ask(opened, second.address)).changeId).not.toBe(changeId);
  });

  it("takes effect once, even long after it is due and on two servers at once", async () => {
    const [first, second] = [await openMerchant(), await openMerchant()];
    const asked = [await ask(first), await ask(second)];
    harness.clock.advance({ days: 9 });
    const applied = await Promise.all([1, 2, 3].map(() => applyDueChanges(harness.deps)));
    expect(applied.reduce((sum, count) => sum + count)).toBe(2);
    expect(await applyDueChanges(harness.deps)).toBe(0);
    for (const [place, opened] of [first, second].entries()) {
      expect(await paidAt(opened)).toBe(asked[place]?.walletAddress);
      expect(await payeeCount(opened)).toBe(2);
    }
  });

  it("either takes effect or is stopped when both happen at once", async () => {
    for (let round = 0; round < 8; round++) {
      const opened = await openMerchant();
      const { walletAddress, changeId } = await ask(opened);
      harness.clock.advance({ days: 1 });
      const [stopped] = await Promise.allSettled([opened.call.stopPayoutChange({ changeId }), applyDueChanges(harness.deps)]);
      const isStopped = stopped.status === "fulfilled";
      expect(await paidAt(opened)).toBe(isStopped ? opened.present.address : walletAddress);
      expect(await actionsOf(opened)).toEqual([
        "merchant.payeeChangeAsked",
        isStopped ? "merchant.payeeChangeStopped" : "merchant.payeeSet",
      ]);
    }
  });

  it("is stopped when the address belongs to another business by then, and blocks no other change", async () => {
    const [opened, owner, next] = [await openMerchant(), await openMerchant({ isPaid: false }), await openMerchant()];
    const account = newWallet();
    await ask(opened, account.address);
    await owner.call.setPayoutWallet({ walletAddress: account.address, password, proof: await signed(owner, account) });
    const { walletAddress } = await ask(next);
    harness.clock.advance({ days: 1 });
    expect(await applyDueChanges(harness.deps)).toBe(1);
    expect([await paidAt(opened), await paidAt(owner), await paidAt(next)]).toEqual([
      opened.present.address,
      account.address,
      walletAddress,
    ]);
    expect((await opened.call.business()).pendingWallet).toBeNull();
    expect(await actionsOf(opened)).toEqual(["merchant.payeeChangeAsked", "merchant.payeeChangeStopped"]);
  });

  it("does not take effect while the business is suspended, then restarts its wait and notifies the owner", async () => {
    const [opened, other] = [await openMerchant(), await openMerchant()];
    const { walletAddress } = await ask(opened);
    const { walletAddress: others } = await ask(other);
    await (await admin()).editMerchant({ merchantId: opened.id, status: "suspended" });
    harness.clock.advance({ hours: 240 });
    expect(await applyDueChanges(harness.deps)).toBe(1);
    expect([await payeeCount(opened), await paidAt(other)]).toEqual([1, others]);
    const call = await admin();
    await call.editMerchant({ merchantId: opened.id, status: "active" });
    expect(await applyDueChanges(harness.deps)).toBe(0);
    const takesEffectAt = new Date(harness.clock.now().getTime() + 86_400_000).toISOString();
    const { pendingWallet } = await call.merchant({ merchantId: opened.id });
    expect(pendingWallet).toMatchObject({ walletAddress, takesEffectAt });
    const notified = await harness.db.select().from(notifications).where(eq(notifications.userId, opened.owner.id));
    expect(notified.flatMap(({ event }) => (event.kind === "payoutWalletAsked" ? event.takesEffectAt : []))).toContain(takesEffectAt);
    harness.clock.advance({ hours: 24 });
    expect(await applyDueChanges(harness.deps)).toBe(1);
    expect((await (await admin()).merchant({ merchantId: opened.id })).walletAddress).toBe(walletAddress);
  });

  it("does not take effect while the owner's account is suspended, then restarts its wait", async () => {
    const opened = await openMerchant();
    const { walletAddress } = await ask(opened);
    const userId = publicId("user", opened.owner.id);
    await (await admin()).editUser({ userId, status: "suspended" });
    harness.clock.advance({ hours: 240 });
    expect(await applyDueChanges(harness.deps)).toBe(0);
    const call = await admin();
    await call.editUser({ userId, status: "active" });
    expect(await applyDueChanges(harness.deps)).toBe(0);
    expect((await call.merchant({ merchantId: opened.id })).pendingWallet).toMatchObject({
      walletAddress,
      takesEffectAt: new Date(harness.clock.now().getTime() + 86_400_000).toISOString(),
    });
  });

  it("notifies the owner when somebody else stops it, or the wallet belongs to another business by then", async () => {
    const [opened, other] = [await openMerchant(), await openMerchant({ isPaid: false })];
    const stops = async () => {
      const rows = await harness.db.select().from(notifications).where(eq(notifications.userId, opened.owner.id));
      return rows.flatMap(({ event }) => (event.kind === "payoutChangeStopped" ? `${event.by} ${event.address}` : []));
    };
    const first = await ask(opened);
    await opened.call.stopPayoutChange({ changeId: first.changeId });
    expect(await stops()).toEqual([]);
    const second = await ask(opened);
    await (await admin()).stopPayoutChange({ merchantId: opened.id, changeId: second.changeId });
    const taken = newWallet();
    const third = await ask(opened, taken.address);
    await other.call.setPayoutWallet({ walletAddress: taken.address, password, proof: await signed(other, taken) });
    harness.clock.advance({ hours: 25 });
    await applyDueChanges(harness.deps);
    expect((await stops()).toSorted()).toEqual([`administrator ${second.walletAddress}`, `otherBusiness ${third.walletAddress}`]);
  });

  it("is refused at once where the address belongs to another merchant or account", async () => {
    const [opened, other] = [await openMerchant(), await openMerchant()];
    const refused = opened.call.setPayoutWallet({ walletAddress: other.present.address, password });
    await expect(refused).rejects.toThrow("already used by another account");
    const tenant = await makeUser(harness.db);
    const { address } = newWallet();
    await harness.caller(await harness.signIn(tenant.id)).wallet.update({ walletAddress: address });
    await expect(opened.call.setPayoutWallet({ walletAddress: address, password })).rejects.toThrow("already used by another account");
    expect((await opened.call.business()).pendingWallet).toBeNull();
  });
});

describe("a payout wallet change with a signature", () => {
  it("waits as long with the new wallet's signature, which proves that wallet only", async () => {
    const opened = await openMerchant();
    const account = newWallet();
    const proof = await signed(opened, account);
    await expect(opened.call.setPayoutWallet({ walletAddress: account.address, proof })).rejects.toThrow("Please enter your password");
    const answer = await opened.call.setPayoutWallet({ walletAddress: account.address, proof, password });
    const takesEffectAt = new Date(harness.clock.now().getTime() + 86_400_000).toISOString();
    const pendingWallet = { walletAddress: account.address, takesEffectAt };
    expect(answer).toMatchObject({ walletAddress: opened.present.address, pendingWallet });
    harness.clock.advance({ days: 1, milliseconds: -1 });
    expect(await applyDueChanges(harness.deps)).toBe(0);
    harness.clock.advance({ milliseconds: 1 });
    expect(await applyDueChanges(harness.deps)).toBe(1);
    expect(await opened.call.business()).toMatchObject({ walletAddress: account.address, walletProven: true, pendingWallet: null });
  });

  it("waits no shorter when the new wallet signs while the change waits", async () => {
    const opened = await openMerchant();
    const account = newWallet();
    const { pendingWallet } = await ask(opened, account.address);
    harness.clock.advance({ hours: 1 });
    const proof = await signed(opened, account);
    const answer = await opened.call.setPayoutWallet({ walletAddress: account.address, password, proof });
    expect(answer).toMatchObject({ walletAddress: opened.present.address, pendingWallet });
    harness.clock.advance({ hours: 23 });
    expect(await applyDueChanges(harness.deps)).toBe(1);
    expect(await opened.call.business()).toMatchObject({ walletAddress: account.address, walletProven: true });
  });

  it("takes effect at once with the current wallet's signature, even while it waits; the new wallet stays unproven", async () => {
    const [opened, waiting] = [await openMerchant(), await openMerchant()];
    await ask(waiting, newWallet().address).then(async ({ walletAddress, changeId }) => {
      const proof = await signed(waiting, waiting.present, walletAddress);
      const answer = await waiting.call.setPayoutWallet({ walletAddress, password, proof });
      expect(answer).toMatchObject({ walletAddress, walletProven: false, pendingWallet: null });
      await expect(waiting.call.stopPayoutChange({ changeId })).rejects.toThrow("taken effect");
    });
    const walletAddress = newWallet().address;
    const proof = await signed(opened, opened.present, walletAddress);
    expect(await opened.call.setPayoutWallet({ walletAddress, password, proof })).toMatchObject({ walletAddress, walletProven: false });
    harness.clock.advance({ days: 2 });
    expect(await applyDueChanges(harness.deps)).toBe(0);
    expect(await payeeCount(waiting)).toBe(2);
  });

  it("refuses a signature for another address, by a stranger's wallet, or that only proves the current wallet", async () => {
    const opened = await openMerchant();
    const walletAddress = newWallet().address;
    const stranger = newWallet();
    const wrong = [
      await signed(opened, opened.present),
      await signed(opened, opened.present, newWallet().address),
      await signed(opened, stranger, newWallet().address),
    ];
    for (const proof of wrong) {
      await expect(opened.call.setPayoutWallet({ walletAddress, password, proof })).rejects.toThrow("The signature could not be verified");
    }
    const byStranger = await signed(opened, stranger, walletAddress);
    const refused = opened.call.setPayoutWallet({ walletAddress, password, proof: byStranger });
    await expect(refused).rejects.toThrow("The signature could not be verified");
    expect(await opened.call.business()).toMatchObject({ walletAddress: opened.present.address, pendingWallet: null });
    const agreement = await signed(opened, opened.present, walletAddress);
    await expect(opened.wallet.prove({ ...agreement, kind: "external" })).rejects.toThrow("The signature could not be verified");
  });

  it("takes effect at once for the first wallet", async () => {
    const opened = await openMerchant({ isPaid: false });
    const walletAddress = newWallet().address;
    expect(await opened.call.setPayoutWallet({ walletAddress })).toMatchObject({ walletAddress, pendingWallet: null });
  });
});

describe("an administrator", () => {
  it("cannot change a wallet at once: the owner sees the change and can stop it", async () => {
    const opened = await openMerchant();
    const walletAddress = newWallet().address;
    const call = await admin();
    const edited = await call.editMerchant({ merchantId: opened.id, walletAddress, password, phoneNumber: "555 0111" });
    expect(edited).toMatchObject({ walletAddress: opened.present.address, phoneNumber: "555 0111", pendingWallet: { walletAddress } });
    const { pendingWallet } = await opened.call.business();
    await opened.call.stopPayoutChange({ changeId: pendingWallet?._id ?? "" });
    expect((await call.merchant({ merchantId: opened.id })).pendingWallet).toBeNull();
  });

  it("sees when a wallet was proven, and can stop a pending change", async () => {
    const opened = await openMerchant();
    const { changeId } = await ask(opened);
    const call = await admin();
    const merchant = await call.merchant({ merchantId: opened.id });
    expect([merchant.walletProvenAt, merchant.pendingWallet?._id]).toEqual([opened.payee?.provenAt?.toISOString(), changeId]);
    expect((await call.stopPayoutChange({ merchantId: opened.id, changeId })).pendingWallet).toBeNull();
    expect((await opened.call.business()).pendingWallet).toBeNull();
  });

  it("can remove the wallet at once, which stops a pending change; the next wallet has to wait", async () => {
    const opened = await openMerchant();
    await ask(opened);
    const call = await admin();
    const ended = await call.editMerchant({ merchantId: opened.id, walletAddress: "", password });
    expect([ended.walletAddress, ended.pendingWallet]).toEqual([null, null]);
    const next = newWallet().address;
    const again = await call.editMerchant({ merchantId: opened.id, walletAddress: next, password });
    expect([again.walletAddress, again.pendingWallet?.walletAddress]).toEqual([null, next]);
    expect(await harness.db.$count(payees, and(eq(payees.merchantId, opened.merchant.id), isNull(payees.endedAt)))).toBe(0);
  });
});
