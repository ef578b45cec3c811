import type { ChainReader } from "@hearth/chain/chain-reader";
import { networks } from "@hearth/chain/networks";
import type { Database, Transaction } from "@hearth/db/client";
import { chainBlocks } from "@hearth/db/schema/chain-blocks";
import { chainCursors } from "@hearth/db/schema/chain-cursors";
import { demoAccounts } from "@hearth/simulator/demo-accounts";
import { privateKeyToAccount } from "viem/accounts";
import type { Env } from "@hearth/server/env";
import { createUploadStore } from "@hearth/server/uploads/open-upload-store";
import { writeAutopay } from "./autopay-rows.ts";
import { connectDemoChain } from "./demo-chain.ts";
import { type DemoMoney, moveDemoMoney } from "./demo-money.ts";
import { writeDisputes } from "./dispute-rows.ts";
import { writePayments } from "./payment-rows.ts";
import { writePeople } from "./people-rows.ts";
import { writeRefunds } from "./refund-rows.ts";
import { writeRent } from "./rent-rows.ts";
import { signPayeeCards, signTermsOf } from "./terms-rows.ts";
import { storePapers } from "./store-papers.ts";

/** The result of seeding. `isNew` is false if everything existed already. */
export interface SeedReport {
  isNew: boolean;
  payments: number;
  transfers: number;
}

/** The dependencies of making the demo. */
export interface DemoTask {
  db: Database;
  reader: ChainReader;
  env: Env;
  now: Date;
  report: (sentence: string) => void;
}

/** Makes the whole demo: first the chain, which stores its progress, then the database in one transaction. */
export async function makeDemo({ db, reader, env, now, report }: DemoTask): Promise<SeedReport> {
  report("Moving two years of payments on the local chain");
  const relayer = privateKeyToAccount(env.relayerPrivateKey ?? demoAccounts.relayer.privateKey);
  const money = await moveDemoMoney({ chain: connectDemoChain(env.browserRpcUrl), reader, relayer, now });
  report("Writing accounts, payments and disputes");
  const { plan, wallets, merchants, observed, refunded, blockHistory } = money;
  const papers = await storePapers(createUploadStore(env.uploads), plan.disputes);
  await db.transaction(async (tx) => {
    const people = await writePeople(tx, plan.anchor, wallets);
    await writePayments(tx, { plan, wallets, merchants, observed, finalized: blockHistory.at(0)?.number ?? 0n }, people);
    await writeDisputes(tx, plan.disputes, people, papers);
    await writeRefunds(tx, plan.disputes, refunded, people);
    await writeRent(tx, now, people);
    await signTermsOf(tx, { people, merchants, consumer: "maya", merchant: "juniper", now });
    await signPayeeCards(tx, { people, merchants, now });
    const [maya, wallet] = [people.consumers.get("maya"), wallets.get("maya")];
    if (maya && wallet) await writeAutopay(tx, { reader, env, now, userId: maya.id, wallet });
    await placeCursor(tx, money.blockHistory, now);
  });
  return { isNew: true, payments: plan.payments.length, transfers: observed.length + refunded.length };
}

/**
 * Starts the watcher's cursor where the demo ends. A cursor that exists already is kept; the watcher then finds the demo's transfers in the
 * ledger.
 */
async function placeCursor(tx: Transaction, blockHistory: DemoMoney["blockHistory"], now: Date): Promise<void> {
  const { chainId } = networks.local;
  const [finalized, head] = [blockHistory.at(0), blockHistory.at(-1)];
  if (!finalized || !head) return;
  const cursor = { chainId, blockNumber: head.number, blockHash: head.hash, blockTime: head.time, updatedAt: now };
  const cursorFields = { keptNumber: head.number, keptTime: head.time };
  const final = { finalizedNumber: finalized.number, reconciledNumber: finalized.number };
  const placed = await tx
    .insert(chainCursors)
    .values({ ...cursor, ...cursorFields, ...final })
    .onConflictDoNothing()
    .returning({ chainId: chainCursors.chainId });
  if (placed.length > 0) await tx.insert(chainBlocks).values(blockHistory.map((block) => ({ chainId, ...block })));
}
