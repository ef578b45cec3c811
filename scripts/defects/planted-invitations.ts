import type { Defect } from "./defect.ts";

const rent = "apps/server/src/features/rent";
const test = `${rent}/invitations.int.test.ts`;

/** Invitations of tenants that open more than they should. */
export const inviting: Defect[] = [
  {
    name: "a tenant's invitation is followed twice",
    file: `${rent}/invitations.repo.ts`,
    find: ".set({ userId, joinedAt: now, inviteHash: null })\n    .where(and(eq(tenantInvitations.id, id), isNotNull(tenantInvitations.inviteHash)))",
    plant: ".set({ userId, joinedAt: now })\n    .where(eq(tenantInvitations.id, id))",
    test,
  },
  {
    name: "a tenant's invitation never runs out",
    file: `${rent}/invitations.repo.ts`,
    find: ", gt(tenantInvitations.expiresAt, now)",
    plant: "",
    test,
  },
  {
    name: "a tenant is invited to another landlord's lease",
    file: `${rent}/invitations.repo.ts`,
    find: "eq(leases.merchantId, merchantId), isNull(leaseTenants.userId)",
    plant: "isNull(leaseTenants.userId)",
    test,
  },
  {
    name: "a landlord follows an invitation of their own",
    file: `${rent}/follow-invitation.service.ts`,
    find: 'if (role !== "user") throw',
    plant: 'if (role === "admin") throw',
    test,
  },
];
