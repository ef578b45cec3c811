import { makeMerchant, makeUser } from "@hearth/db/testing/factories";
import { makePayment } from "@hearth/db/testing/payment-factories";
import { publicId } from "@hearth/domain/ids";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Harness, startHarness } from "../../testing/harness.ts";
import { notify } from "../notifications/notify.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness.close());

const called = async (userId: string) => harness.caller(await harness.signIn(userId));

/** Opens a stream, and returns a function that waits for its next event. */
async function open(userId: string, input: { payments?: string[]; business?: boolean }) {
  const stream = (await (await called(userId)).account.watch(input))[Symbol.asyncIterator]();
  const next = async (): Promise<unknown> => {
    const event: unknown = (await stream.next()).value;
    return Array.isArray(event) ? event[1] : event;
  };
  return { next, close: async () => void (await stream.return?.()) };
}

it("sends the unread count, each payment and the business in one stream, and later only what changed", async () => {
  const { db, clock } = harness;
  const { owner, merchant } = await makeMerchant(db);
  const payer = await makeUser(db);
  const made = [await makePayment(db, { consumerId: payer.id }), await makePayment(db, { consumerId: payer.id })];
  const [first = "", second = ""] = made.map(({ id }) => publicId("payment", id));

  const payers = await open(payer.id, { payments: [first, second, first] });
  expect([await payers.next(), await payers.next(), await payers.next()]).toMatchObject([
    { unread: 0 },
    { payment: { _id: first, status: "pending" } },
    { payment: { _id: second, status: "pending" } },
  ]);
  await (await called(payer.id)).payments.cancel({ paymentId: second });
  expect(await payers.next()).toMatchObject({ payment: { _id: second, status: "cancelled" } });
  await payers.close();

  const owners = await open(owner.id, { business: true });
  expect([await owners.next(), await owners.next()]).toEqual([{ unread: 0 }, { business: { at: expect.any(String) } }]);
  const now = clock.now();
  await notify(db, { userIds: [owner.id], key: "news", event: { kind: "passwordChanged", at: now.toISOString() }, now });
  expect(await owners.next()).toEqual({ unread: 1 });
  await makePayment(db, { merchantId: merchant.id });
  expect(await owners.next()).toEqual({ business: { at: expect.any(String) } });
  await owners.close();
});

it("refuses somebody else's payment, and the business of an account without one", async () => {
  const { db } = harness;
  const [payer, other] = [await makeUser(db), await makeUser(db)];
  const { id } = await makePayment(db, { consumerId: payer.id });
  const theirs = await open(other.id, { payments: [publicId("payment", id)] });
  await expect(theirs.next()).rejects.toMatchObject({ code: "NOT_FOUND" });
  const business = await open(other.id, { business: true });
  await expect(business.next()).rejects.toMatchObject({ code: "FORBIDDEN" });
});
