import type { Defect } from "./defect.ts";

const merchants = "apps/server/src/features/merchants";
const test = `${merchants}/staff.int.test.ts`;

/** Staff of a business who do or see what their role forbids. */
export const staffing: Defect[] = [
  {
    name: "a viewer changes what an owner may",
    file: "apps/server/src/trpc/procedures.ts",
    find: 'meta?.staff ?? (type === "mutation" ? "owner" : "viewer")',
    plant: 'meta?.staff ?? "viewer"',
    test,
  },
  {
    name: "a viewer answers disputes",
    file: "apps/server/src/trpc/procedures.ts",
    find: "if (meta?.staff !== undefined) requireStaffRole(actor, meta.staff);",
    plant: "",
    test,
  },
  {
    name: "who was removed goes on working for the business",
    file: "packages/db/src/merchant-of.ts",
    find: " and staff.ended_at is null",
    plant: "",
    test,
  },
  {
    name: "who was removed stays signed in",
    file: `${merchants}/staff.service.ts`,
    find: "if (staff.userId !== null) await endSessions(tx, staff.userId, { now });",
    plant: "",
    test,
  },
  {
    name: "an invitation to staff is followed by whoever is signed in",
    file: `${merchants}/join-staff.service.ts`,
    find: 'if (role !== "merchant" || email !== invitation.email)',
    plant: 'if (role !== "merchant")',
    test,
  },
  {
    name: "an invitation to staff never runs out",
    file: `${merchants}/staff.repo.ts`,
    find: ", gt(merchantStaff.expiresAt, now)",
    plant: "",
    test,
  },
  {
    name: "staff who register get a business of their own",
    file: "apps/server/src/features/merchant/business/registration.service.ts",
    find: "if ((await findStaffedMerchant(deps.db, actor.userId)) === null)",
    plant: "if (actor.userId !== null)",
    test,
  },
  {
    name: "staff are invited by a token alone",
    file: "apps/server/src/trpc/procedures.ts",
    find: 'staff: "owner", stepUp: true }).use(asFresh)',
    plant: 'staff: "owner", stepUp: true })',
    test,
  },
  {
    name: "who was removed is told what happens at the business",
    file: "packages/db/src/staff-of.ts",
    find: " and staff.ended_at is null",
    plant: "",
    test,
  },
  {
    name: "a viewer is told of disputes",
    file: "packages/domain/src/notifications/events.ts",
    find: 'disputeFiled: "manager",',
    plant: 'disputeFiled: "viewer",',
    test,
  },
];
