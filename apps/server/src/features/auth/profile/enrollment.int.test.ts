import { merchants } from "@hearth/db/schema/merchants";
import { makeMerchant, makeUser } from "@hearth/db/testing/factories";
import { publicId } from "@hearth/domain/ids";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Harness, startHarness } from "../../../testing/harness.ts";
import { findEnrolledMerchant } from "../../businesses/merchants.service.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness.close());

const contact = { address: "12 Maple Street, Springfield, IL 62704", phoneNumber: "(555) 010-0123" };

async function consumer() {
  const user = await makeUser(harness.db);
  return { user, call: harness.caller(await harness.signIn(user.id)) };
}

describe("enrolling", () => {
  it("stores the consumer's merchant and address", async () => {
    const { merchant, payee } = await makeMerchant(harness.db);
    const { user, call } = await consumer();
    const selectedMerchantId = publicId("merchant", merchant.id);
    const view = await call.auth.completeEnrollment({ ...contact, selectedMerchantId, aptNumber: "4B" });
    expect(view).toMatchObject({
      ...contact,
      selectedMerchantId,
      aptNumber: "4B",
      merchant: { _id: selectedMerchantId, name: merchant.name, businessType: merchant.businessType },
    });
    expect(await findEnrolledMerchant(harness.db, user.id)).toEqual({
      merchantId: merchant.id,
      name: merchant.name,
      status: "active",
      aptNumber: "4B",
      payee: { id: payee?.id, address: payee?.address },
      cards: [],
    });
  });

  it("can be repeated with another merchant", async () => {
    const [first, second] = [await makeMerchant(harness.db), await makeMerchant(harness.db)];
    const { call } = await consumer();
    await call.auth.completeEnrollment({ ...contact, selectedMerchantId: publicId("merchant", first.merchant.id), aptNumber: "1" });
    const view = await call.auth.completeEnrollment({ ...contact, selectedMerchantId: publicId("merchant", second.merchant.id) });
    expect(view.merchant?.name).toBe(second.merchant.name);
    expect(view.aptNumber).toBeNull();
  });

  it("answers a repeat with the same key like the first call, even after the merchant has closed", async () => {
    const { merchant } = await makeMerchant(harness.db);
    const { call } = await consumer();
    const input = { ...contact, selectedMerchantId: publicId("merchant", merchant.id), idempotencyKey: "enroll-once-1" };
    const first = await call.auth.completeEnrollment(input);
    await harness.db.update(merchants).set({ status: "inactive" }).where(eq(merchants.id, merchant.id));
    expect(await call.auth.completeEnrollment(input)).toEqual(first);
  });

  it.each(["inactive", "suspended"] as const)("refuses a merchant that is %s", async (status) => {
    const { merchant } = await makeMerchant(harness.db, { status });
    const { call } = await consumer();
    const attempt = call.auth.completeEnrollment({ ...contact, selectedMerchantId: publicId("merchant", merchant.id) });
    await expect(attempt).rejects.toThrow("This merchant is not accepting payments at the moment");
  });

  it.each(["", "nonsense", "mer_00000000000000000000000000", "usr_01h455vb4pex5vsknk084sn02q"])(
    "asks to select a merchant for %j",
    async (selectedMerchantId) => {
      const { call } = await consumer();
      await expect(call.auth.completeEnrollment({ ...contact, selectedMerchantId })).rejects.toThrow("Please select a merchant");
    },
  );

  it("names missing fields in the specified words", async () => {
    const token = await harness.signIn((await makeUser(harness.db)).id);
    const answer = await harness.app.inject({
      method: "POST",
      url: "/api/auth/complete-enrollment",
      headers: { authorization: `Bearer ${token}` },
      payload: { address: " " },
    });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().errors).toEqual({
      address: "Street address is required",
      phoneNumber: "Phone number is required",
      selectedMerchantId: "Please select a merchant",
    });
  });

  it("is for consumers only", async () => {
    const { merchant, owner } = await makeMerchant(harness.db);
    const call = harness.caller(await harness.signIn(owner.id));
    const attempt = call.auth.completeEnrollment({ ...contact, selectedMerchantId: publicId("merchant", merchant.id) });
    await expect(attempt).rejects.toThrow("You do not have access to this");
  });
});
