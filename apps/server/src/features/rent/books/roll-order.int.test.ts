import { type CountingDatabase, openCountingDatabase } from "@hearth/db/testing/counting-database";
import { makeMerchant } from "@hearth/db/testing/factories";
import { publicId } from "@hearth/domain/ids";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fillLeases } from "../../../testing/fill-leases.ts";
import { type Harness, startHarness } from "../../../testing/harness.ts";
import { ManualClock } from "../../../testing/manual-clock.ts";

const leases = 3_000;
const limit = 25;
/** Leases that one statement reads at most. */
const leasesAtOnce = 1_000;
/** The most rows that a step of a statement's plan may handle for each lease that the statement reads. */
const mostRowsPerLease = 2;
/** Properties among which a landlord's leases are divided. */
const properties = [1, 30, leases];

let harness: Harness;
let counting: CountingDatabase | undefined;
let sql: postgres.Sql;
/** Large landlords by their number of properties, with the ids of their leases in the rent roll's order. */
const landlords = new Map<number, { rent: ReturnType<Harness["caller"]>["rent"]; ids: string[] }>();

/** Statistics are of a day when another landlord had the only lease. The tests' server never analyzes by itself. */
beforeAll(async () => {
  harness = await startHarness({ clock: new ManualClock(new Date("2026-10-20T12:00:00Z")) });
  const { databaseUrl } = harness.deps.env;
  sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  const { merchant, owner } = await makeMerchant(harness.db);
  await fillLeases(sql, { merchantId: merchant.id, ownerId: owner.id, leases: 1, properties: 1 });
  await sql`analyze`;
  for (const count of properties) {
    const large = await makeMerchant(harness.db);
    await fillLeases(sql, { merchantId: large.merchant.id, ownerId: large.owner.id, leases, properties: count });
    const ordered = await sql<{ id: string }[]>`
      select l.id from leases l join units un on un.id = l.unit_id join properties pr on pr.id = un.property_id
      where l.merchant_id = ${large.merchant.id} order by search_text(pr.name), natural_key(un.name), l.id`;
    const ids = ordered.map(({ id }) => publicId("lease", id));
    landlords.set(count, { rent: harness.caller(await harness.signIn(large.owner.id)).rent, ids });
  }
});
afterAll(async () => {
  await sql.end();
  await counting?.close();
  await harness.close();
});

function landlordOf(count: number) {
  const landlord = landlords.get(count);
  if (landlord === undefined) throw new Error(`No landlord has ${count} properties`);
  return landlord;
}

/** Returns the most rows that a step handles, for each statement by which `read` lists leases or their figures. */
async function rowsHandled(read: () => Promise<unknown>): Promise<number[]> {
  if (counting === undefined) throw new Error("No database is counted");
  counting.statements.length = 0;
  await read();
  const sent = counting.statements.filter(({ query }) => /^\s*with/i.test(query));
  const largest: number[] = [];
  for (const statement of sent) largest.push(Math.max(...(await counting.steps(statement)).map(({ rows }) => rows)));
  return largest;
}

describe.each(["when the planner expects one lease", "with fresh statistics", "in generic plans"])("%s", (plans) => {
  beforeAll(async () => {
    if (plans === "with fresh statistics") await sql`analyze`;
    await counting?.close();
    counting = openCountingDatabase(harness.deps.env.databaseUrl, { isGeneric: plans === "in generic plans" });
    Object.assign(harness.deps, { db: counting.db });
  });

  describe.each(properties)(`a page of the rent roll of ${leases} leases in %i properties`, (count) => {
    it.each([
      ["first", 0],
      ["middle", leases / 2],
      ["last", leases - limit],
    ])("reads only its own leases: the %s page", async (_name, place) => {
      const { rent, ids } = landlordOf(count);
      const read = () => rent.roll({ period: "2026-10", limit, cursor: ids[place - 1] });
      expect((await read()).items.map(({ _id }) => _id)).toEqual(ids.slice(place, place + limit));
      const rows = await rowsHandled(read);
      expect(rows).toHaveLength(2);
      // One lease more tells whether there is a next page.
      expect(Math.max(...rows)).toBeLessThanOrEqual((limit + 1) * mostRowsPerLease);
    });

    it("reads at most 1,000 leases per statement when no lease has a part in the period", async () => {
      const { rent } = landlordOf(count);
      const rows = await rowsHandled(async () => expect(await rent.roll({ period: "2025" })).toEqual({ items: [], nextCursor: null }));
      expect(Math.max(...rows)).toBeLessThanOrEqual(leasesAtOnce * mostRowsPerLease);
    });

    it("reads each line's lease alone for an accounting file", async () => {
      const { rent } = landlordOf(count);
      const rows = await rowsHandled(() => rent.accountingFile({ period: "2026-10" }));
      expect(rows).toHaveLength(leases / leasesAtOnce);
      expect(Math.max(...rows)).toBeLessThanOrEqual(leasesAtOnce * mostRowsPerLease);
    });
  });
});
