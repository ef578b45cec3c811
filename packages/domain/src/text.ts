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

/**
 * What takes no room and only makes two texts differ that look alike: zero-width spaces and joiners, marks of direction, soft hyphens, fillers.
 * The joiners stay where they shape what is seen: after a letter of a script that joins, and within an emoji.
 */
const zeroWidth =
  /\u034f|\u17b4|\u17b5|[\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u2060-\u2064\u3164\ufeff\uffa0]|(?<![\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}]|\ufe0f)[\u200c\u200d]/u;

/** What nobody can see; a text of nothing else is blank. */
const invisible = /[\p{Cf}\p{Z}]/gu;

/**
 * One policy for people's text at the boundary: well-formed Unicode in NFC, trimmed, without NUL, control characters (line breaks only where
 * `multiline`), marks that turn the direction of reading or, in one line, what takes no room; its length counted by code point. What describes a schema in JSON learns the limits too.
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
      if (forbidden.test(body) || turning.test(body) || (!options.multiline && zeroWidth.test(body)))
        add("Please remove the characters that cannot be shown");
    });
}

const emailShape = z.email();

/** An email address, lower-cased; a wrong shape and an empty one have their own sentences. */
export function email(options: { required: string; max: number }) {
  return textOf(options, "email")
    .transform((value) => value.toLowerCase())
    .superRefine((value, context) => {
      if (value.length > 0 && !emailShape.safeParse(value).success) {
        context.addIssue({ code: "custom", message: "Please enter a valid email address" });
      }
    });
}

/** A whole number as sent, or as typed in decimal digits. Nothing else is read as one: no empty text, no null, and no `0x10`. */
export const wholeNumber = (min: number, max: number, message: string) =>
  z
    .union(
      [
        z.number(),
        z
          .string()
          .regex(/^\d{1,4}$/, message)
          .transform(Number),
      ],
      { error: message },
    )
    .refine((value) => Number.isInteger(value) && value >= min && value <= max, message);
