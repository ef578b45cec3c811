import { z } from "zod";

/** Schema of a typed field: accepts a text, and passes it to the schema of the API's field. */
export const entered = z.string().transform((value): unknown => value);
