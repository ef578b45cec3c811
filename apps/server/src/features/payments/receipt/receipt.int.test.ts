import { makeMerchant, makeUser } from "@hearth/db/testing/factories";
import { makePayment } from "@hearth/db/testing/payment-factories";
import { publicId } from "@hearth/domain/ids";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Harness, startHarness } from "../../../testing/harness.ts";
import { drawReceipt } from "./receipt-pdf.ts";

let harness: Harness;
let consumerId: string;
let token: string;
beforeAll(async () => {
  harness = await startHarness();
  consumerId = (await makeUser(harness.db, { firstName: "Maya", lastName: "Okafor" })).id;
  token = await harness.signIn(consumerId);
});
afterAll(() => harness.close());

const get = (paymentId: string, authorization = `Bearer ${token}`) =>
  harness.app.inject({ url: `/api/payments/${paymentId}/receipt`, headers: { authorization } });

async function paid(values: Parameters<typeof makePayment>[1] = {}) {
  const payment = await makePayment(harness.db, { consumerId, status: "completed", ...values });
  return { payment, id: publicId("payment", payment.id) };
}

/** Page count of a PDF. */
const pagesOf = (pdf: Buffer) => /\/Type \/Pages\s+\/Count (\d+)/.exec(pdf.toString("latin1"))?.[1];

describe("the receipt of a payment as PDF", () => {
  it("is a one-page file named by day and reference, never cached and only a download", async () => {
    const { payment, id } = await paid({ completedAt: new Date("2026-11-20T09:02:53Z") });
    const answer = await get(id);
    expect(answer.statusCode).toBe(200);
    expect(answer.rawPayload.subarray(0, 5).toString()).toBe("%PDF-");
    expect(pagesOf(answer.rawPayload)).toBe("1");
    expect(answer.headers).toMatchObject({
      "content-type": "application/pdf",
      "content-disposition": `attachment; filename="hearth-receipt-2026-11-20-${payment.code}.pdf"`,
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    });
  });

  it("stays on one page with the longest name and description, in any script", async () => {
    const { merchant } = await makeMerchant(harness.db, { name: "Жилищный кооператив Ωmega & Łódź ".repeat(4).slice(0, 120) });
    const { id } = await paid({
      merchantId: merchant.id,
      description: "Rent, parking 家賃 🏠 ".repeat(12).slice(0, 200),
      amountCents: 1_000_000,
    });
    const answer = await get(id);
    expect(answer.statusCode).toBe(200);
    expect(pagesOf(answer.rawPayload)).toBe("1");
  });

  it("does not exist before the payment is completed", async () => {
    for (const status of ["pending", "failed", "cancelled"] as const) {
      const { id } = await paid({ status });
      const answer = await get(id);
      expect([answer.statusCode, answer.json().message]).toEqual([409, "Only a completed payment has a receipt"]);
    }
  });

  it("is as absent for everybody else as an unknown payment", async () => {
    const { id } = await paid();
    const stranger = `Bearer ${await harness.signIn((await makeUser(harness.db)).id)}`;
    const foreign = await get(id, stranger);
    const missing = await get(publicId("payment", "0198a000-0000-7000-8000-000000000000"), stranger);
    expect([foreign.statusCode, foreign.body]).toEqual([missing.statusCode, missing.body]);
    expect(foreign.statusCode).toBe(404);
    expect((await get(id, "")).statusCode).toBe(401);
  });

  it("is limited to thirty a minute per account", async () => {
    const user = await makeUser(harness.db);
    const { payments } = harness.caller(await harness.signIn(user.id));
    const { id } = await paid();
    const ask = () => payments.receipt({ paymentId: id }).catch((error: Error) => error.message);
    const answers = await Promise.all(Array.from({ length: 31 }, ask));
    const refused = answers.filter((answer) => typeof answer === "string" && answer.startsWith("Too many attempts. Please try again in "));
    expect([answers.length - refused.length, refused.length]).toEqual([30, 1]);
  });
});

it("draws any text that people write", async () => {
  const anyText = fc.string({ unit: "grapheme", maxLength: 200 });
  await fc.assert(
    fc.asyncProperty(anyText, anyText, async (merchant, description) => {
      const facts = [{ label: "Description", value: description }];
      const amounts = {
        amountCents: 145_000,
        refundedCents: 20_000,
        date: "Nov 1, 2026",
        transactionHash: "0xa90c6b",
        settled: "Settled on Base.",
        signed: null,
      };
      const pdf = await drawReceipt({ merchant, facts, ...amounts });
      expect(pdf.subarray(0, 5).toString()).toBe("%PDF-");
    }),
    { numRuns: 40 },
  );
});
