import type { BusinessType } from "./business-types.ts";

/** Puts a sentence of the product in the words of one business; never what people wrote, like a name or a note. */
export type Say = (sentence: string) => string;

const homes: readonly (BusinessType | undefined)[] = ["apartment", "real_estate"];

/** What those businesses call both sides, and what binds them, that do not let homes. */
const otherWords: Readonly<Record<string, string>> = { tenant: "customer", lease: "agreement", landlord: "merchant" };

/** With the article before it, which may change; who writes for tenants and customers writes for customers here. */
const parties = /\b(?:(an?) )?(?:(tenant)s and customers|(tenant|lease|landlord)(s?))\b/gi;

/** Whether a business lets homes, and so has tenants with leases; one that is not known is taken for one. */
export function letsHomes(type: BusinessType | undefined): boolean {
  return type === undefined || homes.includes(type);
}

/**
 * Sentences are written for landlords. A business that lets no homes reads customer for tenant, agreement for lease, and merchant for landlord.
 * What people wrote goes into the sentence afterwards, so that a property called "Lease Tower" keeps its name.
 */
export function wordsFor(type: BusinessType | undefined): Say {
  return letsHomes(type) ? asWritten : inOtherWords;
}

const asWritten: Say = (sentence) => sentence;

const inOtherWords: Say = (sentence) =>
  sentence.replace(
    parties,
    (_, article: string | undefined, both: string | undefined, one: string | undefined, plural: string | undefined) => {
      const written = both ?? one ?? "";
      const word = otherWords[written.toLowerCase()] ?? written;
      const said = written === written.toLowerCase() ? word : `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
      const before = article === undefined ? "" : `${article.charAt(0)}${word.startsWith("a") ? "n" : ""} `;
      return `${before}${said}${both === undefined ? (plural ?? "") : "s"}`;
    },
  );
