import { publicId } from "@hearth/domain/ids";
import { wireAmount } from "@hearth/domain/money";
import { z } from "zod";
import type { Deps } from "../../../deps.ts";
import { listDue, sumUpDue } from "./due-rent.repo.ts";

/**
 * Open rent of a merchant that was due by today, in dollars: leases that run or still owe, leases that owe, the sum, and those that have owed longest. Unlike past
 * due, it counts what is due today, and money that arrived only once it is allocated.
 */
export const dueRentView = z.strictObject({
  leases: z.number().int(),
  owing: z.number().int(),
  due: z.number(),
  items: z.array(
    z.strictObject({
      _id: z.string(),
      property: z.string(),
      unit: z.string(),
      tenants: z.string().array(),
      /** In dollars, without charges whose due day is still to come. */
      due: z.number(),
      /** The due day of the oldest open charge. */
      dueOn: z.string(),
      daysLate: z.number().int(),
      /** True when a tenant has signed scheduled payments for rent to come. */
      autopay: z.boolean(),
    }),
  ),
});

/** Reads the open rent of a merchant. Null for a merchant without a lease that has begun. Two statements. */
export async function readDueRent({ db, clock }: Deps, merchantId: string, limit: number): Promise<z.infer<typeof dueRentView> | null> {
  const now = clock.now();
  const [{ leases, owing, cents }, rows] = await Promise.all([sumUpDue(db, merchantId, now), listDue(db, merchantId, now, limit)]);
  if (leases === 0) return null;
  const items = rows.map(({ id, property, unit, tenants, dueCents, dueOn, daysLate, hasAutopay }) => ({
    _id: publicId("lease", id),
    property,
    unit,
    tenants,
    due: wireAmount(dueCents),
    dueOn,
    daysLate,
    autopay: hasAutopay,
  }));
  return { leases, owing, due: wireAmount(cents), items };
}
