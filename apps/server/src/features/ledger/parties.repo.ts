import type { DatabaseOrTransaction } from "@hearth/db/client";
import { merchants } from "@hearth/db/schema/merchants";
import { payments } from "@hearth/db/schema/payments";
import { users } from "@hearth/db/schema/users";
import { eq } from "drizzle-orm";

/** Who has to do with a payment, and how they are called. */
export async function findParties(db: DatabaseOrTransaction, paymentId: string) {
  const [row] = await db
    .select({
      payerId: payments.consumerId,
      firstName: users.firstName,
      lastName: users.lastName,
      ownerId: merchants.ownerUserId,
      merchant: merchants.name,
      amountCents: payments.amountCents,
    })
    .from(payments)
    .innerJoin(users, eq(users.id, payments.consumerId))
    .innerJoin(merchants, eq(merchants.id, payments.merchantId))
    .where(eq(payments.id, paymentId));
  return row ?? null;
}
