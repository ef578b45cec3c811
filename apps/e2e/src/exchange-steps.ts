import type { Page } from "@playwright/test";
import { expect, isPhone } from "./hearth.ts";

/** Presses the button that opens the exchange: in a new window, or on a phone in the same one. */
export async function goToExchange(page: Page, name: string | RegExp): Promise<Page> {
  const button = page.getByRole("button", { name });
  if (isPhone(page)) {
    await button.click();
    return page;
  }
  const [popup] = await Promise.all([page.waitForEvent("popup"), button.click()]);
  await expect(popup.getByRole("button", { name: "Allow" })).toBeVisible();
  return popup;
}

/** Allows access at the exchange, as a user whose email begins with `who`. */
export async function allow(exchange: Page, who = "noor"): Promise<void> {
  await exchange.getByRole("textbox", { name: "Email" }).fill(`${who}.${Date.now().toString(36)}@example.com`);
  await pressLast(exchange, "Allow");
}

/** Pays in the onramp's window, and closes it once it shows this text. */
export async function buy(onramp: Page, amount: string, says = "Your USDC is on its way."): Promise<void> {
  await lastIn(onramp, async () => {
    await onramp.getByRole("button", { name: `Pay $${amount}` }).click();
    await expect(onramp.getByRole("status")).toHaveText(says);
    await onramp.getByRole("button", { name: "Close" }).click();
  });
}

/** Presses a button that may close its window. */
export async function pressLast(window: Page, name: string): Promise<void> {
  await lastIn(window, () => window.getByRole("button", { name }).click());
}

/** Runs the last action in a window, which may close before the action returns. */
async function lastIn(window: Page, deed: () => Promise<void>): Promise<void> {
  try {
    await deed();
  } catch (error) {
    if (!window.isClosed()) throw error;
  }
}
