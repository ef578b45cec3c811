import type { Defect } from "./defect.ts";

const rent = "apps/server/src/features/rent";
const test = `${rent}/leases/lease-tenants.int.test.ts`;

/** Tenants who join or leave a lease, and see or pay what is not theirs. */
export const changingTenants: Defect[] = [
  {
    name: "keeps a closed account as the lease's tenant",
    file: "apps/server/src/features/account/close-account.service.ts",
    find: "    await leaveLeases(tx, userId, now);\n",
    plant: "",
    test,
  },
  {
    name: "revokes the invitations to leases by inviting the same person without a lease",
    file: `${rent}/invitations/invitations.repo.ts`,
    find: ": and(eq(email, which.email), isNull(leaseTenantId));",
    plant: ": eq(email, which.email);",
    test,
  },
  {
    name: "keeps an invitation to a mistyped email valid after its correction",
    file: `${rent}/leases/lease-tenants.service.ts`,
    find: "    if (joined.userId !== undefined) await markInvitationEnded(tx, merchant.id, { leaseTenantId: id }, now);\n    await update(",
    plant: "    await update(",
    test,
  },
  {
    name: "shows a former tenant later ledger lines",
    file: `${rent}/rows/lease-lists.repo.ts`,
    find: " and (${end} is null or e.posted_at < ${end})",
    plant: "",
    test,
  },
  {
    name: "gives a former tenant statements of later days",
    file: `${rent}/books/statements.repo.ts`,
    find: "sql`e.posted_at < ${until.toISOString()}::timestamptz`",
    plant: "sql`true`",
    test,
  },
  {
    name: "reminds a former tenant of rent",
    file: `${rent}/reminders/remind-tenants.service.ts`,
    find: ".filter((tenant) => !hasLeft(tenant, now))",
    plant: "",
    test,
  },
  {
    name: "continues autopay after the tenant's last day",
    file: `${rent}/bills/bills.service.ts`,
    find: "(lastDay === null || dueOn <= lastDay)",
    plant: "dueOn !== lastDay",
    test,
  },
  {
    name: "moves out the last tenant of a lease",
    file: `${rent}/leases/lease-tenants.service.ts`,
    find: "other.id !== id && other.movedOutOn === null",
    plant: "other.movedOutOn === null",
    test,
  },
  {
    name: "lets a former tenant join by an old invitation",
    file: `${rent}/leases/lease-tenants.service.ts`,
    find: "if (endedAt !== null && endedAt <= now) await markInvitationEnded",
    plant: "if (endedAt === now) await markInvitationEnded",
    test,
  },
  {
    name: "names a tenant in a month's accounting file who moved in after it",
    file: `${rent}/books/accounting-file.repo.ts`,
    find: " or coalesce(n.moved_in_on > ${to}::date, false)",
    plant: "",
    test,
  },
  {
    name: "lets a landlord move out a tenant of another lease",
    file: `${rent}/leases/lease-tenants.service.ts`,
    find: 'if (tenant === undefined) throw new HearthError("NOT_FOUND", { message: "Tenant not found" });\n  return tenant;',
    plant: "return tenant ?? tenants[0]!;",
    test,
  },
];
