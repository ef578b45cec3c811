import { expect } from "vitest";

/** A place whose name has such a word in it, which stays as its landlord wrote it. */
export const leaseTower = "Lease Tower";

const attributes = ["aria-label", "placeholder", "title", "alt"];

/** Words for tenants, leases and landlords in what the page says by now, in its title, its tables' captions and what is only spoken. */
export function landlordWords(): string[] {
  const spoken = [...document.querySelectorAll("*")].flatMap((element) => attributes.map((name) => element.getAttribute(name) ?? ""));
  return wordsIn([document.title, document.body.innerText, ...captions(), ...spoken].join("\n").replaceAll(leaseTower, ""));
}

function wordsIn(said: string): string[] {
  return said.match(/.*\b(?:tenant|lease|landlord)s?\b.*/gi) ?? [];
}

/** Words that are hidden from the eye, which takes them out of the text. */
function captions(): string[] {
  return [...document.querySelectorAll("caption")].map(({ textContent }) => textContent);
}

/** Expects that the page has no such word, but for what people wrote; its title alone may come a moment after it. */
export async function expectNoLandlordWords(): Promise<void> {
  await expect.poll(() => wordsIn(document.title)).toEqual([]);
  expect(landlordWords()).toEqual([]);
}
