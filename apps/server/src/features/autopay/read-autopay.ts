import { billFor, comingBills, mostScheduledPayments } from "@hearth/domain/autopay/bills";
import { canBeScheduledPayment } from "@hearth/domain/autopay/scheduled-payments";
import { HearthError } from "@hearth/domain/errors";
import { parsePublicId, publicId } from "@hearth/domain/ids";
import { wireAmount } from "@hearth/domain/money";
import { type Day, dayAfter, dayIn, monthOf } from "@hearth/domain/rent/calendar";
import { rentName } from "@hearth/domain/rent/periods";
import type { Deps } from "../../deps.ts";
import { isTenantOn, type LeaseToPay, readLeasesToPay, staysOf } from "../rent/bills/bills.service.ts";
import { provenAddresses } from "../wallet/wallet.service.ts";
import { viewScheduledPayment } from "./autopay.view.ts";
import { type ScheduledPaymentRow, listScheduledPayments, listLivePeriods } from "./scheduled-payments.repo.ts";
import { judgeWith } from "./judge-scheduled-payment.ts";

/** Past scheduled payments are shown for two months. */
const pastDays = 62;

const firstShown = (now: Date) => monthOf(dayAfter(dayIn(now, "UTC"), -pastDays));

/**
 * Lists a tenant's leases with the coming bills and their scheduled payments. One that no longer matches is shown as void, before a job has
 * voided it.
 */
export async function readOwnAutopay({ db, clock }: Deps, userId: string) {
  const now = clock.now();
  const stays = await staysOf(db, userId, now);
  const ids = [...stays.keys()];
  if (ids.length === 0) return [];
  const leases = await readLeasesToPay(db, ids, now);
  const ownScheduledPayments = await listScheduledPayments(db, { leaseIds: ids, payerId: userId, from: firstShown(now) });
  const wallets = await provenAddresses(db, userId);
  const others = (await listLivePeriods(db, ids)).filter(({ payerId }) => payerId !== userId);
  return leases
    .map((lease) => {
      const scheduledPayments = ownScheduledPayments
        .filter(({ leaseId }) => leaseId === lease.id)
        .map((scheduledPayment) => asItStands(lease, scheduledPayment, { lastDay: stays.get(lease.id), wallets }));
      const paidByOthers = others.filter(({ leaseId }) => leaseId === lease.id).map(({ period }) => period);
      return viewLease({ ...lease, lastDay: stays.get(lease.id) }, scheduledPayments, paidByOthers, now);
    })
    .filter(({ months }) => months.length > 0);
}

function asItStands(
  lease: LeaseToPay,
  scheduledPayment: ScheduledPaymentRow,
  { lastDay, wallets }: { lastDay: Day | null | undefined; wallets: readonly string[] },
): ScheduledPaymentRow {
  if (scheduledPayment.status !== "ready" && scheduledPayment.status !== "asked") return scheduledPayment;
  const { reason } = judgeWith(lease, scheduledPayment, { isTenant: isTenantOn(lastDay, scheduledPayment.dueOn), wallets });
  return reason === null ? scheduledPayment : { ...scheduledPayment, status: "void", voidReason: reason };
}

function viewLease(
  lease: LeaseToPay & { lastDay: Day | null | undefined },
  scheduledPayments: ScheduledPaymentRow[],
  paidByOthers: string[],
  now: Date,
) {
  const coming = comingBills(lease.billed, now, mostScheduledPayments).filter(
    (bill) => canBeScheduledPayment(bill) && isTenantOn(lease.lastDay, bill.dueOn),
  );
  const past = scheduledPayments.filter(({ period, status }) => status !== "asked" && !coming.some((bill) => bill.period === period));
  const periods = [...new Set([...past.map(({ period }) => period), ...coming.map(({ period }) => period)])].toSorted();
  return {
    leaseId: publicId("lease", lease.id),
    merchantId: publicId("merchant", lease.merchant.id),
    merchant: lease.merchant.name,
    businessType: lease.merchant.businessType,
    property: lease.property,
    unit: lease.unit,
    canBeSet: lease.payee !== null && lease.merchant.status === "active",
    months: periods.flatMap((period) => {
      // If a month has several, show the live one, or else the newest.
      const ofMonth = scheduledPayments.filter((scheduledPayment) => scheduledPayment.period === period);
      const scheduledPayment = ofMonth.find(({ status }) => status === "ready" || status === "sent") ?? ofMonth[0] ?? null;
      const bill = billFor(lease.billed, period);
      const terms = typeof bill === "string" ? scheduledPayment : bill;
      if (terms === null) return [];
      const { cents, dueOn } = terms;
      const view = scheduledPayment && viewScheduledPayment(scheduledPayment);
      return [
        {
          period,
          description: rentName(period),
          amount: wireAmount(cents),
          dueOn,
          scheduledPayment: view,
          cheque: view,
          isComing: coming.some((next) => next.period === period),
          isPaidByOther: paidByOthers.includes(period),
        },
      ];
    }),
  };
}

/** Lists a lease's recent scheduled payments for administrators, never with a signature. @throws HearthError NOT_FOUND. */
export async function readScheduledPaymentsOfLease({ db, clock }: Deps, leaseId: string) {
  const id = parsePublicId("lease", leaseId);
  const [lease] = id === null ? [] : await readLeasesToPay(db, [id], clock.now());
  if (lease === undefined) throw new HearthError("NOT_FOUND", { message: "Lease not found" });
  return (await listScheduledPayments(db, { leaseIds: [lease.id], from: firstShown(clock.now()) })).map(viewScheduledPayment);
}
