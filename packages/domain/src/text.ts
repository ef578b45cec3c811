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
 * Characters without a shape, which make two texts differ but look alike: spaces, joiners, direction marks, fillers, tags, variation
 * selectors. Unicode's property lists nearly all of them. Blank braille and the annotation marks are not in it.
 */
const unseen = /[\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb]/u;

/**
 * Characters of `unseen` that change what is seen. Joiners do after a letter of a joining script and within an emoji. Variation selectors do
 * after an emoji, a Han or a Mongolian character. Tags do in the flags of England, Scotland and Wales.
 */
const seenInContext = new RegExp(
  [
    String.raw`(?<=[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}])[\u200c\u200d]`,
    String.raw`(?<=\p{Extended_Pictographic})[\ufe0e\ufe0f]|(?<=[0-9#*])\ufe0f(?=\u20e3)`,
    String.raw`(?<=\p{Script=Han})[\ufe00-\ufe02\u{e0100}-\u{e01ef}]|(?<=\p{Script=Mongolian})[\u180b-\u180d\u180f]`,
    String.raw`(?<=\u{1f3f4})\u{e0067}\u{e0062}(?:\u{e0065}\u{e006e}\u{e0067}|\u{e0073}\u{e0063}\u{e0074}|\u{e0077}\u{e006c}\u{e0073})\u{e007f}`,
  ].join("|"),
  "gu",
);

/**
 * More combining marks in a row than any script uses (Unicode's stream-safe format, UAX 15, allows 30). Normalising a row takes time that grows
 * with the square of its length.
 */
const stackedMarks = /\p{M}{31}/u;

export const cannotBeShown = "Please remove the characters that cannot be shown";

/** Characters of which a text is blank if it has no others. */
const blank = /[\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/**
 * Validates people's text: well-formed Unicode in NFC, trimmed, without NUL or control characters. Line breaks need `multiline`. Characters
 * that change the reading direction are refused; so are unseen ones in a single line. Length is counted in code points. The limits also
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
    .transform((value, context) => {
      if (!stackedMarks.test(value)) return value.normalize("NFC").trim();
      context.addIssue({ code: "custom", message: cannotBeShown });
      return z.NEVER;
    })
    .superRefine((value, context) => {
      const add = (message: string) => context.addIssue({ code: "custom", message });
      if (options.required !== undefined && value.replace(blank, "").length === 0) return add(options.required);
      if ([...value].length > options.max) add(`Please use at most ${options.max} characters`);
      const body = options.multiline ? value.replace(/[\r\n\t]/g, "") : value;
      if (forbidden.test(body) || turning.test(body) || (!options.multiline && unseen.test(body.replace(seenInContext, ""))))
        add(cannotBeShown);
    });
}

/** Titles that people write without a space after their dot, as in `St.John`. */
const titles = /(?<!\p{L})(?:St|Ste|Mt|Dr|Mr|Mrs|Ms|Prof|Rev|Fr|Hon|Sr|Jr)\.(?=\p{Lu}\p{Ll})/gu;

/** An address with a scheme, with `www.`, or with a path after the host. */
const link = /:\/\/|(?<![\p{L}\p{N}])www\.|\.\p{L}{2,}\//iu;
/** A host, which mail programs turn into a link. Not the initial of `J.Smith`. */
const host = /[\p{L}\p{N}-]{2}\.\p{L}{2}|(?<![\p{L}\p{N}.])[\p{L}\p{N}]\.\p{Ll}{2}/u;

const webAddressRefusal = "Enter a name without a web address";

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

/** A scheme's end, and a dot between the labels of a host. Browsers read the other dots as plain ones. */
const linkJoint = /:(?=\/\/)|(?<=[\p{L}\p{N}-])[.。．｡](?=\p{L})/gu;
const wholeEmail = /^[^\s@/:]+@[^\s@/:]+$/;

/**
 * Breaks web addresses in people's text with zero-width spaces, so that no mail program turns them into links. Email addresses stay whole, and
 * nothing looks different.
 */
export function unlinked(value: string): string {
  return value.replace(/\S+/gu, (word) => (wholeEmail.test(word) ? word : word.replace(linkJoint, "$&\u200b")));
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
