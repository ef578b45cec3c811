import type { Defect } from "./defect.ts";

const businesses = "apps/server/src/features/businesses";
const standing = `${businesses}/standing.int.test.ts`;
const halted = "apps/server/src/features/merchant-area/business/halted-merchant.int.test.ts";

/** Rules that every mutation names, and the limits that depend on a business's standing. */
export const rules: Defect[] = [
  {
    name: "starts a server with a mutation that names no rules",
    file: "apps/server/src/trpc/init.ts",
    find: "if (missing.length > 0) throw",
    plant: "if (missing.length > 99) throw",
    test: "apps/server/src/trpc/write-rules.test.ts",
  },
  {
    name: "lets a suspended business write",
    file: `${businesses}/own-merchant.ts`,
    find: 'if (business === "notSuspended" && status === "suspended")',
    plant: 'if (business === "notSuspended" && status === null)',
    test: halted,
  },
  {
    name: "lets the staff of a suspended business write",
    file: `${businesses}/merchants.repo.ts`,
    find: '.leftJoin(merchants, eq(merchants.id, merchantOf(sql.placeholder("userId"))))',
    plant: ".leftJoin(merchants, eq(merchants.ownerUserId, users.id))",
    test: halted,
  },
  {
    name: "keeps a suspended business from answering a dispute",
    file: "apps/server/src/features/disputes/disputes.router.ts",
    find: 'staff: "manager", ...whileSuspended.answersDisputes }',
    plant: 'staff: "manager", business: "notSuspended" }',
    test: halted,
  },
  {
    name: "reads the input of a suspended business before it refuses the call",
    file: "apps/server/src/trpc/procedures.ts",
    find: 'if (type === "mutation" && policy !== "admin") await requireStanding(ctx.deps, actor, meta);\n    await requireByRule(ctx.deps, actor, meta.stepUp);\n    return next({ ctx: { actor } });',
    plant:
      'await requireByRule(ctx.deps, actor, meta.stepUp);\n    const result = await next({ ctx: { actor } });\n    if (result.ok && type === "mutation" && policy !== "admin") await requireStanding(ctx.deps, actor, meta);\n    return result;',
    test: "apps/server/src/testing/authorization-trpc.int.test.ts",
  },
  {
    name: "mails strangers for an account with an unconfirmed email",
    file: `${businesses}/own-merchant.ts`,
    find: "if (mailsStrangers && emailConfirmedAt === null)",
    plant: "if (mailsStrangers && status === null)",
    test: standing,
  },
  {
    name: "asks people for money for a business without a payout wallet",
    file: `${businesses}/own-merchant.ts`,
    find: "status !== null && !hasPayee",
    plant: "status === null && !hasPayee",
    test: standing,
  },
  {
    name: "counts mails to strangers that were never queued",
    file: `${businesses}/standing.service.ts`,
    find: 'count("strangerMail", business.id, tx)',
    plant: 'count("strangerMail", business.id)',
    test: standing,
  },
  {
    name: "lets a new business mail as many strangers as an approved one",
    file: `${businesses}/standing.service.ts`,
    find: 'review === "approved" ? most :',
    plant: 'review !== "held" ? most :',
    test: standing,
  },
  {
    name: "lets one payer's many payments raise a business's ceiling of mails",
    file: `${businesses}/merchants.repo.ts`,
    find: "count(distinct ${recent.consumerId})::int",
    plant: "count(${recent.consumerId})::int",
    test: standing,
  },
  {
    name: "refuses a lease whose tenants are beyond the ceiling of mails",
    file: "apps/server/src/features/rent/invitations/invitations.service.ts",
    find: "} else if (mayWait) {",
    plant: "} else if (counted !== null) {\n      throw counted;\n    } else if (mayWait) {",
    test: standing,
  },
  {
    name: "mails an address that a landlord typed as a link",
    file: "apps/server/src/features/mail/mail-layout.ts",
    find: "facts: facts.map(({ label, value }) => ({ label, value: unlinked(value) })),",
    plant: "facts,",
    test: "apps/server/src/features/mail/mail-layout.test.ts",
  },
  {
    name: "lets a new business add units without bound",
    file: "apps/server/src/features/rent/leases/properties.service.ts",
    find: "if (await isNewBusiness(tx, business)) {",
    plant: 'if (business.id === "") {',
    test: standing,
  },
  {
    name: "writes a change of the reminder rule to the audit log as a reminder",
    file: "apps/server/src/features/rent/reminders/reminder-rule.service.ts",
    find: 'action: "rent.remindersChanged"',
    plant: 'action: "rent.reminded"',
    test: "apps/server/src/testing/authorization-trpc.int.test.ts",
  },
  {
    name: "keeps every challenge to prove a wallet",
    file: "apps/server/src/features/wallet/wallet.repo.ts",
    find: "await tx.delete(walletChallenges)",
    plant: "void tx.delete(walletChallenges)",
    test: "apps/server/src/features/wallet/wallet-proof.int.test.ts",
  },
  {
    name: "offers the owner of a suspended business what the server refuses",
    file: "apps/web/src/kit/permission.tsx",
    find: "&& (whileSuspended || !isSuspended)",
    plant: "&& (whileSuspended || isSuspended !== null)",
    test: "apps/web/src/areas/merchant/permissions.browser.test.tsx",
  },
];
