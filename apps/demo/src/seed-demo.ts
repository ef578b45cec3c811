import { type ChainReader, createChainReader } from "@hearth/chain/chain-reader";
import { networks } from "@hearth/chain/networks";
import { connectDatabase, type Database } from "@hearth/db/client";
import { transfers } from "@hearth/db/schema/transfers";
import { users } from "@hearth/db/schema/users";
import { desc, eq, isNotNull } from "drizzle-orm";
import type { Env } from "@hearth/server/env";
import { DemoImpossible } from "./demo-impossible.ts";
import type { SeedReport } from "./make-demo.ts";

/** The account whose existence shows that the demo was seeded. */
const tenantEmail = "tenant@hearth.test";

/**
 * Fills an empty database and the local chain with two years of rents and bills before `now`. Does nothing if they exist already. The
 * database is filled in one transaction, so that an interrupted run can be repeated. @throws DemoImpossible on another network, or if
 * database and chain do not belong together.
 */
export async function seedDemo(env: Env, now: Date, report: (sentence: string) => void = () => {}): Promise<SeedReport> {
  if (env.network !== "local") throw new DemoImpossible("Demo data can only be made on the local network. Set NETWORK=local, or omit it.");
  const { db, close } = connectDatabase(env.databaseUrl);
  const reader = createChainReader({ network: networks.local, rpcUrl: env.browserRpcUrl, timeoutMs: 30_000 });
  try {
    if (await hasDemo(db)) return await checkChain(db, reader);
    const { makeDemo } = await import("./make-demo.ts"); // not needed on most starts, and slow to load
    return await makeDemo({ db, reader, env, now, report });
  } finally {
    await close();
  }
}

async function hasDemo(db: Database): Promise<boolean> {
  return (await db.$count(users, eq(users.email, tenantEmail))) > 0;
}

/** Checks that the newest final transfer is on the chain. Otherwise every payment would stop later, so fail now. */
async function checkChain(db: Database, reader: ChainReader): Promise<SeedReport> {
  const [final] = await db.select().from(transfers).where(isNotNull(transfers.finalAt)).orderBy(desc(transfers.blockNumber)).limit(1);
  if (final && (await reader.block(final.blockNumber))?.hash !== final.blockHash) {
    throw new DemoImpossible(
      "The database has demo data, but it was made with another local chain. Run `npm start -- --reset` to start again.",
    );
  }
  return { isNew: false, payments: 0, transfers: 0 };
}
