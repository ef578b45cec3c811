import { z } from "zod";

/** What a field holds while it is typed: a text, whatever the call takes in its place. */
export const entered = z.string().transform((value): unknown => value);
