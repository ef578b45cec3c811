import type { Page } from "@playwright/test";
import { type Screen, screensOf } from "../screens/screens.ts";
import { bothScreens, expect, isPhone, test } from "./hearth.ts";
import { expectAccessible, expectNoSidewaysScroll, expectStill } from "./looks.ts";
import { enterAs } from "./people.ts";

/** A desktop of 1280 pixels at 200 % and at 400 %, which is also the narrowest supported phone. */
const narrow = [640, 320];

/** Pages that differ on a phone. Also tested on one, in dark mode. */
const onPhone = new Map<string, readonly string[]>([
  ["anybody", ["landing", "sign-in"]],
  ["tenant", ["dashboard", "history", "settings"]],
  ["landlord", ["landlord-transactions"]],
]);

for (const [group, make] of Object.entries(screensOf)) {
  const names = onPhone.get(group);
  test(`pages of ${group} are accessible, and none scrolls sideways`, names ? bothScreens : {}, async ({ page }) => {
    const screens: Screen[] = await make();
    const isOnPhone = isPhone(page);
    const looked = isOnPhone ? screens.filter(({ name }) => names?.includes(name)) : screens;
    expect(looked.length).toBeGreaterThanOrEqual(isOnPhone ? (names?.length ?? 1) : 3);
    let last: Screen | undefined;
    for (const screen of looked) {
      const { path, who } = screen;
      if (who !== last?.who) await (who === undefined ? page.context().setStorageState({ cookies: [], origins: [] }) : enterAs(page, who));
      const isInside = last !== undefined && who === last.who && isOfApp(last) && isOfApp(screen);
      await (isInside ? follow(page, path) : page.goto(path));
      last = screen;
      await settle(page);
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
      await expectStill(page);
      if (!isOnPhone) await expectFits(page);
    }
  });
}

/** False for a file that is a page of its own. */
const isOfApp = ({ path }: Screen) => !path.endsWith(".html");

/** Navigates like a link of the product. Reloading everything for each page would take longer than checking it. */
async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate(async (href) => window.__TSR_ROUTER__?.navigate({ href }), path);
  await page.waitForFunction(() => {
    const state = window.__TSR_ROUTER__?.state;
    return state !== undefined && state.resolvedLocation?.href === state.location.href;
  });
}

/** Waits until a page has loaded its content. Not until the network is idle, because a page with a live stream never is. */
async function settle(page: Page): Promise<void> {
  await page.locator("h1, h2").first().waitFor();
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
}

async function expectFits(page: Page): Promise<void> {
  const size = page.viewportSize();
  for (const width of narrow) {
    await page.setViewportSize({ width, height: 700 });
    await expectNoSidewaysScroll(page);
  }
  if (size !== null) await page.setViewportSize(size);
}
