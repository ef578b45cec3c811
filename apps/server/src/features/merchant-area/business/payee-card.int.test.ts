import { cardHash, cardTypedData, cardWords, judgeCards } from "@hearth/chain/payee-card";
import { merchants } from "@hearth/db/schema/merchants";
import { notifications } from "@hearth/db/schema/notifications";
import { payeeCards } from "@hearth/db/schema/payee-cards";
import { payees } from "@hearth/db/schema/payees";
import { factoryPassword as password, makeMerchant, makePayee, makeSession, makeStaff, makeUser } from "@hearth/db/testing/factories";
import { makePayment } from "@hearth/db/testing/payment-factories";
import { makeLease } from "@hearth/db/testing/rent-factories";
import { publicId } from "@hearth/domain/ids";
import type { PayeeCard } from "@hearth/domain/payee-card";
import { and, eq, isNull, sql } from "drizzle-orm";
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Harness, startHarness } from "../../../testing/harness.ts";
import { notifyPayers } from "../../businesses/notify-payers.ts";
import { applyDueChanges } from "./payout-change.service.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness({ chain: true, policy: { payoutChangeHours: 24 } });
});
afterAll(() => harness.close());

const newWallet = () => privateKeyToAccount(generatePrivateKey());

/** Calls as an account of a business, with a session that outlives the test's clock. */
async function callerOf(userId: string, staffRole: "owner" | null = null) {
  return harness.caller({
    userId,
    role: "merchant",
    staffRole,
    isReadOnly: false,
    kind: "auth",
    sessionId: (await makeSession(harness.db, { userId })).id,
    authenticatedAt: new Date("9999-01-01"),
  });
}

/** Creates a business that is paid at a wallet whose key the test has. */
async function openMerchant() {
  const present = newWallet();
  const made = await makeMerchant(harness.db, { payeeAddress: present.address });
  const { merchant, wallet } = await callerOf(made.owner.id);
  return { ...made, id: publicId("merchant", made.merchant.id), present, call: merchant, wallet };
}
type Opened = Awaited<ReturnType<typeof openMerchant>>;

const sign = async (card: PayeeCard, by: PrivateKeyAccount) => ({ card, signature: await by.signTypedData(cardTypedData(card)) });

async function nextCard({ call }: Opened, walletAddress?: string): Promise<PayeeCard> {
  const { next } = await call.payeeCard({ walletAddress });
  if (next === null) throw new Error("There is no card to sign");
  return next;
}
const signNext = async (opened: Opened, by: PrivateKeyAccount = opened.present) =>
  opened.call.signPayeeCard(await sign(await nextCard(opened), by));

/** A business whose first card is signed. */
async function openCarded(): Promise<Opened> {
  const opened = await openMerchant();
  await signNext(opened);
  return opened;
}

async function proofOf({ wallet }: Opened, account: PrivateKeyAccount, payoutAddress?: string) {
  const { message } = await wallet.challenge({ address: account.address, payoutAddress });
  return { message, signature: await account.signMessage({ message }) };
}

/** Moves payouts without the present wallet's signature, and waits until the change is in effect. */
async function moveAlone(opened: Opened): Promise<PrivateKeyAccount> {
  const next = newWallet();
  await opened.call.setPayoutWallet({ walletAddress: next.address, proof: await proofOf(opened, next), password });
  harness.clock.advance({ hours: 24 });
  await applyDueChanges(harness.deps);
  expect((await opened.call.business()).walletAddress).toBe(next.address);
  return next;
}

const cardsAt = (address: string) => harness.caller().payees.cardOf({ address });
const cardCount = ({ merchant }: Opened) => harness.db.$count(payeeCards, eq(payeeCards.merchantId, merchant.id));

describe("signing a payee card", () => {
  it("stores the card of the present payout wallet and shows it to anybody who pays there", async () => {
    const opened = await openMerchant();
    expect(await opened.call.payeeCard({})).toMatchObject({ state: "unsigned", present: null, signers: [opened.present.address] });
    const card = await nextCard(opened);
    const signed = await sign(card, opened.present);
    const { state, present, next } = await opened.call.signPayeeCard(signed);
    expect({ state, present, next }).toMatchObject({
      state: "signed",
      present: { words: cardWords(card), wallet: opened.present.address, sequence: 1, isAgreed: true },
      next: null,
    });
    const found = await cardsAt(opened.present.address.toLowerCase());
    expect(found).toEqual({ business: { _id: opened.id, name: opened.merchant.name }, cards: [signed] });
    const { chainId, usdc } = harness.deps.network;
    const facts = { known: null, cards: found?.cards ?? [], business: opened.id, chainId, token: usdc.address };
    const to = opened.present.address;
    expect(await judgeCards({ ...facts, to, now: harness.clock.now().getTime() })).toMatchObject({ verdict: "first", card });
  });

  it("stores the same card once when it is sent again", async () => {
    const opened = await openMerchant();
    const signed = await sign(await nextCard(opened), opened.present);
    await opened.call.signPayeeCard(signed);
    expect(await opened.call.signPayeeCard(signed)).toMatchObject({ state: "signed" });
    expect(await cardCount(opened)).toBe(1);
  });

  it("refuses a signature of another wallet, and changed fields", async () => {
    const opened = await openMerchant();
    const card = await nextCard(opened);
    await expect(opened.call.signPayeeCard(await sign(card, newWallet()))).rejects.toMatchObject({
      cause: { code: "WALLET_PROOF_INVALID" },
    });
    const other = await openMerchant();
    for (const change of [
      { business: other.id },
      { name: "Someone else" },
      { chainId: 1 },
      { token: other.present.address },
      { wallet: other.present.address },
      { previous: `0x${"1".repeat(64)}` },
      { sequence: 2 },
      { validFrom: String(Number(card.validFrom) - 7_200) },
      { validFrom: String(Number(card.validFrom) + 864_000) },
    ]) {
      const signed = await sign({ ...card, ...change }, opened.present);
      await expect(opened.call.signPayeeCard(signed), Object.keys(change)[0]).rejects.toMatchObject({ cause: { code: "CONFLICT" } });
    }
    expect(await cardCount(opened)).toBe(0);
  });

  it("lets one of two owners win who sign at once, and answers the other with a conflict", async () => {
    const opened = await openMerchant();
    const other = await makeUser(harness.db, { role: "merchant" });
    await makeStaff(harness.db, {
      merchantId: opened.merchant.id,
      invitedBy: opened.owner.id,
      userId: other.id,
      role: "owner",
      joinedAt: new Date(),
    });
    const { merchant } = await callerOf(other.id, "owner");
    const card = await nextCard(opened);
    const [one, two] = [
      await sign(card, opened.present),
      await sign({ ...card, validFrom: String(Number(card.validFrom) + 1) }, opened.present),
    ];
    const results = await Promise.allSettled([opened.call.signPayeeCard(one), merchant.signPayeeCard(two)]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(results.find(({ status }) => status === "rejected")).toMatchObject({ reason: { cause: { code: "CONFLICT" } } });
    expect(await cardCount(opened)).toBe(1);
  });

  it("asks for a new card after the business changed its name, signed by the same wallet without a wait", async () => {
    const opened = await openCarded();
    await opened.call.editBusiness({ name: `Renamed ${opened.id}` });
    expect(await opened.call.payeeCard({})).toMatchObject({ state: "renamed", next: { sequence: 2, name: `Renamed ${opened.id}` } });
    expect(await signNext(opened)).toMatchObject({ state: "signed", present: { sequence: 2, isAgreed: true } });
  });

  it("refuses a suspended business, and has nothing to sign without a wallet", async () => {
    const opened = await openMerchant();
    const signed = await sign(await nextCard(opened), opened.present);
    const { db } = harness;
    await db.update(merchants).set({ status: "suspended" }).where(eq(merchants.id, opened.merchant.id));
    await expect(opened.call.signPayeeCard(signed)).rejects.toMatchObject({ cause: { code: "BUSINESS_SUSPENDED" } });
    await db.update(merchants).set({ status: "active" }).where(eq(merchants.id, opened.merchant.id));
    await db.update(payees).set({ endedAt: harness.clock.now() }).where(eq(payees.merchantId, opened.merchant.id));
    expect(await opened.call.payeeCard({})).toMatchObject({ state: "noWallet", next: null });
    await expect(opened.call.signPayeeCard(signed)).rejects.toMatchObject({ cause: { code: "MERCHANT_WALLET_MISSING" } });
  });

  it("keeps the cards of a wallet that moves to another business apart, and shows the one that is paid there", async () => {
    const opened = await openCarded();
    const { db, clock } = harness;
    await db.update(payees).set({ endedAt: clock.now() }).where(eq(payees.merchantId, opened.merchant.id));
    expect(await cardsAt(opened.present.address)).toMatchObject({ business: { _id: opened.id } });
    const made = await makeMerchant(db, { payeeAddress: null });
    await makePayee(db, { merchantId: made.merchant.id, address: opened.present.address });
    const id = publicId("merchant", made.merchant.id);
    expect(await cardsAt(opened.present.address)).toEqual({ business: { _id: id, name: made.merchant.name }, cards: [] });
    const { merchant } = await callerOf(made.owner.id);
    const { next } = await merchant.payeeCard({});
    if (next === null) throw new Error("There is no card to sign");
    await merchant.signPayeeCard(await sign(next, opened.present));
    expect((await cardsAt(opened.present.address))?.cards).toMatchObject([{ card: { business: id, sequence: 1 } }]);
  });

  it("is refused by the database for a stored card that is changed or deleted", async () => {
    const opened = await openCarded();
    const isTheirs = eq(payeeCards.merchantId, opened.merchant.id);
    await expect(harness.db.update(payeeCards).set({ name: "X" }).where(isTheirs)).rejects.toThrow();
    await expect(harness.db.delete(payeeCards).where(isTheirs)).rejects.toThrow();
    expect(await cardCount(opened)).toBe(1);
  });

  it("returns nothing for an address that no business was ever paid at", async () => {
    expect(await cardsAt(newWallet().address)).toBeNull();
  });
});

describe("a change of the payout wallet that the present wallet signs", () => {
  it("comes with the next card, which counts at once", async () => {
    const opened = await openCarded();
    const next = newWallet();
    const payeeCard = await sign(await nextCard(opened, next.address), opened.present);
    const proof = await proofOf(opened, opened.present, next.address);
    await opened.call.setPayoutWallet({ walletAddress: next.address, proof, password, payeeCard });
    expect(await opened.call.payeeCard({})).toMatchObject({
      state: "signed",
      present: { wallet: next.address, sequence: 2, isAgreed: true },
    });
    expect((await cardsAt(next.address))?.cards).toHaveLength(2);
  });

  it("is refused without the card, and with a card that only the new wallet signed", async () => {
    const opened = await openCarded();
    const next = newWallet();
    const move = async () => ({ walletAddress: next.address, proof: await proofOf(opened, opened.present, next.address), password });
    await expect(opened.call.setPayoutWallet(await move())).rejects.toThrow("Please sign the next one with your present wallet too");
    const payeeCard = await sign(await nextCard(opened, next.address), next);
    await expect(opened.call.setPayoutWallet({ ...(await move()), payeeCard })).rejects.toThrow();
    expect((await opened.call.business()).walletAddress).toBe(opened.present.address);
    expect(await cardCount(opened)).toBe(1);
  });

  it("needs no card where the business has none", async () => {
    const opened = await openMerchant();
    const next = newWallet();
    const proof = await proofOf(opened, opened.present, next.address);
    expect(await opened.call.setPayoutWallet({ walletAddress: next.address, proof, password })).toMatchObject({
      walletAddress: next.address,
    });
    expect(await cardCount(opened)).toBe(0);
  });
});

describe("a change of the payout wallet without the old wallet's signature", () => {
  it("gives a card that waits 72 hours after every payer was notified", async () => {
    const opened = await openCarded();
    const { db, deps, clock } = harness;
    const merchantId = opened.merchant.id;
    const [tenant, payer, stranger] = [await makeUser(db), await makeUser(db), await makeUser(db)];
    await makeLease(db, { merchantId, createdBy: opened.owner.id, tenantId: tenant.id });
    await makePayment(db, { merchantId, consumerId: payer.id, createdAt: clock.now() });
    await makePayment(db, { merchantId, consumerId: stranger.id, createdAt: new Date(clock.now().getTime() - 400 * 86_400_000) });
    const next = await moveAlone(opened);
    expect(await opened.call.payeeCard({})).toMatchObject({ state: "notifying", next: null });
    const forged = { ...(await nextCard(opened, next.address)), validFrom: String(Math.floor(clock.now().getTime() / 1_000) + 73 * 3_600) };
    await expect(opened.call.signPayeeCard(await sign(forged, next))).rejects.toMatchObject({ cause: { code: "CONFLICT" } });

    await notifyPayers(deps);
    await notifyPayers(deps);
    const told = await db
      .select({ userId: notifications.userId, event: notifications.event })
      .from(notifications)
      .where(sql`${notifications.event}->>'kind' = 'payeeReplaced' and ${notifications.event}->>'address' = ${next.address}`);
    expect(told.map(({ userId }) => userId).toSorted()).toEqual([tenant.id, payer.id].toSorted());

    const from = clock.now().getTime() + 72 * 3_600_000;
    const card = await nextCard(opened);
    expect(Number(card.validFrom)).toBe(Math.ceil(from / 1_000));
    const early = await sign({ ...card, validFrom: String(Number(card.validFrom) - 2) }, next);
    await expect(opened.call.signPayeeCard(early)).rejects.toMatchObject({ cause: { code: "CONFLICT" } });
    expect(await signNext(opened, next)).toMatchObject({ state: "waiting", present: { isAgreed: false, sequence: 2 } });
    clock.advance({ hours: 72, minutes: 1 });
    expect(await opened.call.payeeCard({})).toMatchObject({ state: "signed" });
  });

  it("needs no wait once the old wallet signs the card after all", async () => {
    const opened = await openCarded();
    await moveAlone(opened);
    await notifyPayers(harness.deps);
    expect(await signNext(opened, opened.present)).toMatchObject({ state: "signed", present: { isAgreed: true, sequence: 2 } });
  });

  it("notifies nobody where the business has no card", async () => {
    const opened = await openMerchant();
    const payer = await makeUser(harness.db);
    await makePayment(harness.db, { merchantId: opened.merchant.id, consumerId: payer.id, createdAt: harness.clock.now() });
    await moveAlone(opened);
    await notifyPayers(harness.deps);
    expect(await harness.db.$count(notifications, eq(notifications.userId, payer.id))).toBe(0);
    expect(await opened.call.payeeCard({})).toMatchObject({ state: "unsigned" });
  });

  it("sends the notice in pages and continues where it stopped", async () => {
    const opened = await openCarded();
    const { db, deps, clock } = harness;
    const payers = [];
    for (let count = 0; count < 205; count += 1) payers.push((await makeUser(db)).id);
    for (const consumerId of payers) await makePayment(db, { merchantId: opened.merchant.id, consumerId, createdAt: clock.now() });
    await moveAlone(opened);
    await notifyPayers(deps);
    const told = await db
      .select({ userId: notifications.userId })
      .from(notifications)
      .where(sql`${notifications.event}->>'kind' = 'payeeReplaced' and ${notifications.event}->>'merchant' = ${opened.merchant.name}`);
    expect(told.map(({ userId }) => userId).toSorted()).toEqual(payers.toSorted());
  });

  it("takes back the wait where the owner returns to the wallet on the card", async () => {
    const opened = await openCarded();
    const thief = await moveAlone(opened);
    const proof = await proofOf(opened, thief, opened.present.address);
    await opened.call.setPayoutWallet({ walletAddress: opened.present.address, proof, password });
    expect(await opened.call.payeeCard({})).toMatchObject({ state: "signed", present: { sequence: 1 } });
    const [current] = await harness.db
      .select()
      .from(payees)
      .where(and(eq(payees.merchantId, opened.merchant.id), isNull(payees.endedAt)));
    expect(current?.address).toBe(opened.present.address);
  });
});

it("links each card to the hash of the card before", async () => {
  const opened = await openCarded();
  await opened.call.editBusiness({ name: `Linked ${opened.id}` });
  await signNext(opened);
  const [one, two] = (await cardsAt(opened.present.address))?.cards ?? [];
  expect(one && two?.card.previous === cardHash(one.card)).toBe(true);
});
