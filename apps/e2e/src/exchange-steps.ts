import type { Page } from "@playwright/test";
import { expect, isPhone } from "./hearth.ts";

/** Presses what leads to the exchange: in a window of its own, or on a phone in this one. */
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

/** Says yes there, as somebody whose email address begins like this. */
export async function allow(exchange: Page, who = "noor"): Promise<void> {
  await exchange.getByRole("textbox", { name: "Email" }).fill(`${who}.${Date.now().toString(36)}@example.com`);
  await pressLast(exchange, "Allow");
}

/** Pays in the onramp's window, and closes it once it has said this of the purchase. */
export async function buy(onramp: Page, amount: string, says = "Your USDC is on its way."): Promise<void> {
  await lastIn(onramp, async () => {
    await onramp.getByRole("button", { name: `Pay $${amount}` }).click();
    await expect(onramp.getByRole("status")).toHaveText(says);
    await onramp.getByRole("button", { name: "Close" }).click();
  });
}

/** Presses what may end the window it stands in. */
export async function pressLast(window: Page, name: string): Promise<void> {
  await lastIn(window, () => window.getByRole("button", { name }).click());
}

/** The last that is done in a window, which can be gone before it is answered. */
async function lastIn(window: Page, deed: () => Promise<void>): Promise<void> {
  try {
    await deed();
  } catch (error) {
    if (!window.isClosed()) throw error;
  }
}
