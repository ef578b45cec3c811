import { z } from "zod";

interface TextOptions {
  max: number;
  /** The sentence for one that is empty or missing; where left out, it may be empty. */
  required?: string;
  /** Whether it may have line breaks. */
  multiline?: boolean;
}

/** Marks that turn the direction of whatever comes behind them, beyond the text too: with them a name or an amount reads as another. */
const turning = /[\u202a-\u202e\u2066-\u2069]/u;

/** What nobody can see; a text of nothing else is blank. */
const invisible = /[\p{Cf}\p{Z}]/gu;

/**
 * One policy for people's text at the boundary: well-formed Unicode in NFC, trimmed, without NUL, control characters (line breaks only where
 * `multiline`) or marks that turn the direction of reading, its length counted by code point. What describes a schema in JSON learns the limits too.
 */
export function text(options: TextOptions) {
  return textOf(options);
}

function textOf(options: TextOptions, format?: "email") {
  const forbidden = options.multiline ? /[\p{Cc}\p{Cs}]/u : /[\p{Cc}\p{Cs}\u2028\u2029]/u;
  return z
    .string({ error: options.required })
    .meta({ ...(options.required !== undefined && { minLength: 1 }), maxLength: options.max, ...(format && { format }) })
    .transform((value) => value.normalize("NFC").trim())
    .superRefine((value, context) => {
      const add = (message: string) => context.addIssue({ code: "custom", message });
      if (options.required !== undefined && value.replace(invisible, "").length === 0) return add(options.required);
      if ([...value].length > options.max) add(`Please use at most ${options.max} characters`);
      const body = options.multiline ? value.replace(/[\r\n\t]/g, "") : value;
      if (forbidden.test(body) || turning.test(body)) add("Please remove the characters that cannot be shown");
    });
}

const emailShape = z.email();

/** An e-mail address, lower-cased; a wrong shape and an empty one have their own sentences. */
export function email(options: { required: string; max: number }) {
  return textOf(options, "email")
    .transform((value) => value.toLowerCase())
    .superRefine((value, context) => {
      if (value.length > 0 && !emailShape.safeParse(value).success) {
        context.addIssue({ code: "custom", message: "Please enter a valid email address" });
      }
    });
}
