import { cardTypedData } from "@hearth/chain/payee-card";
import { signTestCard, testPayoutWallet } from "@hearth/chain/test-payee-cards";
import { alarms } from "@hearth/db/schema/alarms";
import { mails } from "@hearth/db/schema/mails";
import { payees } from "@hearth/db/schema/payees";
import { relays } from "@hearth/db/schema/relays";
import { users } from "@hearth/db/schema/users";
import { makeMerchant, makePayeeCard } from "@hearth/db/testing/factories";
import { makePaymentRequest } from "@hearth/db/testing/request-factories";
import { publicId } from "@hearth/domain/ids";
import { maxPayeeCards, type SignedCard } from "@hearth/domain/payee-card";
import { and, eq, isNull } from "drizzle-orm";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type AutopayFixture, startAutopay } from "../../testing/autopay-fixture.ts";
import type { PaymentFixture } from "../../testing/payment-fixture.ts";
import { countTurns } from "../../testing/count-turns.ts";
import { relayAuthorizations } from "../payments/relay/relay-authorizations.ts";
import { checkPayeeCards } from "./notify-payers.ts";
import { judgePayee, judgePayees } from "./payee-cards.ts";

let fixture: PaymentFixture;
let autopay: AutopayFixture;
beforeAll(async () => {
  ({ fixture, autopay } = await startAutopay());
  const { merchant } = await fixture.landlord();
  const { next } = await merchant.payeeCard({});
  if (next === null) throw new Error("There is no card to sign");
  await merchant.signPayeeCard({ card: next, signature: await fixture.payee.signTypedData(cardTypedData(next)) });
});
afterAll(() => fixture.harness.close());

const asHex = (text: string): `0x${string}` => `0x${text.slice(2)}`;
const thief = privateKeyToAccount(generatePrivateKey()).address;
/** Changes the address as somebody would who can write to the database. */
const setPayee = (address: `0x${string}`) =>
  fixture.harness.db
    .update(payees)
    .set({ address })
    .where(and(eq(payees.merchantId, fixture.merchantId), isNull(payees.endedAt)));
const alarmOf = async () => {
  const key = `payee-card-${publicId("merchant", fixture.merchantId)}`;
  const rows = await fixture.harness.db
    .select()
    .from(alarms)
    .where(and(eq(alarms.key, key), isNull(alarms.clearedAt)));
  return rows.map(({ message }) => message);
};
const refused = { cause: { code: "PAYEE_NOT_ON_CARD" } };

afterEach(async () => {
  await setPayee(fixture.payeeAddress);
  await checkPayeeCards(fixture.harness.deps);
  expect(await alarmOf()).toEqual([]);
});

describe("a payout wallet that was changed in the database, not by its card", () => {
  const expectAlarm = async () => expect(await alarmOf()).toEqual([expect.stringContaining(thief)]);

  it("opens no checkout, and alerts the operators, who read the business's name", async () => {
    const tenant = await fixture.tenant();
    await setPayee(thief);
    await expect(fixture.harness.caller(tenant.token).payments.createCheckout({ amount: "1450.00" })).rejects.toMatchObject(refused);
    await expectAlarm();
    const [message] = await alarmOf();
    expect(message).toContain(publicId("merchant", fixture.merchantId));
  });

  it("opens no checkout for a payment request", async () => {
    const { db, caller } = fixture.harness;
    const { user } = await fixture.landlord().then(() => fixture.tenant());
    const request = await makePaymentRequest(db, { merchantId: fixture.merchantId, createdBy: user.id });
    const tenant = await fixture.tenant();
    await setPayee(thief);
    await expect(caller(tenant.token).payments.payBill({ reference: request.reference })).rejects.toMatchObject(refused);
    await expectAlarm();
  });

  it("shows no address and takes no signature at a checkout that was opened before", async () => {
    const { caller } = fixture.harness;
    const tenant = await fixture.tenant();
    const { reference } = await fixture.checkout(tenant);
    const { validAfter, validBefore } = await caller().payments.checkout({ reference });
    const signed = { reference, from: tenant.account.address, validAfter, validBefore, signature: `0x${"11".repeat(65)}` as const };
    await setPayee(thief);
    await expect(caller().payments.checkout({ reference })).rejects.toMatchObject(refused);
    await expect(fixture.authorize(tenant, reference)).rejects.toMatchObject(refused);
    await expect(caller().payments.authorize(signed)).rejects.toThrow();
    await expectAlarm();
  });

  it("is sent no payment that its payer signed before, and no other business is held up", async () => {
    const { db, deps } = fixture.harness;
    const tenant = await fixture.tenant();
    const { reference, uuid } = await fixture.checkout(tenant);
    await fixture.authorize(tenant, reference);
    const { merchant: other } = await makeMerchant(db);
    const payer = await fixture.tenant({ merchantId: other.id });
    const elsewhere = await fixture.checkout(payer);
    await fixture.authorize(payer, elsewhere.reference);
    await setPayee(thief);
    await relayAuthorizations(deps);
    await relayAuthorizations(deps);
    const relayOf = async (paymentId: string) => (await db.select().from(relays).where(eq(relays.paymentId, paymentId))).at(-1);
    expect(await relayOf(uuid)).toMatchObject({ status: "failed", failure: "merchant", transactionId: null });
    expect(await relayOf(elsewhere.uuid)).toMatchObject({ status: "sent" });
    await expectAlarm();
    await fixture.mine(2);
    await relayAuthorizations(deps);
    await fixture.watch();
    expect((await fixture.payment(payer, elsewhere.paymentId)).status).toBe("completed");
  });

  it("is sent no scheduled payment until its card names it again", async () => {
    const { tenancy, prepared } = await autopay.signedTenancy();
    await autopay.goToDue(prepared);
    await setPayee(thief);
    await autopay.send();
    expect(await autopay.scheduledPayment(prepared._id)).toMatchObject({ status: "ready", trouble: "merchant", paymentId: null });
    await expectAlarm();
    await setPayee(fixture.payeeAddress);
    await fixture.pass(61);
    await fixture.watch();
    await autopay.send();
    await autopay.settle();
    expect(await autopay.sentBy(tenancy)).toBe(1450);
  });

  it("can be given no new autopay", async () => {
    const tenancy = await autopay.tenancy();
    await setPayee(thief);
    await expect(autopay.setUp(tenancy)).rejects.toMatchObject(refused);
  });

  it("is shown by no list of merchants, nor before a payment, while other businesses' wallets are", async () => {
    const { db, caller } = fixture.harness;
    const tenant = await fixture.tenant();
    const { merchant: other, payee } = await makeMerchant(db);
    const { merchant } = caller(tenant.token);
    const of = { selectedMerchantId: publicId("merchant", fixture.merchantId) };
    const shown = async () => {
      const lists = [await merchant.list({ limit: 500 }), await merchant.listAll({ limit: 500 })];
      const addressOf = (id: string) =>
        lists.map(({ items }) => items.find(({ _id }) => _id === publicId("merchant", id))?.walletAddress ?? null);
      const { payeeHeld } = await merchant.standing(of);
      return { payeeHeld, own: addressOf(fixture.merchantId), other: addressOf(other.id) };
    };
    const others = [payee?.address, payee?.address];
    expect(await shown()).toEqual({ payeeHeld: false, own: [fixture.payeeAddress, fixture.payeeAddress], other: others });
    await setPayee(thief);
    expect(await shown()).toEqual({ payeeHeld: true, own: [null, null], other: others });
  });

  it("is named by no mail, while mails name the wallet on the card", async () => {
    const { invitations, merchant } = await fixture.landlord();
    const { present } = await merchant.payeeCard({});
    await fixture.harness.db.update(users).set({ emailConfirmedAt: new Date() }).where(eq(users.role, "merchant"));
    const mailed = async (email: string) => {
      await invitations.invite({ email, address: "12 Elm Street", aptNumber: "4B" });
      const [mail] = await fixture.harness.db.select({ event: mails.event }).from(mails).where(eq(mails.toAddress, email));
      return mail?.event;
    };
    expect(await mailed("before@example.com")).toMatchObject({ kind: "tenantInvited", payeeWords: present?.words });
    await setPayee(thief);
    const after = await mailed("after@example.com");
    expect(after).toMatchObject({ kind: "tenantInvited" });
    expect(after).not.toHaveProperty("payeeWords");
  });

  it("is looked for in a long list of merchants while others are answered", async () => {
    const merchants = Array.from({ length: 100 }, () => ({
      merchantId: fixture.merchantId,
      payee: { id: null, address: thief, cards: [] },
    }));
    expect(await countTurns(judgePayees(fixture.harness.deps, merchants))).toBeGreaterThanOrEqual(19);
  });

  it("is compared with a long chain of cards while others are answered", async () => {
    const signed: SignedCard[] = [];
    const wallet = testPayoutWallet("c1");
    for (let number = 0; number < maxPayeeCards; number += 1)
      signed.push(
        await signTestCard({ before: signed.at(-1), business: publicId("merchant", fixture.merchantId), wallet: wallet.address }, wallet),
      );
    const cards = signed.map(({ card: { wallet: address, ...card }, signature }) => ({
      ...card,
      address: asHex(address),
      signature: asHex(signature),
    }));
    const { deps } = fixture.harness;
    const judged = judgePayee(deps, { merchantId: fixture.merchantId, payee: { id: null, address: wallet.address, cards } });
    expect(await countTurns(judged)).toBeGreaterThanOrEqual(maxPayeeCards / 5 - 1);
    expect(await judged).toMatchObject({ is: "fine", card: { sequence: maxPayeeCards } });
  });

  it("is found by the job, before anybody pays", async () => {
    await setPayee(thief);
    await checkPayeeCards(fixture.harness.deps);
    await expectAlarm();
  });

  it("is found by the job behind a business whose card cannot be judged, and the job names that business", async () => {
    await setPayee(thief);
    const { deps, db } = fixture.harness;
    const found: string[] = [];
    const judged = db.transaction(async (tx) => {
      const other = privateKeyToAccount(generatePrivateKey()).address;
      const first = { id: "00000000-0000-7000-8000-000000000001", payeeAddress: other };
      const { merchant, owner } = await makeMerchant(tx, first);
      // A time before 1970 has no place in a card, so the card has no hash.
      await makePayeeCard(tx, { merchantId: merchant.id, createdBy: owner.id, address: other, validFrom: new Date("1960-01-01") });
      const error = await checkPayeeCards(Object.assign(Object.create(deps), { db: tx })).catch((cause: unknown) => cause);
      found.push(...(await tx.select().from(alarms).where(isNull(alarms.clearedAt))).map(({ message }) => message));
      throw error; // and undo the card, which nothing else can
    });
    await expect(judged).rejects.toThrow(publicId("merchant", "00000000-0000-7000-8000-000000000001"));
    expect(found).toEqual([expect.stringContaining(thief)]);
  });
});

it("opens checkouts of the business on the card, and shows the card's words at them", async () => {
  const tenant = await fixture.tenant();
  const { reference } = await fixture.checkout(tenant);
  const { present } = await (await fixture.landlord()).merchant.payeeCard({});
  expect((await fixture.harness.caller().payments.checkout({ reference })).payeeWords).toBe(present?.words);
});
