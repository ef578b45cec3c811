import { isAfter } from "@hearth/db/after";
import { leaseTenants } from "@hearth/db/schema/lease-tenants";
import { leases } from "@hearth/db/schema/leases";
import { merchantStaff } from "@hearth/db/schema/merchant-staff";
import { merchants } from "@hearth/db/schema/merchants";
import { payeeCards } from "@hearth/db/schema/payee-cards";
import { payees } from "@hearth/db/schema/payees";
import { paymentRequests } from "@hearth/db/schema/payment-requests";
import { payments } from "@hearth/db/schema/payments";
import { properties } from "@hearth/db/schema/properties";
import { refundWallets } from "@hearth/db/schema/refund-wallets";
import { refunds } from "@hearth/db/schema/refunds";
import { tenantInvitations } from "@hearth/db/schema/tenant-invitations";
import { units } from "@hearth/db/schema/units";
import { and, desc, eq, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { inPages, keyOf, type OwnPart, type Read, type Rows } from "./own-part.repo.ts";

/** Reads rows of the business that an account owns. `merchantId` names the business of a row. */
const ofBusiness = (merchantId: PgColumn, { joins = [], ...rows }: Omit<Rows, "owner">): Read =>
  inPages({ ...rows, owner: merchants.ownerUserId, joins: [...joins, [merchants, eq(merchants.id, merchantId)]] });

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
  businessPayoutWallets: ofBusiness(payees.merchantId, { key: payees.id, columns: { address: payees.address, provenAt: payees.provenAt } }),
  businessPayeeCards: ofBusiness(payeeCards.merchantId, {
    key: payeeCards.id,
    columns: {
      sequence: payeeCards.sequence,
      name: payeeCards.name,
      address: payeeCards.address,
      validFrom: payeeCards.validFrom,
      signature: payeeCards.signature,
      createdAt: payeeCards.createdAt,
    },
  }),
  businessRefundWallets: ofBusiness(refundWallets.merchantId, {
    key: refundWallets.id,
    columns: { address: refundWallets.address, provenAt: refundWallets.provenAt },
  }),
  businessStaff: ofBusiness(merchantStaff.merchantId, {
    key: merchantStaff.id,
    columns: { email: merchantStaff.email, role: merchantStaff.role, joinedAt: merchantStaff.joinedAt, endedAt: merchantStaff.endedAt },
  }),
  businessUnits: ofBusiness(properties.merchantId, {
    key: units.id,
    joins: [[properties, eq(properties.id, units.propertyId)]],
    columns: { property: properties.name, address: properties.address, unit: units.name },
  }),
  businessTenants: ofBusiness(leases.merchantId, {
    key: leaseTenants.id,
    joins: [[leases, eq(leases.id, leaseTenants.leaseId)]],
    columns: { lease: leases.id, tenant: leaseTenants.name, email: leaseTenants.email, startsOn: leases.startsOn, endsOn: leases.endsOn },
  }),
  businessInvitations: ofBusiness(tenantInvitations.merchantId, {
    key: tenantInvitations.id,
    columns: {
      email: tenantInvitations.email,
      address: tenantInvitations.address,
      aptNumber: tenantInvitations.aptNumber,
      createdAt: tenantInvitations.createdAt,
      joinedAt: tenantInvitations.joinedAt,
      endedAt: tenantInvitations.endedAt,
    },
  }),
  businessRequests: ofBusiness(paymentRequests.merchantId, {
    key: paymentRequests.id,
    columns: {
      name: paymentRequests.name,
      email: paymentRequests.email,
      amountCents: paymentRequests.amountCents,
      dueOn: paymentRequests.dueOn,
      description: paymentRequests.description,
      paidAt: paymentRequests.paidAt,
      withdrawnAt: paymentRequests.withdrawnAt,
    },
  }),
  businessRefunds: ofBusiness(refunds.merchantId, {
    key: refunds.id,
    columns: {
      paymentId: refunds.paymentId,
      usdcUnits: sql<string>`${refunds.usdcUnits}::text`,
      toAddress: refunds.toAddress,
      status: refunds.status,
      createdAt: refunds.createdAt,
      completedAt: refunds.completedAt,
    },
  }),
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
