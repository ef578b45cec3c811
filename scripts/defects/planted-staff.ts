import type { Defect } from "./defect.ts";

const merchants = "apps/server/src/features/businesses";
const test = `${merchants}/staff.int.test.ts`;

/** Staff of a business who do or see what their role forbids. */
export const staffing: Defect[] = [
  {
    name: "lets a viewer make an owner's changes",
    file: "apps/server/src/trpc/procedures.ts",
    find: 'staff ?? (type === "mutation" ? "owner" : "viewer")',
    plant: 'staff ?? "viewer"',
    test,
  },
  {
    name: "lets a viewer answer disputes",
    file: "apps/server/src/trpc/procedures.ts",
    find: "if (staff !== undefined) requireStaffRole(actor, staff);",
    plant: "",
    test,
  },
  {
    name: "lets removed staff act for the business",
    file: "packages/db/src/merchant-of.ts",
    find: " and staff.ended_at is null",
    plant: "",
    test,
  },
  {
    name: "leaves removed staff signed in",
    file: `${merchants}/staff.service.ts`,
    find: "if (staff.userId !== null) await endSessions(tx, staff.userId, { now });",
    plant: "",
    test,
  },
  {
    name: "lets any signed-in account accept a staff invitation",
    file: `${merchants}/join-staff.service.ts`,
    find: 'if (role !== "merchant" || email !== invitation.email)',
    plant: 'if (role !== "merchant")',
    test,
  },
  {
    name: "never expires a staff invitation",
    file: `${merchants}/staff.repo.ts`,
    find: ", gt(merchantStaff.expiresAt, now)",
    plant: "",
    test,
  },
  {
    name: "creates a business for staff who register",
    file: "apps/server/src/features/merchant-area/business/registration.service.ts",
    find: "if ((await findStaffedMerchant(deps.db, actor.userId)) === null)",
    plant: "if (actor.userId !== null)",
    test,
  },
  {
    name: "invites staff with a token alone",
    file: "apps/server/src/trpc/procedures.ts",
    find: 'staff: "owner", stepUp: "always" }',
    plant: 'staff: "owner", stepUp: { never: "" } }',
    test,
  },
  {
    name: "notifies removed staff about the business",
    file: "packages/db/src/staff-of.ts",
    find: " and staff.ended_at is null",
    plant: "",
    test,
  },
  {
    name: "notifies a viewer of disputes",
    file: "packages/domain/src/notifications/events.ts",
    find: 'disputeFiled: "manager",',
    plant: 'disputeFiled: "viewer",',
    test,
  },
  {
    name: "leaves whoever opens a staff invitation that was used without a way on",
    file: "apps/web/src/areas/merchant/register/join-staff.tsx",
    find: '"MAIL_LINK_INVALID"',
    plant: '"UNAUTHENTICATED"',
    test: "apps/web/src/areas/merchant/settings/staff.browser.test.tsx",
  },
];
