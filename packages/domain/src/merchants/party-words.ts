import type { BusinessType } from "./business-types.ts";

/** Rewrites one of the product's own sentences in a business's vocabulary. Not for text that people wrote, such as names and notes. */
export type Reword = (sentence: string) => string;

const homes: readonly (BusinessType | undefined)[] = ["apartment", "real_estate"];

/** Replacements for businesses that do not let homes. */
const otherWords: Readonly<Record<string, string>> = { tenant: "customer", lease: "agreement", landlord: "merchant" };

/** Includes the article, which may change with the word. The phrase "tenants and customers" becomes "customers". */
const parties = /\b(?:(an?) )?(?:(tenant)s and customers|(tenant|lease|landlord)(s?))\b/gi;

/** True if a business lets homes, and so has tenants with leases. An unknown type counts as one that does. */
export function letsHomes(type: BusinessType | undefined): boolean {
  return type === undefined || homes.includes(type);
}

/**
 * Returns the function that rewrites sentences for a business. Sentences are written for landlords; a business that lets no homes reads
 * customer, agreement and merchant for tenant, lease and landlord. Insert people's own text after rewriting, so that a property called
 * "Lease Tower" keeps its name.
 */
export function wordingFor(type: BusinessType | undefined): Reword {
  return letsHomes(type) ? keepSentence : rewordSentence;
}

const keepSentence: Reword = (sentence) => sentence;

const rewordSentence: Reword = (sentence) =>
  sentence.replace(
    parties,
    (_, article: string | undefined, both: string | undefined, one: string | undefined, plural: string | undefined) => {
      const original = both ?? one ?? "";
      const replacement = otherWords[original.toLowerCase()] ?? original;
      const cased = original === original.toLowerCase() ? replacement : `${replacement.charAt(0).toUpperCase()}${replacement.slice(1)}`;
      const before = article === undefined ? "" : `${article.charAt(0)}${replacement.startsWith("a") ? "n" : ""} `;
      return `${before}${cased}${both === undefined ? (plural ?? "") : "s"}`;
    },
  );
