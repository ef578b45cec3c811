import { type ChainReader, createChainReader } from "@hearth/chain/chain-reader";
import { networks } from "@hearth/chain/networks";
import { connectDatabase, type Database } from "@hearth/db/client";
import { transfers } from "@hearth/db/schema/transfers";
import { users } from "@hearth/db/schema/users";
import { desc, eq, isNotNull } from "drizzle-orm";
import type { Env } from "@hearth/server/env";
import { DemoImpossible } from "./demo-impossible.ts";
import type { SeedReport } from "./make-demo.ts";

/** Whoever asks for the demo asks for this account. */
const tenantEmail = "tenant@hearth.test";

/**
 * Fills an empty database and the local chain with two years of a small town's rents and bills, told back from `now`. Does nothing when
 * they are there. The database gets everything in one transaction, so that an interrupted run is simply repeated.
 * @throws DemoImpossible on another network, or where database and chain do not belong together.
 */
export async function seedDemo(env: Env, now: Date, tell: (sentence: string) => void = () => {}): Promise<SeedReport> {
  if (env.network !== "local") throw new DemoImpossible("Demo data is made on the local network only. Set NETWORK=local, or leave it out.");
  const { db, close } = connectDatabase(env.databaseUrl);
  const reader = createChainReader({ network: networks.local, rpcUrl: env.browserRpcUrl, timeoutMs: 30_000 });
  try {
    if (await hasDemo(db)) return await checkChain(db, reader);
    const { makeDemo } = await import("./make-demo.ts"); // not needed on most starts, and slow to load
    return await makeDemo({ db, reader, env, now, tell });
  } finally {
    await close();
  }
}

async function hasDemo(db: Database): Promise<boolean> {
  return (await db.$count(users, eq(users.email, tenantEmail))) > 0;
}

/** A ledger whose newest final transfer is on no chain would stop every payment; better said now. */
async function checkChain(db: Database, reader: ChainReader): Promise<SeedReport> {
  const [final] = await db.select().from(transfers).where(isNotNull(transfers.finalAt)).orderBy(desc(transfers.blockNumber)).limit(1);
  if (final && (await reader.block(final.blockNumber))?.hash !== final.blockHash) {
    throw new DemoImpossible(
      "The database has demo data, but the local chain is another one than it was made with. Run `npm start -- --reset` to begin afresh.",
    );
  }
  return { isNew: false, payments: 0, transfers: 0 };
}
