import { z } from "zod";
import { limits } from "./limits.ts";

const limit = z.int().min(1).max(limits.listMax).default(limits.listDefault);
/** tRPC's infinite queries say which way they go; there is one way, and another one is refused. */
const direction = z.literal("forward", "Lists go forward only").optional();

function pageFrom(cursor: RegExp) {
  return { limit, cursor: z.string().regex(cursor, "This cursor is not valid").optional(), direction };
}

/** One page of a list, newest first. It goes on at a cursor: a moment that a database can hold, and the last row's public id. */
export const pageShape = pageFrom(/^[12]\d{3}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z_[a-z]{3}_[0-9a-z]{26}$/);

/** Which end of a list of payments comes first: by their dates, or by their amounts. */
export const listOrders = ["newest", "oldest", "largest", "smallest"] as const;
export type ListOrder = (typeof listOrders)[number];

/** A page of a list of payments that can be read from either end; by amount it goes on at one in cents, and the last row's public id. */
export const orderedPageShape = {
  ...pageFrom(/^([12]\d{3}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z|\d{3,7})_[a-z]{3}_[0-9a-z]{26}$/),
  order: z.enum(listOrders, { error: "This order is not known" }).default("newest"),
};

/** One page of a list that is ordered by name. It goes on at a cursor: the last row's name, in base64url, and public id. */
export const namedPageShape = pageFrom(/^[\w-]{1,640}\.[a-z]{3}_[0-9a-z]{26}$/);

/** One page of a list that is ordered by a running number, the highest first. It goes on before a cursor: such a number. */
export const numberedPageShape = pageFrom(/^[1-9]\d{0,14}$/);
