import { expect, it } from "vitest";
import { z } from "zod";
import { sentenceOf } from "./plain-issue.ts";

const shape = z.strictObject({
  status: z.enum(["all", "open"]).optional(),
  kind: z.literal("external").optional(),
  name: z.string().min(1).max(40).optional(),
  code: z.string().regex(/^\d+$/).optional(),
  email: z.email("Please enter a valid email").optional(),
  limit: z.int().max(500).optional(),
  even: z.number().multipleOf(2).optional(),
  fresh: z.boolean().optional(),
  tags: z.array(z.string()).max(1).optional(),
  place: z.strictObject({ city: z.string() }).optional(),
  amount: z.union([z.string(), z.number()]).optional(),
});

it.each([
  [{ state: "x" }, "The field state is not known here"],
  [{ a: 1, b: 2 }, "The fields a, b are not known here"],
  [{ status: "closed" }, "Please send status as one of: all, open"],
  [{ kind: "smart" }, "Please send kind as external"],
  [{ name: 7 }, "Please send name as text"],
  [{ name: "" }, "Please send name with at least 1 character"],
  [{ name: "x".repeat(41) }, "Please send name with at most 40 characters"],
  [{ code: "x" }, "Please send a valid value for code"],
  [{ email: "x" }, "Please enter a valid email"],
  [{ email: 7 }, "Please enter a valid email"],
  [{ limit: 501 }, "Please send limit with at most the value 500"],
  [{ limit: 1.5 }, "Please send limit as a whole number"],
  [{ even: 3 }, "Please send even as a multiple of 2"],
  [{ fresh: "yes" }, "Please send fresh as true or false"],
  [{ tags: "x" }, "Please send tags as a list"],
  [{ tags: ["x", "y"] }, "Please send tags with at most 1 entry"],
  [{ place: {} }, "Please send place.city"],
  [{ amount: null }, "Please send a valid value for amount"],
  [[], "Please send the body as an object"],
])("says of %j: %s", (input, sentence) => {
  const [issue] = shape.safeParse(input).error?.issues ?? [];
  expect(issue && sentenceOf(issue)).toBe(sentence);
});
