import { expect, type Locator, type Page } from "@playwright/test";

type Role = Parameters<Page["getByRole"]>[0];

/** More tab stops than any page has. */
const mostStops = 150;

/** Moves the focus by Tab to the element with this role and name. Fails if Tab does not reach it, or the focus is not visible. */
export async function tabTo(page: Page, role: Role, name: string | RegExp): Promise<Locator> {
  const target = page.getByRole(role, { name }).first();
  await expect(target).toBeVisible();
  const hasFocus = () => target.evaluate((element) => element === document.activeElement);
  for (let stops = 0; stops < mostStops && !(await hasFocus()); stops += 1) await page.keyboard.press("Tab");
  expect(await hasFocus(), `Tab leads to ${String(name)}`).toBe(true);
  expect(await target.evaluate((element) => element.matches(":focus-visible")), `the focus on ${String(name)} is visible`).toBe(true);
  return target;
}

/** Moves the focus by Tab to the element with this role and name, and presses Enter. */
export async function pressEnterOn(page: Page, role: Role, name: string | RegExp): Promise<void> {
  await tabTo(page, role, name);
  await page.keyboard.press("Enter");
}

/** Moves the focus by Tab to the field with this name, and types into it. */
export async function typeInto(page: Page, name: string | RegExp, text: string): Promise<void> {
  await tabTo(page, "textbox", name);
  await page.keyboard.type(text);
}

/** Text that differs between days, runs and accounts. */
const varying: [RegExp, string][] = [
  [/^\s*- \/url:.*\n/gm, ""],
  [/^( *)(- .*):\n(?!\1 )/gm, "$1$2\n"],
  [/\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{1,2}(?:, \d{4})?\b/g, "DAY"],
  [/\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4}\b/g, "MONTH"],
  [/\b(?:January|February|March|April|May|June|July|August|September|October|November|December)(?: \d{4})?\b/g, "MONTH"],
  [/\b\d{1,2}:\d\d(?::\d\d)?(?: [AP]M)?(?: (?:[ECMP][SD]T|UTC))?/g, "TIME"],
  [/\b\d+ days late\b/g, "DAYS late"],
  [/0x[0-9a-fA-F]{4,}(?:…[0-9a-fA-F]*)?/g, "HEX"],
  [/\b(?:pay|mer|usr|dsp)_\w+(?:…\w*)?/g, "ID"],
  [/\b[0-9A-Z]{4}-[0-9A-Z]{4}\b/g, "REFERENCE"],
  [/(payee card\n *- definition: )[a-z]+(?:-[a-z]+){4}$/gm, "$1WORDS"],
  [/\btenant\.[\w.]+@example\.com/g, "EMAIL"],
];

/** Records what a screen reader reads on the screens of a journey. */
export function transcript() {
  const screens: string[] = [];
  return {
    /** Adds the current content, once it has loaded. */
    async read(title: string, part: Locator): Promise<void> {
      await expect(part.locator("[aria-busy=true]")).toHaveCount(0);
      const tree = varying.reduce((text, [pattern, word]) => text.replaceAll(pattern, word), `${await part.ariaSnapshot()}\n`);
      screens.push(`# ${title}\n${tree}`);
    },
    text: () => screens.join("\n"),
  };
}
