import { z } from "zod";

interface TextOptions {
  max: number;
  /** The message for an empty or missing text. If omitted, the text may be empty. */
  required?: string;
  /** Allows line breaks. */
  multiline?: boolean;
}

/**
 * Characters that change the reading direction of the text after them, even beyond its end. They can make a name or an amount read as
 * another.
 */
const turning = /[\u202a-\u202e\u2066-\u2069]/u;

/**
 * Zero-width characters that make two texts differ but look alike: spaces, joiners, direction marks, soft hyphens, fillers. Joiners are
 * allowed where they are visible: after a letter of a joining script, and within an emoji.
 */
const zeroWidth =
  /\u034f|\u17b4|\u17b5|[\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u2060-\u2064\u3164\ufeff\uffa0]|(?<![\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}]|\ufe0f)[\u200c\u200d]/u;

/** Invisible characters. A text made only of these is blank. */
const invisible = /[\p{Cf}\p{Z}]/gu;

/**
 * Validates people's text: well-formed Unicode in NFC, trimmed, without NUL or control characters. Line breaks need `multiline`. Characters
 * that change the reading direction are refused; so are zero-width ones in a single line. Length is counted in code points. The limits also
 * appear in generated JSON Schema.
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

/** Titles that people write without a space after their dot, as in `St.John`. */
const titles = /(?<!\p{L})(?:St|Ste|Mt|Dr|Mr|Mrs|Ms|Prof|Rev|Fr|Hon|Sr|Jr)\.(?=\p{Lu}\p{Ll})/gu;

/** An address with a scheme, with `www.`, or with a path after the host. */
const link = /:\/\/|(?<![\p{L}\p{N}])www\.|\.\p{L}{2,}\//iu;
/** A host, which mail programs turn into a link. Not the initial of `J.Smith`. */
const host = /[\p{L}\p{N}-]{2}\.\p{L}{2}|(?<![\p{L}\p{N}.])[\p{L}\p{N}]\.\p{Ll}{2}/u;

const webAddressRefusal = "Please enter a name without a web address";

/** Maps letters and dots that browsers and mail programs read as plain ones. */
const plain = (value: string) => value.normalize("NFKC").replaceAll("。", ".");

/** A person's name. Refuses web addresses, because mails greet people by their names and mail programs turn addresses into links. */
export function personName(options: { required: string; max: number }) {
  return text(options).refine((value) => !link.test(plain(value)) && !host.test(plain(value).replace(titles, "")), webAddressRefusal);
}

/** The name of a person or business, as its landlord writes it. Refuses links, and allows `Apartments.com LLC`. */
export function partyName(options: { required: string; max: number }) {
  return text(options).refine((value) => !link.test(plain(value)), webAddressRefusal);
}

const emailShape = z.email();

/** An email address, lower-cased. A malformed address and an empty one have separate messages. */
export function email(options: { required: string; max: number }) {
  return textOf(options, "email")
    .transform((value) => value.toLowerCase())
    .superRefine((value, context) => {
      if (value.length > 0 && !emailShape.safeParse(value).success) {
        context.addIssue({ code: "custom", message: "Please enter a valid email address" });
      }
    });
}

/** A whole number, as sent or as typed in decimal digits. Refuses everything else, such as empty text, null and `0x10`. */
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
