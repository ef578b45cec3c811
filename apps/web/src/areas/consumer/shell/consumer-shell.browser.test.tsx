import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { show } from "../../../testing/render.tsx";
import { ConsumerShell } from "./consumer-shell.tsx";

const menu = () => page.getByRole("button", { name: "Maya" });
const profile = page.getByRole("menuitem", { name: "Profile" });

async function open(): Promise<void> {
  await show(<ConsumerShell user={{ firstName: "Maya", role: "user" }}>The page</ConsumerShell>);
}

it("opens the account menu at the first click, and again", async () => {
  await open();
  await expect.element(menu()).toHaveAttribute("aria-expanded", "false");
  await menu().click();
  await expect.element(profile).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(profile).not.toBeInTheDocument();
  await expect.element(menu()).toHaveFocus();
  await menu().click();
  await expect.element(profile).toBeVisible();
});

it("opens the account menu with the keyboard", async () => {
  await open();
  menu().element().focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(profile).toBeVisible();
});
