import type { Defect } from "./defect.ts";

const rent = "apps/server/src/features/rent";
const migration = "drizzle/0045_lease_tenants_join.sql";
const test = `${rent}/invitations/invitations.int.test.ts`;

/** Invitations of tenants that grant too much. */
export const inviting: Defect[] = [
  {
    name: "accepts a tenant's invitation twice",
    file: `${rent}/invitations/invitations.repo.ts`,
    find: ".set({ userId, joinedAt: now, inviteHash: null })\n    .where(and(eq(tenantInvitations.id, id), isNotNull(tenantInvitations.inviteHash)))",
    plant: ".set({ userId, joinedAt: now })\n    .where(eq(tenantInvitations.id, id))",
    test,
  },
  {
    name: "never expires a tenant's invitation",
    file: `${rent}/invitations/invitations.repo.ts`,
    find: ", gt(tenantInvitations.expiresAt, now)",
    plant: "",
    test,
  },
  {
    name: "invites a tenant to another landlord's lease",
    file: `${rent}/invitations/invitations.repo.ts`,
    find: "eq(leases.merchantId, merchantId),\n        isNull(leases.undoneAt),",
    plant: "isNull(leases.undoneAt),",
    test,
  },
  {
    name: "lets an account with an unconfirmed email join the lease that names it",
    file: `${rent}/rows/tenants.repo.ts`,
    find: "sql<boolean>`${users.emailConfirmedAt} is not null`",
    plant: "sql<boolean>`true`",
    test,
  },
  {
    name: "joins an unconfirmed email to the leases that name it",
    file: migration,
    find: "new.role = 'user' and new.email_confirmed_at is not null and",
    plant: "new.role = 'user' and",
    test,
  },
  {
    name: "joins a confirmed email to leases of landlords that the person did not choose",
    file: "drizzle/0078_lease_tenants_move.sql",
    find: " and l.merchant_id = new.enrolled_merchant_id",
    plant: "",
    test,
  },
  {
    name: "notifies an account with an unconfirmed email about a bill",
    file: "apps/server/src/features/notifications/notifications.repo.ts",
    find: `eq(users.status, "active"), isNotNull(users.emailConfirmedAt)`,
    plant: `eq(users.status, "active")`,
    test: "apps/server/src/features/requests/requests.int.test.ts",
  },
  {
    name: "lets a landlord accept their own invitation",
    file: `${rent}/invitations/follow-invitation.service.ts`,
    find: 'if (role !== "user") throw',
    plant: 'if (role === "admin") throw',
    test,
  },
];
