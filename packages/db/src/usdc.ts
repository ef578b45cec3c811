import { centsToUsdcUnits } from "@hearth/domain/money";
import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

// A literal and no parameter, so that an expression with it is the same one wherever a query repeats it.
const unitsPerCent = sql.raw(String(centsToUsdcUnits(1)));

/** An expression of whole cents as USDC base units, as `centsToUsdcUnits` of the domain converts them. */
export function unitsOfCents(cents: SQLWrapper): SQL {
  return sql`(${cents}::numeric * ${unitsPerCent})`;
}

/** An expression of USDC base units as cents, the part of a cent left out, as `usdcUnitsToWholeCents` of the domain converts them. */
export function wholeCentsOfUnits(units: SQLWrapper): SQL {
  return sql`trunc(${units}::numeric / ${unitsPerCent})`;
}

/** An expression of USDC base units as cents, null where they are not whole ones, as `usdcUnitsToCents` of the domain converts them. */
export function centsOfUnits(units: SQLWrapper): SQL {
  return sql`(case when mod(${units}::numeric, ${unitsPerCent}) = 0 then ${units}::numeric / ${unitsPerCent} end)`;
}
