import { publicId } from "@hearth/domain/ids";
import { wireAmount } from "@hearth/domain/money";
import { z } from "zod";
import type { Deps } from "../../../deps.ts";
import { listDue, sumUpDue } from "./due-rent.repo.ts";

/** What of a merchant's leases was due by today and is open: how many run or still owe, how many of them owe, how much in dollars, and who the longest. */
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
      /** In dollars; what is charged ahead of its day is not among it. */
      due: z.number(),
      /** The day of the oldest. */
      dueOn: z.string(),
      daysLate: z.number().int(),
      /** Whether a tenant has signed for rent that is to come. */
      autopay: z.boolean(),
    }),
  ),
});

/** Null for a merchant without a lease that has begun. Two statements. */
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
