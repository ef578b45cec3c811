import type { DatabaseOrTransaction } from "@hearth/db/client";
import { payeeOf } from "@hearth/db/payee-of";
import { merchantAcknowledgements } from "@hearth/db/schema/merchant-acknowledgements";
import { merchants } from "@hearth/db/schema/merchants";
import { payees } from "@hearth/db/schema/payees";
import { users } from "@hearth/db/schema/users";
import { and, eq, isNull } from "drizzle-orm";

/** Reads the trust signals of a merchant, and the time this payer acknowledged it. */
export async function findTrustSignals(db: DatabaseOrTransaction, merchantId: string, userId: string) {
  const { status, address, createdAt, heldAt, reviewedAt, refusalReason } = merchants;
  const isCurrent = and(eq(payees.merchantId, merchants.id), isNull(payees.endedAt));
  const isTheirs = and(eq(merchantAcknowledgements.merchantId, merchants.id), eq(merchantAcknowledgements.userId, userId));
  const [row] = await db
    .select({
      review: { heldAt, reviewedAt, refusalReason },
      status,
      address,
      createdAt,
      emailConfirmedAt: users.emailConfirmedAt,
      payeeAddress: payees.address,
      payeeProvenAt: payees.provenAt,
      carded: payeeOf(merchants.id),
      acknowledgedAt: merchantAcknowledgements.createdAt,
    })
    .from(merchants)
    .innerJoin(users, eq(users.id, merchants.ownerUserId))
    .leftJoin(payees, isCurrent)
    .leftJoin(merchantAcknowledgements, isTheirs)
    .where(eq(merchants.id, merchantId));
  return row ?? null;
}
export type TrustSignalsRow = NonNullable<Awaited<ReturnType<typeof findTrustSignals>>>;

/** Stores a payer's acknowledgement that they know a merchant; an earlier one stays. */
export async function insertAcknowledgement(
  db: DatabaseOrTransaction,
  acknowledgement: { merchantId: string; userId: string; createdAt: Date },
): Promise<void> {
  await db.insert(merchantAcknowledgements).values(acknowledgement).onConflictDoNothing();
}
