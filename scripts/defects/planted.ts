import type { Defect } from "./defect.ts";
import { alarming } from "./planted-alarms.ts";
import { lostAnswers } from "./planted-answers.ts";
import { paidBills } from "./planted-letter.ts";
import { tenantFirst } from "./planted-tenant.ts";
import { claims } from "./planted-claims.ts";
import { crowding } from "./planted-crowds.ts";
import { databaseRole } from "./planted-database-role.ts";
import { desk } from "./planted-desk.ts";
import { deploying } from "./planted-deploying.ts";
import { operating } from "./planted-operating.ts";
import { figures } from "./planted-figures.ts";
import { keptFigures } from "./planted-kept-figures.ts";
import { journaling } from "./planted-journal.ts";
import { heartbeats } from "./planted-heartbeats.ts";
import { leavingDefects } from "./planted-leaving.ts";
import { typing } from "./planted-typed.ts";
import { lists } from "./planted-lists.ts";
import { loading } from "./planted-load.ts";
import { parts } from "./planted-parts.ts";
import { mailing } from "./planted-mail.ts";
import { paying } from "./planted-paying.ts";
import { payeeCardDefects } from "./planted-payee-cards.ts";
import { payouts } from "./planted-payouts.ts";
import { relayed } from "./planted-relay.ts";
import { reading } from "./planted-reading.ts";
import { remoteSigning } from "./planted-signing.ts";
import { rules } from "./planted-rules.ts";
import { screens } from "./planted-screens.ts";
import { inviting } from "./planted-invitations.ts";
import { changingTenants } from "./planted-lease-tenants.ts";
import { recording } from "./planted-records.ts";
import { replica } from "./planted-replica.ts";
import { reviews } from "./planted-reviews.ts";
import { rows } from "./planted-rows.ts";
import { returns } from "./planted-returns.ts";
import { autopayDefects } from "./planted-autopay.ts";
import { bookkeeping } from "./planted-books.ts";
import { chargeFiles } from "./planted-charge-files.ts";
import { lateFees } from "./planted-late-fees.ts";
import { leaseEnds } from "./planted-lease-ends.ts";
import { renting } from "./planted-rent.ts";
import { landlordWallets } from "./planted-landlord-wallets.ts";
import { passkeyWallets } from "./planted-passkey-wallets.ts";
import { touchAccounts } from "./planted-touch-accounts.ts";
import { judgedPayees } from "./planted-payees.ts";
import { passkeys } from "./planted-passkeys.ts";
import { ownAccount } from "./planted-account.ts";
import { administrators } from "./planted-admins.ts";
import { staffing } from "./planted-staff.ts";
import { signingIn } from "./planted-signing-in.ts";
import { robbing } from "./planted-thieves.ts";
import { uploadDefects } from "./planted-uploads.ts";
import { shielding } from "./planted-shield.ts";
import { windows } from "./planted-windows.ts";

const features = "apps/server/src/features";
const settlement = `${features}/settlement`;
const ledger = `${features}/ledger`;
const onramp = `${features}/payments/onramp`;
const chain = "packages/chain/src";
const settling = `${settlement}/counting/settlement.int.test.ts`;
const judge = `${chain}/judge-transfer.test.ts`;
const observed = `${chain}/observed-transfer.test.ts`;
const userOperations = `${settlement}/recording/user-operations.int.test.ts`;
const constraints = "packages/db/src/constraints.int.test.ts";
const lies = `${settlement}/reading/lying-node.int.test.ts`;

/** Defects that count money wrongly, twice, or not at all. */
const money: Defect[] = [
  {
    name: "stores one log of the chain twice",
    file: "drizzle/0058_transfers_living_places.sql",
    find: 'CREATE UNIQUE INDEX CONCURRENTLY "transfers_living_log_key"',
    plant: 'CREATE INDEX CONCURRENTLY "transfers_living_log_key"',
    test: constraints,
  },
  {
    name: "lets one transfer pay two payments",
    file: "drizzle/0000_foundation.sql",
    find: 'CREATE UNIQUE INDEX "payments_transfer_key"',
    plant: 'CREATE INDEX "payments_transfer_key"',
    test: constraints,
  },
  {
    name: "identifies a transfer by its transaction alone",
    file: "drizzle/0000_foundation.sql",
    find: '("chain_id","tx_hash","log_index")',
    plant: '("chain_id","tx_hash")',
    test: userOperations,
  },
  {
    name: "computes amounts with floats",
    file: "packages/domain/src/money.ts",
    find: "return BigInt(cents) * usdcUnitsPerCent;",
    plant: "return BigInt(Math.trunc((cents / 100) * 1e6));",
    test: "packages/domain/src/money.test.ts",
  },
  {
    name: "does not check a completion again under the cursor's lock",
    file: `${settlement}/counting/count-transfer.ts`,
    find: 'deps.network).kind === "settled";',
    plant: 'deps.network).kind !== "mismatch";',
    test: settling,
  },
  {
    name: "completes large payments before the safe block",
    file: `${chain}/judge-transfer.ts`,
    find: "chain.safe !== null && blockNumber <= chain.safe;",
    plant: "true;",
    test: judge,
  },
  {
    name: "accepts any token as USDC",
    file: `${chain}/observed-transfer.ts`,
    find: "log.removed !== true && sameAddress(log.address, usdcAddress)",
    plant: "log.removed !== true",
    test: observed,
  },
  {
    name: "accepts a failed transaction as a payment",
    file: `${chain}/observed-transfer.ts`,
    find: 'if (receipt.status !== "success") return [];',
    plant: "",
    test: observed,
  },
  {
    name: "completes a payment with too little money",
    file: `${chain}/judge-transfer.ts`,
    find: 'if (observed.usdcUnits < expected.usdcUnits) return "short";',
    plant: "",
    test: settling,
  },
  {
    name: "credits one merchant's transfer to another",
    file: `${chain}/judge-transfer.ts`,
    find: 'if (!sameAddress(observed.to, expected.payeeAddress)) return "payee";',
    plant: "",
    test: settling,
  },
  {
    name: "does not compare a transfer's reference",
    file: `${chain}/judge-transfer.ts`,
    find: 'return sameHash(observed.binding.hash, expected.binding) ? "reference" : null;',
    plant: 'return "reference";',
    test: judge,
  },
  {
    name: "counts money from before the checkout",
    file: `${chain}/judge-transfer.ts`,
    find: 'if (boundBy === "wallet" && isEarly(observed, expected)) return "early";',
    plant: "",
    test: judge,
  },
  {
    name: "rejects a payment with its own reference when the block's clock is behind",
    file: `${chain}/judge-transfer.ts`,
    find: 'if (boundBy === "wallet" && isEarly(observed, expected)) return "early";',
    plant: 'if (isEarly(observed, expected)) return "early";',
    test: `${settlement}/reading/block-times.int.test.ts`,
  },
  {
    name: "treats money that arrived in time as late because it was read late",
    file: `${settlement}/counting/count-transfer.ts`,
    find: "return isPaidLate(",
    plant: 'return payment.status !== "pending" || isPaidLate(',
    test: `${settlement}/counting/settlement.int.test.ts`,
  },
  {
    name: "credits anybody's transfer to an open checkout",
    file: `${ledger}/candidates.repo.ts`,
    find: "eq(sql`lower(${wallets.address})`, observed.from.toLowerCase()),",
    plant: "",
    test: settling,
  },
  {
    name: "lets two people link one address",
    file: "drizzle/0000_foundation.sql",
    find: 'CREATE UNIQUE INDEX "wallets_active_address_key"',
    plant: 'CREATE INDEX "wallets_active_address_key"',
    test: `${features}/wallet/wallet.int.test.ts`,
  },
  {
    name: "binds every operation of a bundle by the bundle's calldata",
    file: `${chain}/transfer-binding.ts`,
    find: "return accountOperation === undefined || others.length > 0 ? null : accountOperation.callData;",
    plant: "return accountOperation === undefined || others.length > 0 ? null : input;",
    test: userOperations,
  },
  {
    name: "completes a payment that is already completed",
    file: `${ledger}/payments.repo.ts`,
    find: 'and(eq(payments.id, id), eq(payments.status, "pending"))',
    plant: "eq(payments.id, id)",
    test: `${ledger}/guarded-updates.int.test.ts`,
  },
];

/** Defects in handling a misbehaving chain, and in the watcher's memory of it. */
const watching: Defect[] = [
  {
    name: "skips blocks between two reads",
    file: `${settlement}/reading/watch-chain.ts`,
    find: "const from = cursor.blockNumber + 1n;",
    plant: "const from = last;",
    test: settling,
  },
  {
    name: "does not save the cursor with the transfers",
    file: `${settlement}/reading/watch-chain.ts`,
    find: "await moveCursor(tx, from.chainId, last, page.finalizedNumber, now);",
    plant: "",
    test: settling,
  },
  {
    name: "reverts nothing in a reorganisation",
    file: `${settlement}/recording/undo-transfers.ts`,
    find: "  await updateTransfer(tx, transfer.id, { reorgedAt: now, finalAt: null, countedAt: null, givenBackAt: null });",
    plant: "  if (now) return;",
    test: `${settlement}/reading/reorganisation.int.test.ts`,
  },
  {
    name: "trusts a node of another chain",
    file: `${chain}/chain-reader.ts`,
    find: "isRightChain = chainId === network.chainId;",
    plant: "isRightChain = true;",
    test: "apps/simulator/src/chain-reader.int.test.ts",
  },
  {
    name: "trusts a receipt of another block",
    file: `${chain}/transfer-scan.ts`,
    find: "if (places.some((place) => place !== blockHash))",
    plant: "if (places.length === 0)",
    test: lies,
  },
  {
    name: "skips a log that the receipt lacks",
    file: `${chain}/transfer-scan.ts`,
    find: "if (logIndexes.size > 0 && isListedInVain)",
    plant: "if (places.length === 0)",
    test: lies,
  },
  {
    name: "does not compare a transfer's block with the chain",
    file: `${settlement}/reading/watch-chain.ts`,
    find: "if (hash !== undefined && hash !== transfer.blockHash)",
    plant: "if (hash === null)",
    test: lies,
  },
  {
    name: "trusts the first provider regardless of the others",
    file: `${chain}/quorum-reader.ts`,
    find: "if (others.length === 0 || sides.size === 1)",
    plant: "if (sides.size > 0)",
    test: "apps/server/src/testing/quorum.int.test.ts",
  },
  {
    name: "stores a proven wallet's transfer as a stranger's",
    file: `${settlement}/recording/record-transfers.ts`,
    find: " || candidates.has(placeKey(observed))",
    plant: "",
    test: settling,
  },
  {
    name: "stores a transfer with a reference as a stranger's",
    file: `${settlement}/recording/record-transfers.ts`,
    find: " || (binding !== null && bindings.has(binding.hash))",
    plant: "",
    test: settling,
  },
  {
    name: "advances the cursor past blocks whose transfers are not stored",
    file: `${chain}/transfer-scan.ts`,
    find: "return { listed: sorted.filter(({ blockNumber }) => blockNumber <= end), upTo: end };",
    plant: "return { listed: sorted.filter(({ blockNumber }) => blockNumber <= end), upTo };",
    test: `${settlement}/recording/crowds.int.test.ts`,
  },
  {
    name: "lets one provider confirm every amount",
    file: `${settlement}/counting/settle-transfers.ts`,
    find: "if (needed < 2)",
    plant: "if (needed < 3)",
    test: "apps/server/src/testing/faulty-providers.int.test.ts",
  },
  {
    name: "trusts any block that a provider calls final",
    file: `${chain}/finality.ts`,
    find: "[claimed ?? known, head - network.finalityDepth, read]",
    plant: "[claimed ?? known]",
    test: `${chain}/finality.test.ts`,
  },
  {
    name: "binds a Safe's payment by the sender's calldata",
    file: `${chain}/transfer-binding.ts`,
    find: "return data.toLowerCase().includes(payment) ? data : null;",
    plant: "return data.toLowerCase().includes(payment) ? input : null;",
    test: observed,
  },
];

/** Defects in permissions. */
const access: Defect[] = [
  {
    name: "shows anybody's payment to anybody",
    file: `${ledger}/payments.repo.ts`,
    find: "and(eq(payments.id, id), eq(payments.consumerId, consumerId))",
    plant: "eq(payments.id, id)",
    test: "apps/server/src/testing/authorization-trpc.int.test.ts",
  },
  {
    name: "accepts an auth token for admin calls",
    file: "apps/server/src/trpc/procedures.ts",
    find: "if (actor === null || actor.kind !== kind)",
    plant: "if (actor === null)",
    test: "apps/server/src/testing/authorization-trpc.int.test.ts",
  },
  {
    name: "changes a merchant's row before checking permissions",
    file: "apps/server/src/trpc/procedures.ts",
    find: "    requireRole(actor, meta, type);\n",
    plant: "    await ctx.deps.db.execute(\"update merchants set name = name || '!'\");\n    requireRole(actor, meta, type);\n",
    test: "apps/server/src/testing/authorization-trpc.int.test.ts",
  },
  {
    name: "keeps a suspended account's tokens valid",
    file: "apps/server/src/features/auth/rows/sessions.repo.ts",
    find: 'and(isOpenAt(now), eq(users.status, "active"))',
    plant: "isOpenAt(now)",
    test: "apps/server/src/features/auth/sessions/sessions.int.test.ts",
  },
  {
    name: "does not compare the body of an idempotency key",
    file: "apps/server/src/idempotency/once.ts",
    find: "earlier.procedure !== procedure || earlier.requestHash !== hashInput(request.input)",
    plant: "earlier.procedure !== procedure",
    test: "apps/server/src/features/disputes/file-dispute.int.test.ts",
  },
  {
    name: "lists a dispute's shortfall as owed again",
    file: "packages/db/src/owed-refund.ts",
    find: "and j.account = 'returned'",
    plant: "and j.account = 'payment'",
    test: "packages/db/src/owed-refund.int.test.ts",
  },
  {
    name: "lets extra money of a refund be returned again",
    file: "packages/domain/src/refunds/rules.ts",
    find: "const refundableUnits = creditedUnits - returnedUnits - sumUnits(",
    plant: "const refundableUnits = creditedUnits - sumUnits(",
    test: "packages/domain/src/refunds/rules.test.ts",
  },
  {
    name: "does not verify a webhook's signature",
    file: `${onramp}/hear-webhook.ts`,
    find: "if (!isSignedByProvider(webhook, deps.env.onrampWebhookSecrets, now)) return false;",
    plant: "",
    test: `${onramp}/hear-webhook.int.test.ts`,
  },
  {
    name: "allows two open disputes for one payment",
    file: "drizzle/0000_foundation.sql",
    find: 'CREATE UNIQUE INDEX "disputes_one_open_key"',
    plant: 'CREATE INDEX "disputes_one_open_key"',
    test: constraints,
  },
];

const pressed = "apps/web/src/features/auth/auth-forms.browser.test.tsx";

/** Defects in forms that were refused once and then show nothing. */
const silence: Defect[] = [
  {
    name: "validates a form by its values at the last submit",
    file: "apps/web/src/kit/form/form.tsx",
    find: "const { schema, onRefused } = options();",
    plant: "const { schema, onRefused } = options();\n    if (Object.keys(get().errors).length > 0) return null;",
    test: pressed,
  },
  {
    name: "removes a field's message on blur",
    file: "apps/web/src/kit/form/fields.tsx",
    find: "return { ...control, onChange: (event",
    plant: "return { ...control, onBlur: () => onChange(control.value), onChange: (event",
    test: pressed,
  },
];

/** All defects; each is planted alone. */
export const defects: Defect[] = [
  ...money,
  ...watching,
  ...journaling,
  ...access,
  ...silence,
  ...typing,
  ...paying,
  ...paidBills,
  ...tenantFirst,
  ...relayed,
  ...remoteSigning,
  ...claims,
  ...bookkeeping,
  ...chargeFiles,
  ...lateFees,
  ...renting,
  ...leaseEnds,
  ...recording,
  ...autopayDefects,
  ...crowding,
  ...alarming,
  ...lostAnswers,
  ...databaseRole,
  ...deploying,
  ...desk,
  ...operating,
  ...heartbeats,
  ...lists,
  ...loading,
  ...parts,
  ...replica,
  ...returns,
  ...reviews,
  ...rows,
  ...rules,
  ...inviting,
  ...changingTenants,
  ...ownAccount,
  ...leavingDefects,
  ...administrators,
  ...staffing,
  ...figures,
  ...keptFigures,
  ...payouts,
  ...payeeCardDefects,
  ...reading,
  ...signingIn,
  ...robbing,
  ...uploadDefects,
  ...passkeys,
  ...landlordWallets,
  ...passkeyWallets,
  ...touchAccounts,
  ...judgedPayees,
  ...shielding,
  ...mailing,
  ...windows,
  ...screens,
];
