import type { Defect } from "./defect.ts";

const relay = "apps/server/src/features/payments/relay";
const batches = `${relay}/relay-batches.int.test.ts`;
const keys = `${relay}/relayer-keys.int.test.ts`;
const relaying = `${relay}/relay-authorizations.int.test.ts`;

/** Defects in sending many authorizations in one transaction. */
export const relayed: Defect[] = [
  {
    name: "relays a payment to a suspended merchant",
    file: `${relay}/send-queued.ts`,
    find: "const merchant = payment && merchants.get(payment.merchantId);",
    plant:
      'const merchant = payment && (merchants.get(payment.merchantId) ?? { ...payment, name: "", payee: { id: null, address: null, cards: [] } });',
    test: relaying,
  },
  {
    name: "sets no limit for the relayer's fee",
    file: "packages/chain/src/relayer.ts",
    find: "larger(market, (before * 5n) / 4n + 1n), maxFeePerGas)",
    plant: "larger(market, (before * 5n) / 4n + 1n), before * 2n + market + maxFeePerGas)",
    test: "apps/simulator/src/relayer.int.test.ts",
  },
  {
    name: "raises the relayer's fee while the chain's head does not move",
    file: `${relay}/follow-transaction.ts`,
    find: "(read) => isBlockAfter(read.blockTime, due)",
    plant: "() => true",
    test: relaying,
  },
  {
    name: "leaves transactions after a lost account nonce waiting for ever",
    file: `${relay}/follow-transaction.ts`,
    find: "< transaction.accountNonce;",
    plant: "< 0;",
    test: relaying,
  },
  {
    name: "uses a stuck transaction's raised fee for the next one",
    file: `${relay}/send-queued.ts`,
    find: "most, nonce, fees });\n  try {",
    plant: "most, nonce, fees: { ...fees, maxFeePerGas: fees.maxFeePerGas * 2n } });\n  try {",
    test: relaying,
  },
  {
    name: "treats an authorization cancelled on the chain as mined",
    file: `${relay}/end-relays.ts`,
    find: 'if (fate === "cancelled") return endAsFailed(tx, relays, "cancelled", now);',
    plant: 'if (fate === "cancelled") return endAsMined(tx, relays, now);',
    test: relaying,
  },
  {
    name: "treats every authorization of a mined batch as paid",
    file: `${relay}/follow-transaction.ts`,
    find: 'receipt?.status === "success" && transaction.carries === 1;',
    plant: 'receipt?.status === "success";',
    test: batches,
  },
  {
    name: "fails a whole batch for one failed authorization",
    file: "packages/chain/src/authorization-batch.ts",
    find: "allowFailure: true",
    plant: "allowFailure: false",
    test: "apps/simulator/src/relayer.int.test.ts",
  },
  {
    name: "relays an authorization that USDC would reject",
    file: `${relay}/send-queued.ts`,
    find: "paidFor.filter((_relay, place) => refusals[place] === null)",
    plant: "paidFor.filter((_relay, place) => refusals[place] !== undefined)",
    test: batches,
  },
  {
    name: "retries a reverted batch without making it smaller",
    file: "packages/domain/src/payments/relay-queue.ts",
    find: "return Math.max(1, Math.floor(count / 8));",
    plant: "return count;",
    test: batches,
  },
  {
    name: "sends one key's queue from two processes",
    file: "drizzle/0026_relay_transactions.sql",
    find: 'CREATE UNIQUE INDEX "relay_transactions_one_in_flight_key"',
    plant: 'CREATE INDEX "relay_transactions_one_in_flight_key"',
    test: batches,
  },
  {
    name: "accepts an authorization that cannot be relayed in time",
    file: `${relay}/authorize-payment.ts`,
    find: 'if (!(await isInTime(tx, relay, now))) throw new HearthError("RELAY_BUSY");',
    plant: "",
    test: batches,
  },
  {
    name: "offers more gas than the relayer can pay for",
    file: "packages/chain/src/authorization-batch.ts",
    find: "const gas = wei / maxFeePerGas - overheadGas;",
    plant: "const gas = wei / maxFeePerGas + overheadGas;",
    test: "packages/chain/src/authorization-batch.test.ts",
  },
  {
    name: "never sends the queue of a former relayer key",
    file: `${relay}/relay-authorizations.ts`,
    find: "  await adoptQueued(db, { chainId: network.chainId, relayerAddress: relayer.address });\n",
    plant: "",
    test: keys,
  },
  {
    name: "never follows transactions of a former relayer key",
    file: `${relay}/relay-authorizations.ts`,
    find: "  await followFormerKeys(deps);\n",
    plant: "",
    test: keys,
  },
  {
    name: "drops transactions that may still be mined when there is no relayer",
    file: `${relay}/follow-former-keys.ts`,
    find: "read.blockNumber)) > accountNonce;",
    plant: "read.blockNumber)) >= 0;",
    test: keys,
  },
  {
    name: "never releases a payment from an expired signature",
    file: "apps/server/src/features/ledger/relays.repo.ts",
    find: 'and(eq(relays.status, "sent"), not(isOver));',
    plant: 'and(eq(relays.status, "sent"), sql`(${isOver}) is not null`);',
    test: keys,
  },
  {
    name: "never stops checking a batch with old logs",
    file: `${relay}/follow-transaction.ts`,
    find: "if (judged !== null) await endJudged(deps, { ...judged, expired: [] });",
    plant: "if (judged !== null && judged.unused.length < waiting.length) return;",
    test: keys,
  },
  {
    name: "keeps the signature of a failed relay readable",
    file: "apps/server/src/features/ledger/relays.repo.ts",
    find: '...(set.status === "failed" && { signature: erased })',
    plant: "",
    test: keys,
  },
  {
    name: "keeps a finished signed transaction readable",
    file: "apps/server/src/features/ledger/relay-transactions.repo.ts",
    find: 'rawTransaction: "0x", updatedAt',
    plant: "updatedAt",
    test: keys,
  },
  {
    name: "searches for every kind of relay work while there is none",
    file: `${relay}/relay-authorizations.ts`,
    find: "if (!(await isAnythingToRelay(db, network.chainId, quietSince, now))) return;",
    plant: "await isAnythingToRelay(db, network.chainId, quietSince, now);",
    test: batches,
  },
  {
    name: "does not follow a transaction in flight while nothing is queued",
    file: "apps/server/src/features/ledger/relays.repo.ts",
    find: "or exists (select from ${relayTransactions} where ${isInFlight})",
    plant: "or (false and exists (select from ${relayTransactions} where ${isInFlight}))",
    test: relaying,
  },
];
