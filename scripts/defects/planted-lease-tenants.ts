import type { Defect } from "./defect.ts";

const rent = "apps/server/src/features/rent";
const test = `${rent}/leases/lease-tenants.int.test.ts`;

/** Tenants who join or leave a lease, and see or pay what is not theirs. */
export const changingTenants: Defect[] = [
  {
    name: "a tenant who closed the account stays the tenant of the lease",
    file: "apps/server/src/features/account/close-account.service.ts",
    find: "    await leaveLeases(tx, userId, now);\n",
    plant: "",
    test,
  },
  {
    name: "an invitation to a second lease ends the one to the first",
    file: `${rent}/invitations/invitations.service.ts`,
    find: "leaseTenantId === null ? { email } : { leaseTenantId }",
    plant: "{ email }",
    test,
  },
  {
    name: "the invitation to a mistyped address works after the address was corrected",
    file: `${rent}/leases/lease-tenants.service.ts`,
    find: "    await markInvitationEnded(tx, merchant.id, { leaseTenantId: id }, now);\n    await update(",
    plant: "    await update(",
    test,
  },
  {
    name: "who has moved out reads what is written into the ledger afterwards",
    file: `${rent}/rows/lease-lists.repo.ts`,
    find: " and (${end} is null or e.posted_at < ${end})",
    plant: "",
    test,
  },
  {
    name: "who has moved out gets the lease's statements of afterwards",
    file: `${rent}/books/statements.repo.ts`,
    find: "sql`e.posted_at < ${until.toISOString()}::timestamptz`",
    plant: "sql`true`",
    test,
  },
  {
    name: "who has moved out is reminded of rent",
    file: `${rent}/reminders/remind-tenants.service.ts`,
    find: "hasLeft(tenant, now) ? [] : (tenant.userId ?? [])",
    plant: "tenant.userId ?? []",
    test,
  },
  {
    name: "autopay goes on paying for a lease after the tenant's last day",
    file: `${rent}/bills/bills.service.ts`,
    find: "(lastDay === null || dueOn <= lastDay)",
    plant: "dueOn !== lastDay",
    test,
  },
  {
    name: "the last tenant of a lease is moved out",
    file: `${rent}/leases/lease-tenants.service.ts`,
    find: "other.id !== id && other.movedOutOn === null",
    plant: "other.movedOutOn === null",
    test,
  },
  {
    name: "a former tenant joins by an old invitation",
    file: `${rent}/leases/lease-tenants.service.ts`,
    find: "if (endedAt !== null && endedAt <= now) await markInvitationEnded",
    plant: "if (endedAt === now) await markInvitationEnded",
    test,
  },
  {
    name: "the accounting file of a month names a tenant who moved in after it",
    file: `${rent}/books/accounting-file.repo.ts`,
    find: " or coalesce(n.moved_in_on > ${to}::date, false)",
    plant: "",
    test,
  },
  {
    name: "a landlord moves out a tenant of another lease",
    file: `${rent}/leases/lease-tenants.service.ts`,
    find: 'if (tenant === undefined) throw new HearthError("NOT_FOUND", { message: "Tenant not found" });\n  return tenant;',
    plant: "return tenant ?? tenants[0]!;",
    test,
  },
];
