import { nextNumber } from "@hearth/db/testing/factories";

/** The subject of a call about leases. */
export interface RentCallSubject {
  merchantId: string;
  /** A completed payment of the two parties. */
  paidId: string;
  /** A lease of the two parties, the version that its editor saw, an invited tenant, and a charge and a credit of it. */
  leaseId: string;
  leaseSeenAt: string;
  termsId: string;
  tenantId: string;
  chargeId: string;
  creditId: string;
  /** A property of the merchant with a unit that nobody rents. */
  propertyId: string;
  unitId: string;
}

const renewal = ({ leaseId, leaseSeenAt }: { leaseId: string; leaseSeenAt: string }) => ({
  leaseId,
  endsOn: "2191-12-31",
  effectiveFrom: "2191-01-01",
  rent: "1500.00",
  seenAt: leaseSeenAt,
});

const newcomer = () => ({ name: "Ana Roomer", email: `ana.roomer.${nextNumber()}@example.com` });

/** A well-formed input for each call about leases and their ledgers. */
export const rentInputs: Record<string, (subject: RentCallSubject) => unknown> = {
  "rent.mine": () => undefined,
  "rent.ownLedger": ({ leaseId }) => ({ leaseId }),
  "rent.ownStatement": ({ leaseId }) => ({ leaseId, startDate: "2026-01-01", endDate: "2026-12-31" }),
  "rent.statement": ({ leaseId }) => ({ leaseId, startDate: "2026-01-01", endDate: "2026-12-31" }),
  "rent.statementForAdmin": ({ leaseId }) => ({ leaseId, startDate: "2026-01-01", endDate: "2026-12-31" }),
  "rent.roll": () => ({ period: "2026-11" }),
  "rent.rollSums": () => ({ period: "2026" }),
  "rent.rollFile": () => ({ period: "2026-11" }),
  "rent.month": () => ({ period: "2026-10" }),
  "rent.accountingFile": () => ({ period: "2026-10" }),
  "rent.monthFile": () => ({ period: "2026-10" }),
  "rent.closeMonth": () => ({ period: "2026-10" }),
  "rent.reopenMonth": () => ({ period: "2026-10" }),
  "rent.join": () => ({ invitation: "a token that no one made" }),
  "rent.properties": () => ({}),
  "rent.addProperty": () => ({ name: `Harbor Row ${nextNumber()}`, units: ["1A", "1B"] }),
  "rent.addUnit": ({ propertyId }) => ({ propertyId, name: "2A" }),
  "rent.changeProperty": ({ propertyId }) => ({
    propertyId,
    name: `Harbor Row ${nextNumber()}`,
    address: "1 Harbor Row, Albany, NY 12207",
  }),
  "rent.removeUnit": ({ unitId }) => ({ unitId }),
  "rent.renameUnit": ({ unitId }) => ({ unitId, name: `1C ${nextNumber()}` }),
  "rent.tenants": () => ({}),
  "rent.tenantSums": () => ({}),
  "rent.building": () => ({}),
  "rent.chargeMany": ({ leaseId }) => ({
    items: [{ leaseId, kind: "repair", description: "A new lock", amount: "60.00", dueOn: "2026-11-30" }],
  }),
  "rent.creditMany": ({ leaseId }) => ({ items: [{ leaseId, kind: "outside", amount: "20.00", on: "2026-11-02", note: "By check" }] }),
  "rent.renewMany": (subject) => ({ items: [renewal(subject)] }),
  "rent.remindMany": ({ leaseId }) => ({ leaseIds: [leaseId] }),
  "rent.remindPreview": ({ leaseId }) => ({ leaseIds: [leaseId] }),
  "rent.lease": ({ leaseId }) => ({ leaseId }),
  "rent.ledger": ({ leaseId }) => ({ leaseId }),
  "rent.createLease": ({ unitId }) => ({
    unitId,
    startsOn: "2026-11-15",
    rent: "1450.00",
    timeZone: "America/Chicago",
    tenants: [{ name: "Ada Quill", email: "ada.quill@example.com" }],
  }),
  "rent.changeLease": ({ leaseId, leaseSeenAt }) => ({ leaseId, effectiveFrom: "2191-01-01", rent: "1500.00", seenAt: leaseSeenAt }),
  "rent.termsToSign": ({ leaseId, termsId }) => ({ leaseId, termsId }),
  "rent.signTerms": ({ leaseId, termsId }) => ({
    leaseId,
    termsId,
    walletAddress: `0x${"1".repeat(40)}`,
    signature: `0x${"1".repeat(130)}`,
  }),
  "rent.endLease": ({ leaseId, leaseSeenAt }) => ({ leaseId, endsOn: "2190-06-30", seenAt: leaseSeenAt }),
  "rent.renewLease": renewal,
  "rent.undoLease": ({ leaseId, leaseSeenAt }) => ({ leaseId, reason: "The wrong unit", seenAt: leaseSeenAt }),
  "rent.addTenant": ({ leaseId }) => ({ leaseId, ...newcomer() }),
  "rent.changeTenant": ({ leaseId, tenantId }) => ({ leaseId, tenantId, ...newcomer() }),
  "rent.moveTenantOut": ({ leaseId, tenantId }) => ({ leaseId, tenantId, movedOutOn: "2026-11-30" }),
  "rent.setPartPayments": ({ leaseId }) => ({ leaseId, partPayments: false }),
  "rent.addCharge": ({ leaseId }) => ({ leaseId, kind: "repair", description: "A new lock", amount: "60.00", dueOn: "2026-11-30" }),
  "rent.remind": ({ leaseId }) => ({ leaseId }),
  "rent.reminderRule": () => undefined,
  "rent.setReminderRule": () => ({ daysBefore: 5, onDueDay: true, daysLate: 3 }),
  "rent.checkCharges": () => ({ csv: "Property,Unit,Kind,Description,Amount,Due\nJuniper Court,4B,Repair,A new lock,60.00,2026-11-30\n" }),
  "rent.addCharges": () => ({ csv: "Property,Unit,Kind,Description,Amount,Due\nJuniper Court,4B,Repair,A new lock,60.00,2026-11-30\n" }),
  "rent.voidCharge": ({ chargeId }) => ({ chargeId, reason: "Charged twice" }),
  "rent.wrongFees": ({ leaseId }) => ({ leaseId, amount: "20.00", on: "2026-11-02" }),
  "rent.addCredit": ({ leaseId }) => ({ leaseId, kind: "outside", amount: "20.00", on: "2026-11-02", note: "By check" }),
  "rent.reverseCredit": ({ creditId }) => ({ creditId, reason: "The check bounced" }),
  "rent.keepDeposit": ({ chargeId }) => ({ chargeId, amount: "20.00", reason: "The carpet" }),
  "rent.paymentLease": ({ paidId }) => ({ paymentId: paidId }),
  "rent.setPaymentLease": ({ paidId, leaseId }) => ({ paymentId: paidId, leaseId }),
  "rent.paymentLeaseForAdmin": ({ paidId }) => ({ paymentId: paidId }),
  "rent.setPaymentLeaseForAdmin": ({ paidId, leaseId }) => ({ paymentId: paidId, leaseId }),
  "rent.tenantsForAdmin": ({ merchantId }) => ({ merchantId }),
  "rent.leasesForAdmin": () => ({ search: "Juniper" }),
  "rent.changeLeaseForAdmin": ({ leaseId, leaseSeenAt: seenAt }) => ({ leaseId, effectiveFrom: "2191-01-01", rent: "1500.00", seenAt }),
  "rent.endLeaseForAdmin": ({ leaseId, leaseSeenAt }) => ({ leaseId, endsOn: "2190-06-30", seenAt: leaseSeenAt }),
  "rent.renewLeaseForAdmin": renewal,
  "rent.undoLeaseForAdmin": ({ leaseId, leaseSeenAt }) => ({ leaseId, reason: "The wrong unit", seenAt: leaseSeenAt }),
  "rent.setPartPaymentsForAdmin": ({ leaseId }) => ({ leaseId, partPayments: false }),
  "rent.remindForAdmin": ({ leaseId }) => ({ leaseId }),
  "rent.addChargeForAdmin": ({ leaseId }) => ({ leaseId, kind: "repair", description: "A new lock", amount: "60.00", dueOn: "2026-11-30" }),
  "rent.voidChargeForAdmin": ({ chargeId }) => ({ chargeId, reason: "Charged twice" }),
  "rent.wrongFeesForAdmin": ({ leaseId }) => ({ leaseId, amount: "20.00", on: "2026-11-02" }),
  "rent.addCreditForAdmin": ({ leaseId }) => ({ leaseId, kind: "outside", amount: "20.00", on: "2026-11-02", note: "By check" }),
  "rent.reverseCreditForAdmin": ({ creditId }) => ({ creditId, reason: "The check bounced" }),
  "rent.leaseMoneyForAdmin": ({ leaseId }) => ({ leaseId }),
  "rent.keepDepositForAdmin": ({ chargeId }) => ({ chargeId, amount: "20.00", reason: "The carpet" }),
  "rent.leaseForAdmin": ({ leaseId }) => ({ leaseId }),
  "rent.ledgerForAdmin": ({ leaseId }) => ({ leaseId }),
};
