import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { answers } from "../../../testing/answers.ts";
import { ownLease } from "../../../testing/records.ts";
import { onPhone, show } from "../../../testing/render.tsx";
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

it("keeps an administrator's bar, which has one page more, within every width", async () => {
  await show(<ConsumerShell user={{ firstName: "Helen", role: "admin" }}>The page</ConsumerShell>);
  for (const width of [768, 901, 960]) {
    await page.viewport(width, 800);
    await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  }
});

it.each([320, 390, 767])("leads a merchant to their dashboard once, in a bar whose labels fit into %i px", async (width) => {
  await page.viewport(width, 844);
  await show(<ConsumerShell user={{ firstName: "Helen", role: "merchant" }}>The page</ConsumerShell>);
  const bar = page.getByRole("navigation", { name: "Main, at the lower edge" });
  await expect.element(bar.getByRole("link", { name: "Make Payment" })).toBeVisible();
  const links = bar.getByRole("link").elements();
  expect(links.map((link) => link.getAttribute("href"))).toEqual(["/merchant/dashboard", "/payment", "/smart-wallet-setup"]);
  for (const link of links) expect(link.scrollWidth, link.textContent).toBeLessThanOrEqual(link.clientWidth);
  await bar.getByRole("button", { name: "Menu" }).click();
  await expect.element(profile).toBeVisible();
  await expect.element(page.getByRole("menuitem", { name: "Merchant Dashboard" })).not.toBeInTheDocument();
});

it("opens the account menu with the keyboard", async () => {
  await open();
  menu().element().focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(profile).toBeVisible();
});

const rentPages = [
  ["Lease: Juniper Court 4B", "/lease/lse_1"],
  ["Autopay", "/autopay"],
  ["Payment history", "/payment-history"],
  ["Disputes", "/disputes"],
  ["Statements", "/statements"],
] as const;

async function expectRentPages(): Promise<void> {
  for (const [name, path] of rentPages) await expect.element(page.getByRole("menuitem", { name })).toHaveAttribute("href", path);
}

it("has a menu with everything about the rent", async () => {
  answers({ "rent.mine": () => [ownLease()] });
  await open();
  await page.getByRole("button", { name: "Rent" }).click();
  await expectRentPages();
});

it("has the same pages in the menu at the lower edge of a phone", async () => {
  await onPhone();
  answers({ "rent.mine": () => [ownLease()] });
  await open();
  await page.getByRole("button", { name: "Menu" }).click();
  await expectRentPages();
});
