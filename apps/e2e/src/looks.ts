import { expect, type Page } from "@playwright/test";
import axe from "axe-core";
import { asOnPhone } from "./hearth.ts";

/** Maximum wait. Only a page that stays too wide reaches it. */
const settleMs = 30_000;

/** Records a soft failure if axe finds a violation of WCAG 2.2 AA in the visible page. */
export async function expectAccessible(page: Page): Promise<void> {
  const isThere = await page.evaluate(() => "axe" in window);
  if (!isThere) await page.evaluate(axe.source);
  const found = await page.evaluate(async () => {
    const { violations } = await window.axe.run(
      { exclude: ["[data-base-ui-focus-guard]"] }, // Base UI's own focus guards around an open layer are not content
      {
        runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"],
        reporter: "no-passes",
        iframes: false,
        preload: false, // style sheets of other origins, of which there are none
      },
    );
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`);
  });
  expect.soft(found, new URL(page.url()).pathname).toEqual([]);
}

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/**
 * Records a soft failure if a page scrolls sideways once it has settled, and names the elements that are too wide. Ignores shifts during
 * layout.
 */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const measure = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await expect
    .poll(measure, { timeout: settleMs })
    .toBeLessThanOrEqual(0)
    .catch(() => undefined);
  const overflow = await measure();
  const found = overflow <= 0 ? [] : [`by ${overflow} px at ${page.viewportSize()?.width}: ${await widestOf(page)}`];
  expect.soft(found, `${new URL(page.url()).pathname} scrolls sideways`).toEqual([]);
}

/** Records a soft failure if the open page is not accessible or scrolls sideways on a phone in dark mode. Shows it as before afterwards. */
export async function expectFitsPhone(page: Page): Promise<void> {
  const asBefore = await asOnPhone(page);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await asBefore();
}

/** Records a soft failure if something is animated on a page with reduced motion. Ignores changes that take 100 ms or less. */
export async function expectStill(page: Page): Promise<void> {
  const moving = await page.evaluate(() =>
    document
      .getAnimations()
      .filter((animation) => animation.playState === "running" && Number(animation.effect?.getComputedTiming().activeDuration) > 100)
      .map((animation) => (animation.effect instanceof KeyframeEffect ? animation.effect.target?.className : "")),
  );
  expect.soft(moving, `${new URL(page.url()).pathname} moves`).toEqual([]);
}

/** Lists the elements and texts that reach furthest to the right. Cannot list generated content before or after an element. */
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
      if (right > clientWidth - 8) reaching.push(`${name} to ${Math.round(right)}`);
    }
    return reaching.join(", ");
  });
}
