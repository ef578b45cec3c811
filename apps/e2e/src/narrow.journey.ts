import type { Page } from "@playwright/test";
import { makeScreens } from "../screens/screens.ts";
import { expect, test } from "./hearth.ts";
import { enterAs } from "./people.ts";

/** The narrowest phones there are, and a common small one. */
const widths = [320, 360];

/** Ends with what is waited for; only a page that stays too wide is waited for so long. */
const settleMs = 30_000;

/** How far a page scrolls sideways once it has settled; what moves aside for a moment while it is laid out scrolls nowhere. */
async function overflowOf(page: Page): Promise<number> {
  const measure = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await expect
    .poll(measure, { timeout: settleMs })
    .toBeLessThanOrEqual(0)
    .catch(() => undefined);
  return measure();
}

/** What reaches furthest to the right, elements and words that stand out of theirs, to be told with a page that scrolls sideways. */
async function widestOf(page: Page): Promise<string> {
  return page.evaluate(() => {
    const { clientWidth } = document.documentElement;
    const reaching: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const range = document.createRange();
      range.selectNode(node);
      const right = (node instanceof Element ? node : range).getBoundingClientRect().right;
      const name = node instanceof Element ? node.className || node.tagName : `"${node.textContent}"`;
      if (right > clientWidth) reaching.push(`${name} to ${Math.round(right)}`);
    }
    return reaching.join(", ");
  });
}

/** Opens a page and waits until what it shows has come. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.locator("h1, h2").first().waitFor();
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
}

test("no page of anybody's scrolls sideways on the narrowest phones", async ({ browser }) => {
  test.slow();
  const tooWide: string[] = [];
  const screens = await makeScreens();
  const whoOf = new Map(screens.map(({ who }) => [who?.id, who]));
  for (const who of whoOf.values()) {
    const context = await browser.newContext();
    const page = await context.newPage();
    if (who) await enterAs(page, who);
    for (const { name, path } of screens.filter((screen) => screen.who?.id === who?.id)) {
      await page.setViewportSize({ width: widths[0] ?? 320, height: 700 });
      await open(page, path);
      for (const width of widths) {
        await page.setViewportSize({ width, height: 700 });
        const overflow = await overflowOf(page);
        if (overflow > 0) tooWide.push(`${name} by ${overflow} px at ${width}: ${await widestOf(page)}`);
      }
    }
    await context.close();
  }
  expect(screens.length).toBeGreaterThan(40);
  expect(tooWide).toEqual([]);
});
