import type { DatabaseOrTransaction, Transaction } from "@hearth/db/client";
import type { BilledLease } from "@hearth/domain/autopay/bills";
import { type Day, dayAfter, dayIn } from "@hearth/domain/rent/calendar";
import { type BilledLeaseRow, hasOtherMoney, listBilledLeases, listRentDueFrom, listStaysOf } from "./bills.repo.ts";
import { findChainTime, upsertPaymentCredit } from "../rows/lease-money.repo.ts";
import { listTerms } from "../rows/lease-rows.repo.ts";

/** Rent is looked back for so far: no days of grace are longer. */
const lookBackDays = 62;

/** A lease with its coming rent, and whom it is paid to; `payee` is null without a proven wallet. */
export type LeaseToPay = Pick<BilledLeaseRow, "merchant" | "property" | "unit" | "payee"> & { id: string; billed: BilledLease };

/** The leases that an account rents under, each with its last day there; null where the account stays. */
export async function staysOf(db: DatabaseOrTransaction, userId: string, now: Date): Promise<Map<string, Day | null>> {
  return new Map((await listStaysOf(db, userId, now)).map(({ leaseId, movedOutOn }) => [leaseId, movedOutOn]));
}

/** Whether rent that is due on a day is for a tenant who stays until another one; `undefined` for an account that does not rent there. */
export const isTenantOn = (lastDay: Day | null | undefined, dueOn: Day): boolean =>
  lastDay !== undefined && (lastDay === null || dueOn <= lastDay);

/** These leases with the rent that they charge about now and from now on. */
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

/** Whether a charge must be left alone because other money for it may be on its way; also while the chain was read up to nowhere. */
export async function isOtherMoneyComing(
  db: DatabaseOrTransaction,
  charge: { leaseId: string; chargeId: string; except: string | null },
  { chainId, now }: { chainId: number; now: Date },
): Promise<boolean> {
  const readUpTo = await findChainTime(db, chainId);
  return readUpTo === null || hasOtherMoney(db, { ...charge, readUpTo, now });
}

/** Says that a payment is for one charge of a lease; for null for the lease, whose oldest charge it pays. */
export async function assignToCharge(
  tx: Transaction,
  { leaseId, chargeId, paymentId, payerId }: { leaseId: string; chargeId: string | null; paymentId: string; payerId: string },
  now: Date,
): Promise<void> {
  await upsertPaymentCredit(tx, { leaseId, paymentId, chosen: chargeId === null ? [] : [chargeId], createdBy: payerId, createdAt: now });
}
