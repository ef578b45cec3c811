import { centsToUsdcUnits } from "@hearth/domain/money";
import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

// A literal instead of a parameter, so that the expression is identical wherever a query repeats it.
const unitsPerCent = sql.raw(String(centsToUsdcUnits(1)));

/** Converts an expression in whole cents to USDC base units, like the domain's `centsToUsdcUnits`. */
export function unitsOfCents(cents: SQLWrapper): SQL {
  return sql`(${cents}::numeric * ${unitsPerCent})`;
}

/** Converts an expression in USDC base units to whole cents, rounding down, like the domain's `usdcUnitsToWholeCents`. */
export function wholeCentsOfUnits(units: SQLWrapper): SQL {
  return sql`trunc(${units}::numeric / ${unitsPerCent})`;
}

/** Converts an expression in USDC base units to cents, or to null if they are not whole cents, like the domain's `usdcUnitsToCents`. */
export function centsOfUnits(units: SQLWrapper): SQL {
  return sql`(case when mod(${units}::numeric, ${unitsPerCent}) = 0 then ${units}::numeric / ${unitsPerCent} end)`;
}
