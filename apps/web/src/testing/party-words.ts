import { expect } from "vitest";

/** Property whose name contains such a word, which must stay unchanged. */
export const leaseTower = "Lease Tower";

const attributes = ["aria-label", "placeholder", "title", "alt"];

/** Returns lines of the page with words for tenants, leases and landlords: in its text, title, captions and accessible names. */
export function landlordWords(): string[] {
  const spoken = [...document.querySelectorAll("*")].flatMap((element) => attributes.map((name) => element.getAttribute(name) ?? ""));
  return wordsIn([document.title, document.body.innerText, ...captions(), ...spoken].join("\n").replaceAll(leaseTower, ""));
}

function wordsIn(text: string): string[] {
  return text.match(/.*\b(?:tenant|lease|landlord)s?\b.*/gi) ?? [];
}

/** Visually hidden captions, which are not part of `innerText`. */
function captions(): string[] {
  return [...document.querySelectorAll("caption")].map(({ textContent }) => textContent);
}

/** Expects no such word on the page, except in text written by people. Only the title may be updated a moment later. */
export async function expectNoLandlordWords(): Promise<void> {
  await expect.poll(() => wordsIn(document.title)).toEqual([]);
  expect(landlordWords()).toEqual([]);
}
