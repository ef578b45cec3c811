import { sql } from "drizzle-orm";
import { customType, text, timestamp, uuid } from "drizzle-orm/pg-core";

/** Primary key: a UUIDv7, so keys sort by creation time. */
export const primaryId = () =>
  uuid("id")
    .primaryKey()
    .default(sql`uuidv7()`);

/** A timestamp with time zone: microseconds in the database, milliseconds in JavaScript. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });

/** Creation time of the row, by the application's clock if the use case sets it. */
export const createdAt = () => instant("created_at").notNull().defaultNow();

/** USDC base units (6 decimals) as bigint. Fits any amount that the token can hold. */
export const usdcUnits = customType<{ data: bigint; driverData: string }>({
  dataType: () => "numeric(78,0)",
  fromDriver: (value) => BigInt(value),
  toDriver: (value) => value.toString(),
});

export const blockNumber = customType<{ data: bigint; driverData: string }>({
  dataType: () => "bigint",
  fromDriver: (value) => BigInt(value),
  toDriver: (value) => value.toString(),
});

/** Hex with 0x: an address (checksummed), a hash or a signature. */
export const hex = (name: string) => text(name).$type<`0x${string}`>();
