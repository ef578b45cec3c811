import { z } from "zod";

/**
 * One policy for people's text at the boundary: well-formed Unicode in NFC, trimmed, without NUL or control characters
 * (line breaks only where `multiline`), its length counted by code point.
 */
export function text(options: { max: number; required?: string; multiline?: boolean }) {
  const forbidden = options.multiline ? /[\p{Cc}\p{Cs}]/u : /[\p{Cc}\p{Cs}\u2028\u2029]/u;
  return z
    .string({ error: options.required })
    .transform((value) => value.normalize("NFC").trim())
    .superRefine((value, context) => {
      const add = (message: string) => context.addIssue({ code: "custom", message });
      if (options.required !== undefined && value.length === 0) return add(options.required);
      if ([...value].length > options.max) add(`Please use at most ${options.max} characters`);
      const body = options.multiline ? value.replace(/[\r\n\t]/g, "") : value;
      if (forbidden.test(body)) add("Please remove the characters that cannot be shown");
    });
}

const emailShape = z.email();

/** An e-mail address, lower-cased; a wrong shape and an empty one have their own sentences. */
export function email(options: { required: string; max: number }) {
  return text({ max: options.max, required: options.required })
    .transform((value) => value.toLowerCase())
    .superRefine((value, context) => {
      if (value.length > 0 && !emailShape.safeParse(value).success) {
        context.addIssue({ code: "custom", message: "Please enter a valid email address" });
      }
    });
}
