import type { Collected } from "@hearth/db/schema/month-closes";
import { publicId } from "@hearth/domain/ids";
import { wireAmount } from "@hearth/domain/money";
import { daysOfPeriod } from "@hearth/domain/rent/book-period";
import { monthName } from "@hearth/domain/time";
import { z } from "zod";
import type { Deps } from "../../../deps.ts";
import type { Actor } from "../../../trpc/context.ts";
import { inSlices } from "../../../in-slices.ts";
import { requireOwnMerchant } from "../../businesses/own-merchant.ts";
import { listCollected } from "../books/months.repo.ts";
import { nothingCollected, sumCollected } from "../books/rent-roll.repo.ts";
import { readDeskFigures } from "./desk.repo.ts";

const count = z.number().int();
const place = { _id: z.string(), property: z.string(), unit: z.string() };
const aged = z.strictObject({ leases: count, amount: z.number() });

const collected = z.strictObject({ billed: z.number(), paid: z.number(), throughHearth: z.number(), recorded: z.number() });

/** The landlord's desk: the month's collection and what waits to be done, in dollars. */
export const deskView = z.strictObject({
  /** The month in the merchant's time zone. */
  month: z.string(),
  /** Rent and fees billed for the month, and money received in it, as the rent roll counts both. Deposits are left out. */
  collected,
  /** Open charges due before today, by their age in days: 1 to 30, 31 to 60, and more. A lease can have amounts of each age. `balance`: everything open. */
  pastDue: z.strictObject({ amount: z.number(), leases: count, balance: z.number(), days30: aged, days60: aged, over60: aged }),
  /** Units without a lease today. */
  vacant: z.strictObject({ count, items: z.strictObject(place).array() }),
  /** Leases that end within 60 days and that no other lease of their unit follows. The id is the lease's. */
  ending: z.strictObject({ count, items: z.strictObject({ ...place, tenants: z.string().array(), endsOn: z.string() }).array() }),
  /** Leases that are over with a deposit or prepaid rent left to return. The deposit is less what is owed besides it; `amount` includes both. */
  giveBack: z.strictObject({
    count,
    amount: z.number(),
    items: z.strictObject({ ...place, tenants: z.string().array(), amount: z.number(), what: z.enum(["deposit", "prepaid"]) }).array(),
  }),
});

/**
 * Reads the merchant's desk. Two statements: the rows of its leases with their tasks, and the lines of the month in its books. The last
 * reads them from one piece of an index.
 */
export async function readDesk(deps: Deps, actor: Actor): Promise<z.infer<typeof deskView>> {
  const { id: merchantId, timeZone } = await requireOwnMerchant(deps, actor);
  const now = deps.clock.now();
  const month = monthName(now, timeZone);
  const [figures, sums] = await Promise.all([
    readDeskFigures(deps.db, merchantId, now),
    sumCollected(deps.db, { merchantId, ...daysOfPeriod(month) }),
  ]);
  const { vacant, ending, giveBack } = figures;
  return {
    month,
    collected: viewCollected(sums.get(month) ?? nothingCollected),
    pastDue: {
      amount: wireAmount(figures.lateCents),
      leases: figures.pastDueLeases,
      balance: wireAmount(figures.owedCents),
      days30: { leases: figures.leases30, amount: wireAmount(figures.late30Cents) },
      days60: { leases: figures.leases60, amount: wireAmount(figures.late60Cents) },
      over60: { leases: figures.leasesOver60, amount: wireAmount(figures.lateOver60Cents) },
    },
    vacant: { count: vacant.count, items: vacant.items.map(({ id, property, unit }) => ({ _id: publicId("unit", id), property, unit })) },
    ending: { count: ending.count, items: ending.items.map(({ id, ...lease }) => ({ _id: publicId("lease", id), ...lease })) },
    giveBack: {
      count: giveBack.count,
      amount: wireAmount(giveBack.cents),
      items: giveBack.items.map(({ id, cents, isDeposit, ...lease }) => ({
        _id: publicId("lease", id),
        ...lease,
        amount: wireAmount(cents),
        what: isDeposit ? "deposit" : "prepaid",
      })),
    },
  };
}

function viewCollected({ billedCents, throughHearthCents, recordedCents }: Collected): z.infer<typeof collected> {
  return {
    billed: wireAmount(billedCents),
    paid: wireAmount(throughHearthCents + recordedCents),
    throughHearth: wireAmount(throughHearthCents),
    recorded: wireAmount(recordedCents),
  };
}

/** Sums billed and received in each of the last twelve months, oldest first, as the rent roll counts both. */
export const collectedMonthsView = collected.extend({ month: z.string() }).array();

/**
 * Reads what was billed and received in the last twelve months, the current one included, in the merchant's time zone. A
 * closed month has its sums. Of the others, two statements each read the lines of six months of all leases from one piece of an index: a year's lines of 50,000
 * leases take seconds.
 */
export async function readCollectedMonths(deps: Deps, actor: Actor): Promise<z.infer<typeof collectedMonthsView>> {
  const { id: merchantId, timeZone } = await requireOwnMerchant(deps, actor);
  const now = deps.clock.now();
  const months = Array.from({ length: 12 }, (_, index) => monthName(now, timeZone, index - 11));
  const closed = await listCollected(deps.db, merchantId, daysOfPeriod(months[0] ?? "").from);
  const open = new Map<string, Collected>();
  for await (const half of inSlices(months, 6)) {
    const [first, ...others] = half.filter((month) => !closed.has(month));
    if (first === undefined) continue;
    const period = { merchantId, from: daysOfPeriod(first).from, to: daysOfPeriod(others.at(-1) ?? first).to };
    for (const [month, collected] of await sumCollected(deps.db, period)) open.set(month, collected);
  }
  return months.map((month) => ({
    month,
    ...viewCollected(closed.get(month) ?? open.get(month) ?? nothingCollected),
  }));
}
