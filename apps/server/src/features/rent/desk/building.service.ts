import { parsePublicId, publicId } from "@hearth/domain/ids";
import { wireAmount } from "@hearth/domain/money";
import { daysOfPeriod } from "@hearth/domain/rent/book-period";
import { monthStateOf, monthStates } from "@hearth/domain/rent/owed";
import { monthName } from "@hearth/domain/time";
import { z } from "zod";
import type { Deps } from "../../../deps.ts";
import type { Actor } from "../../../trpc/context.ts";
import { requireOwnMerchant } from "../../businesses/own-merchant.ts";
import { type BuildingRow, listBuilding } from "../rows/properties.repo.ts";

/** Units of one answer. */
const mostUnits = 1_000;

const buildingUnit = z.strictObject({
  _id: z.string(),
  name: z.string(),
  /** The lease that runs today, with the state of its bills of the month. Null for a vacant unit. In dollars. */
  lease: z
    .strictObject({
      _id: z.string(),
      tenants: z.string().array(),
      rent: z.number(),
      state: z.enum(monthStates),
      pastDue: z.number(),
      balance: z.number(),
      /** Rent of the month, and the part of it that is paid. */
      billed: z.number(),
      paid: z.number(),
      /** The due day of the oldest open charge. */
      dueOn: z.string().nullable(),
      /** True while a payment for the lease waits for its confirmations. */
      arriving: z.boolean(),
      /** Hash of the newest transaction that paid rent of the month, from which its seal is drawn. Null where none did. */
      hash: z.string().nullable(),
    })
    .nullable(),
});

/** The units of a merchant by property, in natural order, as they are in a month of its time zone. */
export const buildingView = z.strictObject({
  month: z.string(),
  properties: z.strictObject({ _id: z.string(), name: z.string(), units: buildingUnit.array() }).array(),
  /** Number of further units. */
  more: z.number().int(),
});

/** Reads the first thousand units of the merchant, or of one property, each with the state of this month's bills. One statement. */
export async function readBuilding(
  deps: Deps,
  actor: Actor,
  { propertyId }: { propertyId?: string | undefined },
): Promise<z.infer<typeof buildingView>> {
  const { id: merchantId, timeZone } = await requireOwnMerchant(deps, actor);
  const now = deps.clock.now();
  const month = monthName(now, timeZone);
  const property = propertyId === undefined ? undefined : parsePublicId("property", propertyId);
  if (property === null) return { month, properties: [], more: 0 };
  const rows = await listBuilding(deps.db, { merchantId, propertyId: property, month: daysOfPeriod(month), limit: mostUnits, now });
  const properties = [...Map.groupBy(rows, ({ propertyId: id }) => id)].map(([id, units]) => ({
    _id: publicId("property", id),
    name: units[0]?.property ?? "",
    units: units.map(viewUnit),
  }));
  return { month, properties, more: (rows[0]?.count ?? 0) - rows.length };
}

function viewUnit(row: BuildingRow): z.infer<typeof buildingUnit> {
  const { id, name, leaseId, tenants, rentCents, lateCents, owedCents, billedRentCents, paidRentCents, dueOn, isArriving, txHash } = row;
  const money = {
    pastDue: wireAmount(lateCents),
    balance: wireAmount(owedCents),
    billed: wireAmount(billedRentCents),
    paid: wireAmount(paidRentCents),
    dueOn,
    arriving: isArriving,
    hash: txHash,
  };
  const lease = leaseId && { _id: publicId("lease", leaseId), tenants, rent: wireAmount(rentCents), state: monthStateOf(row), ...money };
  return { _id: publicId("unit", id), name, lease: lease || null };
}
