import { z } from "zod";
import { limits } from "./limits.ts";

const limit = z.int().min(1).max(limits.listMax).default(limits.listDefault);
/** The direction that tRPC's infinite queries send. Only `forward` is supported. */
const direction = z.literal("forward", "Lists go forward only").optional();

function pageFrom(cursor: RegExp) {
  return { limit, cursor: z.string().regex(cursor, "This cursor is not valid").optional(), direction };
}

/** A page of a list, newest first. The cursor is a timestamp that the database can hold and the last row's public id. */
export const pageShape = pageFrom(/^[12]\d{3}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z_[a-z]{3}_[0-9a-z]{26}$/);

/** Sort orders of a list of payments or disputes, by date or by amount. */
export const listOrders = ["newest", "oldest", "largest", "smallest"] as const;
export type ListOrder = (typeof listOrders)[number];

/** A page of such a list in any sort order. Ordered by amount, the cursor holds cents and the last row's public id. */
export const orderedPageShape = {
  ...pageFrom(/^([12]\d{3}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z|\d{1,7})_[a-z]{3}_[0-9a-z]{26}$/),
  order: z.enum(listOrders, { error: "This order is not known" }).default("newest"),
};

/** A page of a list ordered by name. The cursor is the last row's name in base64url and its public id. */
export const namedPageShape = pageFrom(/^[\w-]{1,640}\.[a-z]{3}_[0-9a-z]{26}$/);

/** A page of a list ordered by a running number, highest first. The cursor is such a number, and the page starts below it. */
export const numberedPageShape = pageFrom(/^[1-9]\d{0,14}$/);
