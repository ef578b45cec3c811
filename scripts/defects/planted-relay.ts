import type { Defect } from "./defect.ts";

const relay = "apps/server/src/features/payments/relay";
const batches = `${relay}/relay-batches.int.test.ts`;
const keys = `${relay}/relayer-keys.int.test.ts`;
const relaying = `${relay}/relay-authorizations.int.test.ts`;

/** Defects in sending many authorizations in one transaction. */
export const relayed: Defect[] = [
  {
    name: "the relayer carries money to a suspended merchant",
    file: `${relay}/carry-queued.ts`,
    find: '!merchants.has(payments.get(paymentId)?.merchantId ?? ""));',
    plant: "merchants.has(paymentId));",
    test: relaying,
  },
  {
    name: "nothing bounds what the relayer offers",
    file: "packages/chain/src/relayer.ts",
    find: "larger(market, (before * 5n) / 4n + 1n), most)",
    plant: "larger(market, (before * 5n) / 4n + 1n), before * 2n + market + most)",
    test: "apps/simulator/src/relayer.int.test.ts",
  },
  {
    name: "the relayer outbids itself while the head stands still",
    file: `${relay}/follow-transaction.ts`,
    find: "(read) => isBlockAfter(read.blockTime, due)",
    plant: "() => true",
    test: relaying,
  },
  {
    name: "what stands after a lost account nonce waits for a block that never takes it",
    file: `${relay}/follow-transaction.ts`,
    find: "< transaction.accountNonce;",
    plant: "< 0;",
    test: relaying,
  },
  {
    name: "the next transaction takes a stuck one's fee over",
    file: `${relay}/carry-queued.ts`,
    find: "most, nonce, fees });\n  try {",
    plant: "most, nonce, fees: { ...fees, maxFeePerGas: fees.maxFeePerGas * 2n } });\n  try {",
    test: relaying,
  },
  {
    name: "an authorization that its payer cancelled on the chain was mined",
    file: `${relay}/end-relays.ts`,
    find: 'if (fate === "cancelled") return endAsFailed(tx, relays, "cancelled", now);',
    plant: 'if (fate === "cancelled") return endAsMined(tx, relays, now);',
    test: relaying,
  },
  {
    name: "a batch that was mined has carried everybody in it",
    file: `${relay}/follow-transaction.ts`,
    find: 'receipt?.status === "success" && transaction.carries === 1;',
    plant: 'receipt?.status === "success";',
    test: batches,
  },
  {
    name: "one authorization that fails takes its whole batch along",
    file: "packages/chain/src/authorization-batch.ts",
    find: "allowFailure: true",
    plant: "allowFailure: false",
    test: "apps/simulator/src/relayer.int.test.ts",
  },
  {
    name: "whom the token would refuse is carried at the relayer's cost",
    file: `${relay}/carry-queued.ts`,
    find: "paidFor.filter((_relay, place) => refusals[place] === null)",
    plant: "paidFor.filter((_relay, place) => refusals[place] !== undefined)",
    test: batches,
  },
  {
    name: "a batch that reverted is carried as large as before, for ever",
    file: "packages/domain/src/payments/relay-queue.ts",
    find: "return Math.max(1, Math.floor(count / 8));",
    plant: "return count;",
    test: batches,
  },
  {
    name: "two processes send one key's queue at once",
    file: "drizzle/0026_relay_transactions.sql",
    find: 'CREATE UNIQUE INDEX "relay_transactions_one_in_flight_key"',
    plant: 'CREATE INDEX "relay_transactions_one_in_flight_key"',
    test: batches,
  },
  {
    name: "an authorization is taken that cannot be carried in time",
    file: `${relay}/authorize-payment.ts`,
    find: 'if (!(await isInTime(tx, relay, now))) throw new HearthError("RELAY_BUSY");',
    plant: "",
    test: batches,
  },
  {
    name: "a transaction offers gas for more than the relayer can pay",
    file: "packages/chain/src/authorization-batch.ts",
    find: "const gas = wei / maxFeePerGas - overheadGas;",
    plant: "const gas = wei / maxFeePerGas + overheadGas;",
    test: "packages/chain/src/authorization-batch.test.ts",
  },
  {
    name: "a former relayer key's queue is carried by nobody",
    file: `${relay}/relay-authorizations.ts`,
    find: "  await adoptQueued(db, { chainId: network.chainId, relayerAddress: relayer.address });\n",
    plant: "",
    test: keys,
  },
  {
    name: "what a former relayer key has sent is followed by nobody",
    file: `${relay}/relay-authorizations.ts`,
    find: "  await followFormerKeys(deps);\n",
    plant: "",
    test: keys,
  },
  {
    name: "without a relayer what may still be mined is let go",
    file: `${relay}/follow-former-keys.ts`,
    find: "read.blockNumber)) > accountNonce;",
    plant: "read.blockNumber)) >= 0;",
    test: keys,
  },
  {
    name: "a signature that has run out keeps its payment for ever",
    file: "apps/server/src/features/ledger/relays.repo.ts",
    find: 'and(eq(relays.status, "sent"), not(isOver));',
    plant: 'and(eq(relays.status, "sent"), sql`(${isOver}) is not null`);',
    test: keys,
  },
  {
    name: "a batch whose logs are old is looked at for ever",
    file: `${relay}/follow-transaction.ts`,
    find: "if (judged !== null) await endJudged(deps, { ...judged, expired: [] });",
    plant: "if (judged !== null && judged.unused.length < waiting.length) return;",
    test: keys,
  },
  {
    name: "the signature of a relay that failed stays readable",
    file: "apps/server/src/features/ledger/relays.repo.ts",
    find: '...(set.status === "failed" && { signature: erased })',
    plant: "",
    test: keys,
  },
  {
    name: "a signed transaction that is over stays readable",
    file: "apps/server/src/features/ledger/relay-transactions.repo.ts",
    find: 'rawTransaction: "0x", updatedAt',
    plant: "updatedAt",
    test: keys,
  },
];
