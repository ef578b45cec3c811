import type { Defect } from "./defect.ts";

const server = "apps/server/src";
const undoing = `${server}/features/account/undo-acts.int.test.ts`;
const undo = `${server}/features/account/undo-acts.service.ts`;
const staffed = `${server}/features/businesses/staff.int.test.ts`;
const limited = `${server}/features/auth/sign-in/sign-in-limits.int.test.ts`;
const mailed = `${server}/features/auth/email/mail-links.int.test.ts`;
const coded = `${server}/features/auth/factors/second-factor.int.test.ts`;
const devices = `${server}/features/auth/sessions/devices.int.test.ts`;

/** Defects by which a thief keeps an account or its money, or locks its owner out. */
export const robbing: Defect[] = [
  {
    name: "returns the link of a staff invitation to whoever invites",
    file: `${server}/features/businesses/staff.service.ts`,
    find: "return { message: `Invitation sent to ${email}` };",
    plant: "return { message: `${deps.env.publicOrigin}/join-staff#${token}` };",
    test: staffed,
  },
  {
    name: "does not tell the owner who made it of a change to the staff",
    file: `${server}/features/businesses/owner-notices.ts`,
    find: "if (isOwners) await notify",
    plant: "if (isOwners && key === null) await notify",
    test: staffed,
  },
  {
    name: "tells co-owners nothing about their business",
    file: "packages/db/src/staff-of.ts",
    find: "where staff.merchant_id = ${ofBusiness} and",
    plant: "where staff.merchant_id = ${sql.identifier(merchantId.name)} and ${ofBusiness} is not null and",
    test: staffed,
  },
  {
    name: "leaves a thief's co-owner in the business that was taken back",
    file: undo,
    find: "undoing.actorIds.push(...(await endInvited(undoing)));",
    plant: "void endInvited;",
    test: undoing,
  },
  {
    name: "leaves the people whom a thief's co-owner invited",
    file: undo,
    find: "for (let inviterIds = [userId]; inviterIds.length > 0;) {",
    plant: "for (let inviterIds = [userId], turn = 0; inviterIds.length > 0 && turn < 1; turn += 1) {",
    test: undoing,
  },
  {
    name: "lets a thief's passkey in that was under way as the account was taken back",
    file: `${server}/features/auth/rows/sessions.repo.ts`,
    find: '    .where(and(eq(sessions.id, sessionId), isNull(sessions.revokedAt)))\n    .for("share");',
    plant: '    .where(eq(sessions.id, sessionId))\n    .for("share");',
    test: undoing,
  },
  {
    name: "leaves the roles that a thief gave",
    file: undo,
    find: "  await restoreRoles(undoing);\n",
    plant: "  void restoreRoles;\n",
    test: undoing,
  },
  {
    name: "lets a thief's payout wallet take effect after the account was taken back",
    file: undo,
    find: "  await stopPayoutChanges(undoing);\n",
    plant: "  void stopPayoutChanges;\n",
    test: undoing,
  },
  {
    name: "lets a thief's payout wallet in that was under way as the account was taken back",
    file: `${server}/features/merchant-area/business/payout-wallet.service.ts`,
    find: "      await requireOpenSession(tx, actor);\n",
    plant: "      void requireOpenSession;\n",
    test: undoing,
  },
  {
    name: "lets a thief's payout wallet take effect that a suspension had made wait",
    file: `${server}/features/account/undo-acts.repo.ts`,
    find: "isNull(appliedAt), isNull(stoppedAt)))",
    plant: "isNull(appliedAt), isNull(stoppedAt), sql`${payeeChanges.requestedAt} > ${payeeChanges.takesEffectAt} - interval '25 hours'`))",
    test: undoing,
  },
  {
    name: "lets somebody join a business while an administrator suspends it",
    file: `${server}/features/businesses/join-staff.service.ts`,
    find: '(await lockMerchantStatus(tx, merchantId)) === "suspended"',
    plant: "(await lockMerchantStatus(tx, merchantId)) === null",
    test: staffed,
  },
  {
    name: "lets strangers use up the links of a known device",
    file: `${server}/features/auth/email/reset-password.service.ts`,
    find: "if (device !== null) return deps.sharedLimits.take(",
    plant: 'if (device?.key === "") return deps.sharedLimits.take(',
    test: mailed,
  },
  {
    name: "lets one network use up the links of an email",
    file: `${server}/shared-limits.ts`,
    find: "linkMailNetwork: { max: 3,",
    plant: "linkMailNetwork: { max: 30,",
    test: mailed,
  },
  {
    name: "lets strangers leave an owner without a link that works",
    file: `${server}/shared-limits.ts`,
    find: "linkMail: { max: 5, windowSeconds: 30 * 60 }",
    plant: "linkMail: { max: 5, windowSeconds: 60 * 60 }",
    test: mailed,
  },
  {
    name: "pays a thief's wallet after the account was taken back",
    file: undo,
    find: "  await restorePayouts(undoing);\n",
    plant: "  void restorePayouts;\n",
    test: undoing,
  },
  {
    name: "undoes what a trusted co-owner did",
    file: `${server}/features/account/undo-acts.repo.ts`,
    find: "and(inArray(requestedBy, actorIds), isNull(appliedAt), isNull(stoppedAt))",
    plant: "and(isNull(appliedAt), isNull(stoppedAt))",
    test: undoing,
  },
  {
    name: "keeps the device that a thief signed in on known",
    file: `${server}/features/auth/email/keep-email.ts`,
    find: "  await deleteDevicesSince(tx, userId, since);\n",
    plant: "  void deleteDevicesSince;\n",
    test: undoing,
  },
  {
    name: "mails the way back to an address that is not the account's any more",
    file: `${server}/features/mail/send-mails.ts`,
    find: "userId === null || toAddress !== reader.email ? null",
    plant: "userId === null ? null",
    test: undoing,
  },
  {
    name: "undoes the last week for whoever only forgot the password",
    file: `${server}/features/auth/email/reset-password.service.ts`,
    find: "const weekAgo = undo ? ",
    plant: "const weekAgo = undo || limits.undoDays > 0 ? ",
    test: undoing,
  },
  {
    name: "counts the codes of a thief's session for all sessions",
    file: `${server}/features/auth/factors/prove-second-factor.ts`,
    find: "`session ${shownBefore.sessionId}`",
    plant: "`${elsewhere}${shownBefore.sessionId.slice(0, 0)}`",
    test: coded,
  },
  {
    name: "counts the codes of a known device with those of strangers",
    file: `${server}/features/auth/factors/prove-second-factor.ts`,
    find: "if (device?.hasSignedIn === true) return",
    plant: "if (device?.hasSignedIn === undefined && device !== null) return",
    test: coded,
  },
  {
    name: "gives whoever has the password codes without end",
    file: `${server}/shared-limits.ts`,
    find: "secondFactorDay: { max: 240,",
    plant: "secondFactorDay: { max: 240_000,",
    test: coded,
  },
  {
    name: "takes on a device's token that it never gave",
    file: `${server}/features/auth/sessions/known-devices.ts`,
    find: "if (shown !== null && shownHash !== null && (await isKnownTo(tx, userId, shownHash))) return shown;",
    plant: "if (shown !== null && shownHash !== null && ((await isKnownTo(tx, userId, shownHash)) || userId !== null)) return shown;",
    test: devices,
  },
  {
    name: "lets another subdomain plant the cookie of a known device",
    file: `${server}/trpc/create-context.ts`,
    find: "const deviceCookie = isSecure ? hostDeviceCookie : plainDeviceCookie;",
    plant: "const deviceCookie = isSecure && hostDeviceCookie === null ? hostDeviceCookie : plainDeviceCookie;",
    test: limited,
  },
  {
    name: "makes a device known by a link, and forgets it",
    file: `${server}/features/auth/email/reset-password.service.ts`,
    find: "await rememberDevice(tx, origin, link.userId, now, { hasSignedIn: false });",
    plant: "void rememberDevice;",
    test: limited,
  },
  {
    name: "forgets the device of the command line",
    file: "packages/client/src/hearth-client.ts",
    find: "if (pair !== undefined) await device.keep(pair);",
    plant: "void pair;",
    test: "apps/cli/src/hearth.int.test.ts",
  },
  {
    name: "lets one network fill the queue of password hashes",
    file: `${server}/fair-queue.ts`,
    find: "if (waitingCount >= limits.waiting && !makeRoom(origin)) throw refusal();",
    plant: "if (waitingCount >= limits.waiting && (lines.size > 0 || !makeRoom(origin))) throw refusal();",
    test: `${server}/fair-queue.test.ts`,
  },
  {
    name: "tells to wait a moment where it is half an hour",
    file: "packages/domain/src/errors.ts",
    find: "super(sayWhen(options.message ?? catalogue[code].message, options.retryAfterSeconds), ",
    plant: "super(sayWhen(options.message ?? catalogue[code].message, undefined), ",
    test: "packages/domain/src/retry-words.test.ts",
  },
];
