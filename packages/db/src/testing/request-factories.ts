import type { InferInsertModel, InferSelectModel } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../client.ts";
import { paymentRequests, requestPayments } from "../schema.ts";
import { hexOf, nextNumber, one } from "./factories.ts";

/** An open request of some $60.00, mailed a week ago, with a payment opened for it if one is given. */
export async function makePaymentRequest(
  db: DatabaseOrTransaction,
  {
    paymentId,
    ...overrides
  }: Partial<InferInsertModel<typeof paymentRequests>> & { merchantId: string; createdBy: string; paymentId?: string },
): Promise<InferSelectModel<typeof paymentRequests>> {
  const number = nextNumber();
  const fields = { name: "Ada Quill", email: `ada.${number}@example.com`, amountCents: 6_000 + number, description: "Parking" };
  const mailedAt = new Date(Date.now() - 7 * 86_400_000);
  const values = { ...fields, reference: hexOf("request", number), dueOn: "2026-12-01", createdAt: mailedAt, mailedAt, ...overrides };
  const request = one(await db.insert(paymentRequests).values(values).returning());
  if (paymentId !== undefined) await db.insert(requestPayments).values({ requestId: request.id, paymentId });
  return request;
}
