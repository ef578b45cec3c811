import type { DatabaseOrTransaction } from "@hearth/db/client";
import { merchants } from "@hearth/db/schema/merchants";
import { staffOf } from "@hearth/db/staff-of";
import { payments } from "@hearth/db/schema/payments";
import { users } from "@hearth/db/schema/users";
import { eq, inArray } from "drizzle-orm";

/** Lists the payer and merchant of some payments, with their names. */
export async function listParties(db: DatabaseOrTransaction, paymentIds: readonly string[]) {
  return db
    .select({
      paymentId: payments.id,
      payerId: payments.consumerId,
      firstName: users.firstName,
      lastName: users.lastName,
      ownerId: merchants.ownerUserId,
      merchant: merchants.name,
      staff: staffOf(merchants.id),
      amountCents: payments.amountCents,
      description: payments.description,
    })
    .from(payments)
    .innerJoin(users, eq(users.id, payments.consumerId))
    .innerJoin(merchants, eq(merchants.id, payments.merchantId))
    .where(inArray(payments.id, [...paymentIds]));
}
