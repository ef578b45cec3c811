import { sql } from "drizzle-orm";
import { customType, text, timestamp, uuid } from "drizzle-orm/pg-core";

/** A row's key: a UUIDv7, so that keys sort by time of making. */
export const primaryId = () =>
  uuid("id")
    .primaryKey()
    .default(sql`uuidv7()`);

/** An instant with time zone, to the microsecond in the database and to the millisecond here. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });

/** When the row was made, by the product's clock where the use case gives it. */
export const createdAt = () => instant("created_at").notNull().defaultNow();

/** USDC base units (6 decimals) as bigint; any amount the token can hold fits. */
export const usdcUnits = customType<{ data: bigint; driverData: string }>({
  dataType: () => "numeric(78,0)",
  fromDriver: (value) => BigInt(value),
  toDriver: (value) => value.toString(),
});

/** A block's height. */
export const blockNumber = customType<{ data: bigint; driverData: string }>({
  dataType: () => "bigint",
  fromDriver: (value) => BigInt(value),
  toDriver: (value) => value.toString(),
});

/** Hex with 0x: an address (checksummed), a hash or a signature. */
export const hex = (name: string) => text(name).$type<`0x${string}`>();
