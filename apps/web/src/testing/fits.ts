import { expect } from "vitest";
import { type Locator, page } from "vitest/browser";

/** A full and a half desktop window, a tablet, a phone, and a desktop at 400 %. */
const widths = [1280, 1024, 768, 640, 390, 320];

/** Fails if a table or its page is wider than the window, at any of the widths. The window's size is reset after the test. */
export async function expectFits(table: Locator): Promise<void> {
  for (const width of widths) {
    await page.viewport(width, 860);
    await expect.element(table).toBeVisible();
    const { clientWidth } = document.documentElement;
    const reach = () => {
      const parts = [...table.element().querySelectorAll("*")].map((part) => visibleRight(part, table.element()));
      return Math.max(document.documentElement.scrollWidth, ...parts);
    };
    await expect.poll(reach, { message: `right edge of the content at ${width} px` }).toBeLessThanOrEqual(clientWidth);
  }
}

/** Right edge of the visible part of an element, considering clipping ancestors. */
function visibleRight(part: Element, ledger: Element): number {
  let right = part.getBoundingClientRect().right;
  for (let around = part.parentElement; around !== null && around !== ledger; around = around.parentElement)
    if (getComputedStyle(around).overflowX !== "visible") right = Math.min(right, around.getBoundingClientRect().right);
  return right;
}
