import type { DatabaseOrTransaction, Transaction } from "@hearth/db/client";
import type { BilledLease } from "@hearth/domain/autopay/bills";
import { type Day, dayAfter, dayIn } from "@hearth/domain/rent/calendar";
import { type BilledLeaseRow, hasOtherMoney, listBilledLeases, listRentDueFrom, listStaysOf } from "./bills.repo.ts";
import { findChainTime, upsertPaymentCredit } from "../rows/lease-money.repo.ts";
import { listTerms } from "../rows/lease-rows.repo.ts";

/** Days to look back for rent charges. No grace period is longer. */
const lookBackDays = 62;

/** A lease with its upcoming rent, its merchant and payee. `payee` is null without a proven wallet. */
export type LeaseToPay = Pick<BilledLeaseRow, "merchant" | "property" | "unit" | "payee"> & { id: string; billed: BilledLease };

/** The leases that an account rents under, each with the account's last day there, or null while it stays. */
export async function staysOf(db: DatabaseOrTransaction, userId: string, now: Date): Promise<Map<string, Day | null>> {
  return new Map((await listStaysOf(db, userId, now)).map(({ leaseId, movedOutOn }) => [leaseId, movedOutOn]));
}

/** True when rent due on a day is owed by a tenant with this last day. `undefined` is an account that does not rent there. */
export const isTenantOn = (lastDay: Day | null | undefined, dueOn: Day): boolean =>
  lastDay !== undefined && (lastDay === null || dueOn <= lastDay);

/** Reads these leases with their current and upcoming rent. */
export async function readLeasesToPay(db: DatabaseOrTransaction, ids: string[], now: Date): Promise<LeaseToPay[]> {
  if (ids.length === 0) return [];
  const [rows, terms, charges] = [
    await listBilledLeases(db, ids),
    await listTerms(db, ids),
    await listRentDueFrom(db, ids, dayAfter(dayIn(now, "UTC"), -lookBackDays)),
  ];
  const byLease = Map.groupBy(charges, ({ leaseId }) => leaseId);
  return rows.map(({ lease, ...row }) => ({
    ...row,
    id: lease.id,
    billed: {
      ...lease,
      versions: terms.get(lease.id) ?? [],
      charges: (byLease.get(lease.id) ?? []).flatMap(({ period, voidedAt, ...charge }) =>
        period === null ? [] : [{ ...charge, period, isVoided: voidedAt !== null }],
      ),
    },
  }));
}

/** True while a charge must be left alone because other money for it may be on its way. Also true while no block has been read. */
export async function isOtherMoneyComing(
  db: DatabaseOrTransaction,
  charge: { leaseId: string; chargeId: string; except: string | null },
  { chainId, now }: { chainId: number; now: Date },
): Promise<boolean> {
  const readUpTo = await findChainTime(db, chainId);
  return readUpTo === null || hasOtherMoney(db, { ...charge, readUpTo, now });
}

/** Assigns a payment to one charge of a lease. With a null charge it pays the lease's oldest charge. */
export async function assignToCharge(
  tx: Transaction,
  { leaseId, chargeId, paymentId, payerId }: { leaseId: string; chargeId: string | null; paymentId: string; payerId: string },
  now: Date,
): Promise<void> {
  await upsertPaymentCredit(tx, { leaseId, paymentId, chosen: chargeId === null ? [] : [chargeId], createdBy: payerId, createdAt: now });
}
