import { isAfter } from "@hearth/db/after";
import { leaseTenants } from "@hearth/db/schema/lease-tenants";
import { leases } from "@hearth/db/schema/leases";
import { merchantStaff } from "@hearth/db/schema/merchant-staff";
import { merchants } from "@hearth/db/schema/merchants";
import { payees } from "@hearth/db/schema/payees";
import { paymentRequests } from "@hearth/db/schema/payment-requests";
import { payments } from "@hearth/db/schema/payments";
import { properties } from "@hearth/db/schema/properties";
import { refundWallets } from "@hearth/db/schema/refund-wallets";
import { refunds } from "@hearth/db/schema/refunds";
import { tenantInvitations } from "@hearth/db/schema/tenant-invitations";
import { units } from "@hearth/db/schema/units";
import { and, desc, eq, sql } from "drizzle-orm";
import { behind, keyOf, type OwnPart, type Read } from "./own-data.repo.ts";

/** The parts of the file about the business that an account owns. */
const parts: Record<string, Read> = {
  business: async (db, { userId, after }) => {
    if (after !== null) return [];
    const { id, name, businessType, contactName, email, phoneNumber, address, description, status, createdAt } = merchants;
    return db
      .select({ ...keyOf(id), id, name, businessType, contactName, email, phoneNumber, address, description, status, createdAt })
      .from(merchants)
      .where(eq(merchants.ownerUserId, userId));
  },
  businessPayoutWallets: (db, { userId, after, limit }) =>
    db
      .select({ ...keyOf(payees.id), address: payees.address, provenAt: payees.provenAt })
      .from(payees)
      .innerJoin(merchants, eq(merchants.id, payees.merchantId))
      .where(and(eq(merchants.ownerUserId, userId), behind(payees.id, after)))
      .orderBy(desc(payees.id))
      .limit(limit),
  businessRefundWallets: (db, { userId, after, limit }) =>
    db
      .select({ ...keyOf(refundWallets.id), address: refundWallets.address, provenAt: refundWallets.provenAt })
      .from(refundWallets)
      .innerJoin(merchants, eq(merchants.id, refundWallets.merchantId))
      .where(and(eq(merchants.ownerUserId, userId), behind(refundWallets.id, after)))
      .orderBy(desc(refundWallets.id))
      .limit(limit),
  businessStaff: (db, { userId, after, limit }) =>
    db
      .select({
        ...keyOf(merchantStaff.id),
        email: merchantStaff.email,
        role: merchantStaff.role,
        joinedAt: merchantStaff.joinedAt,
        endedAt: merchantStaff.endedAt,
      })
      .from(merchantStaff)
      .innerJoin(merchants, eq(merchants.id, merchantStaff.merchantId))
      .where(and(eq(merchants.ownerUserId, userId), behind(merchantStaff.id, after)))
      .orderBy(desc(merchantStaff.id))
      .limit(limit),
  businessUnits: (db, { userId, after, limit }) =>
    db
      .select({ ...keyOf(units.id), property: properties.name, address: properties.address, unit: units.name })
      .from(units)
      .innerJoin(properties, eq(properties.id, units.propertyId))
      .innerJoin(merchants, eq(merchants.id, properties.merchantId))
      .where(and(eq(merchants.ownerUserId, userId), behind(units.id, after)))
      .orderBy(desc(units.id))
      .limit(limit),
  businessTenants: (db, { userId, after, limit }) =>
    db
      .select({
        ...keyOf(leaseTenants.id),
        lease: leases.id,
        tenant: leaseTenants.name,
        email: leaseTenants.email,
        startsOn: leases.startsOn,
        endsOn: leases.endsOn,
      })
      .from(leaseTenants)
      .innerJoin(leases, eq(leases.id, leaseTenants.leaseId))
      .innerJoin(merchants, eq(merchants.id, leases.merchantId))
      .where(and(eq(merchants.ownerUserId, userId), behind(leaseTenants.id, after)))
      .orderBy(desc(leaseTenants.id))
      .limit(limit),
  businessInvitations: (db, { userId, after, limit }) =>
    db
      .select({
        ...keyOf(tenantInvitations.id),
        email: tenantInvitations.email,
        address: tenantInvitations.address,
        aptNumber: tenantInvitations.aptNumber,
        createdAt: tenantInvitations.createdAt,
        joinedAt: tenantInvitations.joinedAt,
        endedAt: tenantInvitations.endedAt,
      })
      .from(tenantInvitations)
      .innerJoin(merchants, eq(merchants.id, tenantInvitations.merchantId))
      .where(and(eq(merchants.ownerUserId, userId), behind(tenantInvitations.id, after)))
      .orderBy(desc(tenantInvitations.id))
      .limit(limit),
  businessRequests: (db, { userId, after, limit }) =>
    db
      .select({
        ...keyOf(paymentRequests.id),
        name: paymentRequests.name,
        email: paymentRequests.email,
        amountCents: paymentRequests.amountCents,
        dueOn: paymentRequests.dueOn,
        description: paymentRequests.description,
        paidAt: paymentRequests.paidAt,
        withdrawnAt: paymentRequests.withdrawnAt,
      })
      .from(paymentRequests)
      .innerJoin(merchants, eq(merchants.id, paymentRequests.merchantId))
      .where(and(eq(merchants.ownerUserId, userId), behind(paymentRequests.id, after)))
      .orderBy(desc(paymentRequests.id))
      .limit(limit),
  businessRefunds: (db, { userId, after, limit }) =>
    db
      .select({
        ...keyOf(refunds.id),
        paymentId: refunds.paymentId,
        usdcUnits: sql<string>`${refunds.usdcUnits}::text`,
        toAddress: refunds.toAddress,
        status: refunds.status,
        createdAt: refunds.createdAt,
        completedAt: refunds.completedAt,
      })
      .from(refunds)
      .innerJoin(merchants, eq(merchants.id, refunds.merchantId))
      .where(and(eq(merchants.ownerUserId, userId), behind(refunds.id, after)))
      .orderBy(desc(refunds.id))
      .limit(limit),
  businessPayments: async (db, { userId, after, limit }) => {
    const [at = "", id = ""] = after?.split(" ") ?? [];
    const rows = await db
      .select({
        id: payments.id,
        amountCents: payments.amountCents,
        description: payments.description,
        status: payments.status,
        createdAt: payments.createdAt,
        completedAt: payments.completedAt,
      })
      .from(payments)
      .innerJoin(merchants, eq(merchants.id, payments.merchantId))
      .where(
        and(
          eq(merchants.ownerUserId, userId),
          isAfter(payments.createdAt, payments.id, after === null ? undefined : { at: new Date(at), id }),
        ),
      )
      .orderBy(desc(payments.createdAt), desc(payments.id))
      .limit(limit);
    return rows.map((row) => ({ key: `${row.createdAt.toISOString()} ${row.id}`, ...row }));
  },
};

/** The parts about the business, in the file's order. */
export const businessParts: OwnPart[] = Object.entries(parts).map(([name, read]) => ({ name, read }));
