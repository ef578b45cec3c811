import type { Defect } from "./defect.ts";

const rent = "apps/server/src/features/rent";
const migration = "drizzle/0045_lease_tenants_join.sql";
const test = `${rent}/invitations/invitations.int.test.ts`;
const signUp = "apps/server/src/features/auth/sign-in/count-sign-up.ts";
const signInLimits = "apps/server/src/features/auth/sign-in/sign-in-limits.int.test.ts";

/** Invitations of tenants that grant too much. */
export const inviting: Defect[] = [
  {
    name: "does not say which home and rent an invitation is for",
    file: `${rent}/invitations/invitations.service.ts`,
    find: "    ...(lease && { lease }),\n",
    plant: "",
    test,
  },
  {
    name: "leaves an invitation waiting once its landlord has confirmed their email",
    file: "drizzle/0095_waiting_invitations.sql",
    find: "where invited_by = new.id and waiting_since is not null",
    plant: "where false",
    test,
  },
  {
    name: "mails a waiting invitation of a suspended business",
    file: `${rent}/invitations/send-waiting-invitations.ts`,
    find: 'merchant.status === "suspended"',
    plant: "false",
    test,
  },
  {
    name: "mails a waiting invitation to a tenant who has moved out",
    file: `${rent}/invitations/send-waiting-invitations.ts`,
    find: "merchant?.id !== merchantId || !isWanted",
    plant: "merchant?.id !== merchantId",
    test,
  },
  {
    name: "shows invitations to an email that is not confirmed",
    file: `${rent}/invitations/invitations.repo.ts`,
    find: "where u.id = ${userId} and u.email_confirmed_at is not null",
    plant: "where u.id = ${userId}",
    test,
  },
  {
    name: "lets anybody accept an invitation without its link",
    file: `${rent}/invitations/invitations.repo.ts`,
    find: "and(isTheirs, isNew, ne(",
    plant: "and(isNew, ne(",
    test,
  },
  {
    name: "renews an invitation that has not expired",
    file: `${rent}/invitations/invitations.repo.ts`,
    find: ".where(and(eq(inviteHash, hash), lte(expiresAt, now)))",
    plant: ".where(eq(inviteHash, hash))",
    test,
  },
  {
    name: "takes the solution of one challenge for many sign-ups",
    file: signUp,
    find: 'await sharedLimits.take("signUpWork", signature);',
    plant: "",
    test: signInLimits,
  },
  {
    name: "takes a challenge that was not solved",
    file: signUp,
    find: "if (verified) return",
    plant: "if (verified !== undefined) return",
    test: signInLimits,
  },
  {
    name: "lets one invitation sign up any number of people",
    file: signUp,
    find: 'return sharedLimits.take("registerInvited", hash);',
    plant: "return;",
    test: signInLimits,
  },
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
    find: "eq(leases.merchantId, merchantId), hasPlace(now)",
    plant: "hasPlace(now)",
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
