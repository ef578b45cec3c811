import type { Defect } from "./defect.ts";
import { alarming } from "./planted-alarms.ts";
import { claims } from "./planted-claims.ts";
import { crowding } from "./planted-crowds.ts";
import { databaseRole } from "./planted-database-role.ts";
import { deploying } from "./planted-deploying.ts";
import { operating } from "./planted-operating.ts";
import { figures } from "./planted-figures.ts";
import { keptFigures } from "./planted-kept-figures.ts";
import { journaling } from "./planted-journal.ts";
import { heartbeats } from "./planted-heartbeats.ts";
import { leavingDefects } from "./planted-leaving.ts";
import { lists } from "./planted-lists.ts";
import { loading } from "./planted-load.ts";
import { parts } from "./planted-parts.ts";
import { mailing } from "./planted-mail.ts";
import { paying } from "./planted-paying.ts";
import { payouts } from "./planted-payouts.ts";
import { relayed } from "./planted-relay.ts";
import { reading } from "./planted-reading.ts";
import { remoteSigning } from "./planted-signing.ts";
import { inviting } from "./planted-invitations.ts";
import { changingTenants } from "./planted-lease-tenants.ts";
import { recording } from "./planted-records.ts";
import { replica } from "./planted-replica.ts";
import { reviews } from "./planted-reviews.ts";
import { rows } from "./planted-rows.ts";
import { returns } from "./planted-returns.ts";
import { payingByItself } from "./planted-autopay.ts";
import { bookkeeping } from "./planted-books.ts";
import { chargeFiles } from "./planted-charge-files.ts";
import { lateFees } from "./planted-late-fees.ts";
import { leaseEnds } from "./planted-lease-ends.ts";
import { renting } from "./planted-rent.ts";
import { passkeys } from "./planted-passkeys.ts";
import { ownAccount } from "./planted-account.ts";
import { administrators } from "./planted-admins.ts";
import { staffing } from "./planted-staff.ts";
import { signingIn } from "./planted-signing-in.ts";
import { uploadDefects } from "./planted-uploads.ts";
import { shielding } from "./planted-shield.ts";

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
    name: "one log of the chain may be kept twice",
    file: "drizzle/0058_transfers_living_places.sql",
    find: 'CREATE UNIQUE INDEX CONCURRENTLY "transfers_living_log_key"',
    plant: 'CREATE INDEX CONCURRENTLY "transfers_living_log_key"',
    test: constraints,
  },
  {
    name: "one transfer may pay two payments",
    file: "drizzle/0000_foundation.sql",
    find: 'CREATE UNIQUE INDEX "payments_transfer_key"',
    plant: 'CREATE INDEX "payments_transfer_key"',
    test: constraints,
  },
  {
    name: "a transfer is known by its transaction alone",
    file: "drizzle/0000_foundation.sql",
    find: '("chain_id","tx_hash","log_index")',
    plant: '("chain_id","tx_hash")',
    test: userOperations,
  },
  {
    name: "amounts are floats",
    file: "packages/domain/src/money.ts",
    find: "return BigInt(cents) * usdcUnitsPerCent;",
    plant: "return BigInt(Math.trunc((cents / 100) * 1e6));",
    test: "packages/domain/src/money.test.ts",
  },
  {
    name: "a completion is not judged again once the cursor is held",
    file: `${settlement}/counting/count-transfer.ts`,
    find: 'deps.network).kind === "settled";',
    plant: 'deps.network).kind !== "mismatch";',
    test: settling,
  },
  {
    name: "large payments do not wait for the safe block",
    file: `${chain}/judge-transfer.ts`,
    find: "chain.safe !== null && blockNumber <= chain.safe;",
    plant: "true;",
    test: judge,
  },
  {
    name: "any token is USDC",
    file: `${chain}/observed-transfer.ts`,
    find: "log.removed !== true && sameAddress(log.address, usdcAddress)",
    plant: "log.removed !== true",
    test: observed,
  },
  {
    name: "a failed transaction pays",
    file: `${chain}/observed-transfer.ts`,
    find: 'if (receipt.status !== "success") return [];',
    plant: "",
    test: observed,
  },
  {
    name: "too little is enough",
    file: `${chain}/judge-transfer.ts`,
    find: 'if (observed.usdcUnits < expected.usdcUnits) return "short";',
    plant: "",
    test: settling,
  },
  {
    name: "money for one merchant pays another",
    file: `${chain}/judge-transfer.ts`,
    find: 'if (!sameAddress(observed.to, expected.payeeAddress)) return "payee";',
    plant: "",
    test: settling,
  },
  {
    name: "a reference is not compared",
    file: `${chain}/judge-transfer.ts`,
    find: 'return sameHash(observed.binding.hash, expected.binding) ? "reference" : null;',
    plant: 'return "reference";',
    test: judge,
  },
  {
    name: "money from before the checkout counts",
    file: `${chain}/judge-transfer.ts`,
    find: 'if (boundBy === "wallet" && isEarly(observed, expected)) return "early";',
    plant: "",
    test: judge,
  },
  {
    name: "a payment bound by its own reference is refused when its block's clock is behind",
    file: `${chain}/judge-transfer.ts`,
    find: 'if (boundBy === "wallet" && isEarly(observed, expected)) return "early";',
    plant: 'if (isEarly(observed, expected)) return "early";',
    test: `${settlement}/reading/block-times.int.test.ts`,
  },
  {
    name: "money that came in time is late because it was seen late",
    file: `${settlement}/counting/count-transfer.ts`,
    find: "return isPaidLate(",
    plant: 'return payment.status !== "pending" || isPaidLate(',
    test: `${settlement}/counting/settlement.int.test.ts`,
  },
  {
    name: "whoever has a checkout open is credited with anybody's transfer",
    file: `${ledger}/candidates.repo.ts`,
    find: "eq(sql`lower(${wallets.address})`, observed.from.toLowerCase()),",
    plant: "",
    test: settling,
  },
  {
    name: "one address is linked by two people",
    file: "drizzle/0000_foundation.sql",
    find: 'CREATE UNIQUE INDEX "wallets_active_address_key"',
    plant: 'CREATE INDEX "wallets_active_address_key"',
    test: `${features}/wallet/wallet.int.test.ts`,
  },
  {
    name: "a bundle's calldata binds everybody's operation",
    file: `${chain}/transfer-binding.ts`,
    find: "return own === undefined || others.length > 0 ? null : own.callData;",
    plant: "return own === undefined || others.length > 0 ? null : input;",
    test: userOperations,
  },
  {
    name: "a completion does not ask whether there was one",
    file: `${ledger}/payments.repo.ts`,
    find: 'and(eq(payments.id, id), eq(payments.status, "pending"))',
    plant: "eq(payments.id, id)",
    test: `${ledger}/guarded-updates.int.test.ts`,
  },
];

/** Defects in handling a misbehaving chain, and in the watcher's memory of it. */
const watching: Defect[] = [
  {
    name: "the blocks between two looks are not read",
    file: `${settlement}/reading/watch-chain.ts`,
    find: "const from = cursor.blockNumber + 1n;",
    plant: "const from = last;",
    test: settling,
  },
  {
    name: "the cursor does not survive the transaction that read",
    file: `${settlement}/reading/watch-chain.ts`,
    find: "await moveCursor(tx, from.chainId, last, page.finalizedNumber, now);",
    plant: "",
    test: settling,
  },
  {
    name: "a reorganisation takes nothing back",
    file: `${settlement}/recording/undo-transfers.ts`,
    find: "  await updateTransfer(tx, transfer.id, { reorgedAt: now, finalAt: null, countedAt: null, givenBackAt: null });",
    plant: "  if (now) return;",
    test: `${settlement}/reading/reorganisation.int.test.ts`,
  },
  {
    name: "a node of another chain is believed",
    file: `${chain}/chain-reader.ts`,
    find: "isRightChain = chainId === network.chainId;",
    plant: "isRightChain = true;",
    test: "apps/simulator/src/chain-reader.int.test.ts",
  },
  {
    name: "a receipt of another block is believed",
    file: `${chain}/transfer-scan.ts`,
    find: "if (places.some((place) => place !== blockHash))",
    plant: "if (places.length === 0)",
    test: lies,
  },
  {
    name: "a log that the receipt lacks is passed over, and the money with it",
    file: `${chain}/transfer-scan.ts`,
    find: "if (logIndexes.size > 0 && isListedInVain)",
    plant: "if (places.length === 0)",
    test: lies,
  },
  {
    name: "a transfer's block is not compared with the one at its height",
    file: `${settlement}/reading/watch-chain.ts`,
    find: "if (hash !== undefined && hash !== transfer.blockHash)",
    plant: "if (hash === null)",
    test: lies,
  },
  {
    name: "the first provider is believed whatever the others say",
    file: `${chain}/quorum-reader.ts`,
    find: "if (others.length === 0 || sides.size === 1)",
    plant: "if (sides.size > 0)",
    test: "apps/server/src/testing/quorum.int.test.ts",
  },
  {
    name: "money from a payer's proven wallet is written down with the strangers'",
    file: `${settlement}/recording/record-transfers.ts`,
    find: " || candidates.has(placeKey(observed))",
    plant: "",
    test: settling,
  },
  {
    name: "what a payer sends is written down with the strangers' though it carries a reference",
    file: `${settlement}/recording/record-transfers.ts`,
    find: " || (binding !== null && bindings.has(binding.hash))",
    plant: "",
    test: settling,
  },
  {
    name: "reading goes on behind blocks whose transfers were left for the next step",
    file: `${chain}/transfer-scan.ts`,
    find: "return { listed: sorted.filter(({ blockNumber }) => blockNumber <= end), upTo: end };",
    plant: "return { listed: sorted.filter(({ blockNumber }) => blockNumber <= end), upTo };",
    test: `${settlement}/recording/crowds.int.test.ts`,
  },
  {
    name: "one provider vouches for every amount",
    file: `${settlement}/counting/settle-transfers.ts`,
    find: "if (needed < 2)",
    plant: "if (needed < 3)",
    test: "apps/server/src/testing/faulty-providers.int.test.ts",
  },
  {
    name: "whatever is called final is final",
    file: `${chain}/finality.ts`,
    find: "[claimed ?? known, head - network.finalityDepth, read]",
    plant: "[claimed ?? known]",
    test: `${chain}/finality.test.ts`,
  },
  {
    name: "whoever brings a call to a Safe says what it is for",
    file: `${chain}/transfer-binding.ts`,
    find: "return data.toLowerCase().includes(payment) ? data : null;",
    plant: "return data.toLowerCase().includes(payment) ? input : null;",
    test: observed,
  },
];

/** Defects in permissions. */
const access: Defect[] = [
  {
    name: "anybody may read anybody's payment",
    file: `${ledger}/payments.repo.ts`,
    find: "and(eq(payments.id, id), eq(payments.consumerId, consumerId))",
    plant: "eq(payments.id, id)",
    test: "apps/server/src/testing/authorization-trpc.int.test.ts",
  },
  {
    name: "an auth token opens the admin's calls",
    file: "apps/server/src/trpc/procedures.ts",
    find: "if (actor === null || actor.kind !== kind)",
    plant: "if (actor === null)",
    test: "apps/server/src/testing/authorization-trpc.int.test.ts",
  },
  {
    name: "a merchant's call changes a row before it asks who calls",
    file: "apps/server/src/trpc/procedures.ts",
    find: "const asMerchant = middleware(({ ctx, next, meta, type }) => {\n",
    plant:
      "const asMerchant = middleware(async ({ ctx, next, meta, type }) => {\n  await ctx.deps.db.execute(\"update merchants set name = name || '!'\");\n",
    test: "apps/server/src/testing/authorization-trpc.int.test.ts",
  },
  {
    name: "a suspended account's tokens live on",
    file: "apps/server/src/features/auth/rows/sessions.repo.ts",
    find: 'gt(expiresAt, now), eq(users.status, "active")',
    plant: "gt(expiresAt, now)",
    test: "apps/server/src/features/auth/sessions/sessions.int.test.ts",
  },
  {
    name: "an idempotency key is not compared with the body",
    file: "apps/server/src/idempotency/once.ts",
    find: "earlier.procedure !== procedure || earlier.requestHash !== hashInput(request.input)",
    plant: "earlier.procedure !== procedure",
    test: "apps/server/src/features/disputes/file-dispute.int.test.ts",
  },
  {
    name: "what came too short for a dispute is owed again in every list",
    file: "packages/db/src/owed-refund.ts",
    find: "and j.account = 'returned'",
    plant: "and j.account = 'payment'",
    test: "packages/db/src/owed-refund.int.test.ts",
  },
  {
    name: "what was sent beside a refund may be paid back once more",
    file: "packages/domain/src/refunds/rules.ts",
    find: "const left = creditedUnits - returnedUnits - sumUnits(",
    plant: "const left = creditedUnits - sumUnits(",
    test: "packages/domain/src/refunds/rules.test.ts",
  },
  {
    name: "a webhook's signature is not looked at",
    file: `${onramp}/hear-webhook.ts`,
    find: "if (!isSignedByProvider(webhook, deps.env.onrampWebhookSecrets, now)) return false;",
    plant: "",
    test: `${onramp}/hear-webhook.int.test.ts`,
  },
  {
    name: "two disputes may be open for one payment",
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
    name: "a form goes by what its fields said at the last press",
    file: "apps/web/src/kit/form/form.tsx",
    find: "const { schema, onRefused } = options();",
    plant: "const { schema, onRefused } = options();\n    if (Object.keys(get().errors).length > 0) return null;",
    test: pressed,
  },
  {
    name: "leaving a field takes its message away",
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
  ...paying,
  ...relayed,
  ...remoteSigning,
  ...claims,
  ...bookkeeping,
  ...chargeFiles,
  ...lateFees,
  ...renting,
  ...leaseEnds,
  ...recording,
  ...payingByItself,
  ...crowding,
  ...alarming,
  ...databaseRole,
  ...deploying,
  ...operating,
  ...heartbeats,
  ...lists,
  ...loading,
  ...parts,
  ...replica,
  ...returns,
  ...reviews,
  ...rows,
  ...inviting,
  ...changingTenants,
  ...ownAccount,
  ...leavingDefects,
  ...administrators,
  ...staffing,
  ...figures,
  ...keptFigures,
  ...payouts,
  ...reading,
  ...signingIn,
  ...uploadDefects,
  ...passkeys,
  ...shielding,
  ...mailing,
];
