import type { DatabaseOrTransaction } from "@hearth/db/client";
import { charges } from "@hearth/db/schema/charges";
import { disputes } from "@hearth/db/schema/disputes";
import { leaseCredits } from "@hearth/db/schema/lease-credits";
import { leaseTenants } from "@hearth/db/schema/lease-tenants";
import { leases } from "@hearth/db/schema/leases";
import { mails } from "@hearth/db/schema/mails";
import { merchantStaff } from "@hearth/db/schema/merchant-staff";
import { merchants } from "@hearth/db/schema/merchants";
import { paymentRequests } from "@hearth/db/schema/payment-requests";
import { payments } from "@hearth/db/schema/payments";
import { properties } from "@hearth/db/schema/properties";
import { refunds } from "@hearth/db/schema/refunds";
import { rentRecords } from "@hearth/db/schema/rent-records";
import { scheduledPayments } from "@hearth/db/schema/scheduled-payments";
import { tenantInvitations } from "@hearth/db/schema/tenant-invitations";
import { transferClaims } from "@hearth/db/schema/transfer-claims";
import { transfers } from "@hearth/db/schema/transfers";
import { units } from "@hearth/db/schema/units";
import { users } from "@hearth/db/schema/users";
import { wholeCentsOfUnits } from "@hearth/db/usdc";
import type { IdKind } from "@hearth/domain/ids";
import { eq, inArray, sql } from "drizzle-orm";

const person = sql<string>`${users.firstName} || ' ' || ${users.lastName}`;
const home = sql<string>`${properties.name} || ' ' || ${units.name}`;

/** Names of the rows that an id leads to, with the ids of the pages that show them. */
export interface MentionRow {
  id: string;
  /** A name of the row itself, where none of the others is one. */
  what?: string | null;
  person?: string | null;
  userId?: string | null;
  business?: string | null;
  merchantId?: string | null;
  home?: string | null;
  leaseId?: string | null;
  paymentId?: string | null;
  disputeId?: string | null;
  amountCents?: number | null;
  /** First day of a month. */
  period?: string | null;
}

type Finder = (db: DatabaseOrTransaction, ids: string[]) => Promise<MentionRow[]>;

const ofLease = { home, leaseId: leases.id };
const ofMerchant = { business: merchants.name, merchantId: merchants.id };
const ofPayment = { person, userId: users.id, ...ofMerchant, paymentId: payments.id };

const charge = { id: charges.id, what: charges.description, amountCents: charges.cents, ...ofLease };
const signed = { id: scheduledPayments.id, amountCents: scheduledPayments.cents, period: scheduledPayments.period, ...ofLease };
const filed = { id: disputes.id, amountCents: disputes.amountCents, disputeId: disputes.id, ...ofPayment };
const request = { id: paymentRequests.id, what: paymentRequests.name, amountCents: paymentRequests.amountCents, ...ofMerchant };
const refundedCents = wholeCentsOfUnits(sql`${refunds.usdcUnits}`).mapWith(Number);
const transferCents = wholeCentsOfUnits(sql`${transfers.usdcUnits}`).mapWith(Number);

/** Finds the names of rows, in one statement for each kind of id. */
export const mentionFinders = {
  user: (db, ids) => db.select({ id: users.id, person, userId: users.id }).from(users).where(inArray(users.id, ids)),
  merchant: (db, ids) =>
    db
      .select({ id: merchants.id, ...ofMerchant })
      .from(merchants)
      .where(inArray(merchants.id, ids)),
  property: (db, ids) =>
    db
      .select({ id: properties.id, what: properties.name, ...ofMerchant })
      .from(properties)
      .innerJoin(merchants, eq(merchants.id, properties.merchantId))
      .where(inArray(properties.id, ids)),
  unit: (db, ids) =>
    db
      .select({ id: units.id, what: home, ...ofMerchant })
      .from(units)
      .innerJoin(properties, eq(properties.id, units.propertyId))
      .innerJoin(merchants, eq(merchants.id, properties.merchantId))
      .where(inArray(units.id, ids)),
  lease: (db, ids) =>
    db
      .select({ id: leases.id, ...ofLease })
      .from(leases)
      .innerJoin(units, eq(units.id, leases.unitId))
      .innerJoin(properties, eq(properties.id, units.propertyId))
      .where(inArray(leases.id, ids)),
  leaseTenant: (db, ids) =>
    db
      .select({ id: leaseTenants.id, person: leaseTenants.name, userId: leaseTenants.userId, ...ofLease })
      .from(leaseTenants)
      .innerJoin(leases, eq(leases.id, leaseTenants.leaseId))
      .innerJoin(units, eq(units.id, leases.unitId))
      .innerJoin(properties, eq(properties.id, units.propertyId))
      .where(inArray(leaseTenants.id, ids)),
  charge: (db, ids) =>
    db
      .select(charge)
      .from(charges)
      .innerJoin(leases, eq(leases.id, charges.leaseId))
      .innerJoin(units, eq(units.id, leases.unitId))
      .innerJoin(properties, eq(properties.id, units.propertyId))
      .where(inArray(charges.id, ids)),
  leaseCredit: (db, ids) =>
    db
      .select({ id: leaseCredits.id, paymentId: leaseCredits.paymentId, ...ofLease })
      .from(leaseCredits)
      .innerJoin(leases, eq(leases.id, leaseCredits.leaseId))
      .innerJoin(units, eq(units.id, leases.unitId))
      .innerJoin(properties, eq(properties.id, units.propertyId))
      .where(inArray(leaseCredits.id, ids)),
  scheduledPayment: (db, ids) =>
    db
      .select({ ...signed, person, userId: users.id })
      .from(scheduledPayments)
      .innerJoin(users, eq(users.id, scheduledPayments.payerId))
      .innerJoin(leases, eq(leases.id, scheduledPayments.leaseId))
      .innerJoin(units, eq(units.id, leases.unitId))
      .innerJoin(properties, eq(properties.id, units.propertyId))
      .where(inArray(scheduledPayments.id, ids)),
  rentRecord: (db, ids) =>
    db
      .select({ id: rentRecords.id, person, userId: users.id, ...ofLease })
      .from(rentRecords)
      .innerJoin(users, eq(users.id, rentRecords.userId))
      .innerJoin(leases, eq(leases.id, rentRecords.leaseId))
      .innerJoin(units, eq(units.id, leases.unitId))
      .innerJoin(properties, eq(properties.id, units.propertyId))
      .where(inArray(rentRecords.id, ids)),
  payment: (db, ids) =>
    db
      .select({ id: payments.id, amountCents: payments.amountCents, ...ofPayment })
      .from(payments)
      .innerJoin(users, eq(users.id, payments.consumerId))
      .innerJoin(merchants, eq(merchants.id, payments.merchantId))
      .where(inArray(payments.id, ids)),
  dispute: (db, ids) =>
    db
      .select(filed)
      .from(disputes)
      .innerJoin(payments, eq(payments.id, disputes.paymentId))
      .innerJoin(users, eq(users.id, payments.consumerId))
      .innerJoin(merchants, eq(merchants.id, payments.merchantId))
      .where(inArray(disputes.id, ids)),
  claim: (db, ids) =>
    db
      .select({ id: transferClaims.id, amountCents: transferClaims.amountCents, ...ofPayment })
      .from(transferClaims)
      .innerJoin(payments, eq(payments.id, transferClaims.paymentId))
      .innerJoin(users, eq(users.id, payments.consumerId))
      .innerJoin(merchants, eq(merchants.id, payments.merchantId))
      .where(inArray(transferClaims.id, ids)),
  refund: (db, ids) =>
    db
      .select({ id: refunds.id, amountCents: refundedCents, ...ofPayment })
      .from(refunds)
      .innerJoin(merchants, eq(merchants.id, refunds.merchantId))
      .leftJoin(payments, eq(payments.id, refunds.paymentId))
      .leftJoin(users, eq(users.id, payments.consumerId))
      .where(inArray(refunds.id, ids)),
  transfer: (db, ids) =>
    db
      .select({ id: transfers.id, amountCents: transferCents, ...ofPayment })
      .from(transfers)
      .leftJoin(payments, eq(payments.id, transfers.paymentId))
      .leftJoin(users, eq(users.id, payments.consumerId))
      .leftJoin(merchants, eq(merchants.id, transfers.merchantId))
      .where(inArray(transfers.id, ids)),
  paymentRequest: (db, ids) =>
    db
      .select(request)
      .from(paymentRequests)
      .innerJoin(merchants, eq(merchants.id, paymentRequests.merchantId))
      .where(inArray(paymentRequests.id, ids)),
  staff: (db, ids) =>
    db
      .select({ id: merchantStaff.id, what: merchantStaff.email, ...ofMerchant })
      .from(merchantStaff)
      .innerJoin(merchants, eq(merchants.id, merchantStaff.merchantId))
      .where(inArray(merchantStaff.id, ids)),
  tenantInvitation: (db, ids) =>
    db
      .select({ id: tenantInvitations.id, what: tenantInvitations.email, ...ofMerchant })
      .from(tenantInvitations)
      .innerJoin(merchants, eq(merchants.id, tenantInvitations.merchantId))
      .where(inArray(tenantInvitations.id, ids)),
  mail: (db, ids) => db.select({ id: mails.id, what: mails.toAddress }).from(mails).where(inArray(mails.id, ids)),
} satisfies Partial<Record<IdKind, Finder>>;
