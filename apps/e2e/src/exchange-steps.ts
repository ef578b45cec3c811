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

/** Says yes there, as somebody whose e-mail address begins like this. */
export async function allow(exchange: Page, who = "noor"): Promise<void> {
  await exchange.getByRole("textbox", { name: "E-mail" }).fill(`${who}.${Date.now().toString(36)}@example.com`);
  await pressLast(exchange, "Allow");
}

/** Presses what may end the window it stands in: the window can be gone before the press is answered. */
export async function pressLast(window: Page, name: string): Promise<void> {
  try {
    await window.getByRole("button", { name }).click();
  } catch (error) {
    if (!window.isClosed()) throw error;
  }
}
