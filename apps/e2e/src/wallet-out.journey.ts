import { networks } from "@hearth/chain/networks";
import { usdcAbi } from "@hearth/chain/usdc-abi";
import type { Locator, Page } from "@playwright/test";
import { createPublicClient, type Hex, http } from "viem";
import { generatePrivateKey, privateKeyToAccount, privateKeyToAddress } from "viem/accounts";
import { expect, system, test } from "./hearth.ts";
import { expectFitsPhone } from "./looks.ts";
import { newestMail } from "./mails.ts";
import { makeWalletIn, walletPage, withAuthenticator } from "./passkey-steps.ts";
import { enterAs, makeEnrolled } from "./people.ts";

/** Makes a tenant with a passkey wallet that holds test USDC, and shows the wallet in the settings. */
async function openFundedWallet(page: Page) {
  const tenant = await makeEnrolled();
  await withAuthenticator(page);
  await enterAs(page, tenant);
  await page.goto("/smart-wallet-setup");
  await page.getByRole("button", { name: /Face ID, fingerprint or PIN/ }).click();
  await makeWalletIn(walletPage(page));
  await expect(page.getByRole("heading", { name: "Your wallet is connected" })).toBeVisible();
  await page.goto("/fund-wallet?goal=wallet");
  await page.getByRole("button", { name: "Get test USDC" }).click();
  await expect(page.getByText("Test USDC is in your wallet")).toBeVisible();
  await page.goto("/settings");
  const own = page.locator("section").filter({ has: page.getByRole("heading", { name: "Passkey wallet" }) });
  const { wallet } = await tenant.client.passkeyWallet.read.query();
  return { tenant, own, address: wallet?.address ?? "" };
}

function balanceOf(address: Hex): Promise<bigint> {
  const client = createPublicClient({ transport: http(system.chainUrl) });
  return client.readContract({ abi: usdcAbi, address: networks.local.usdc.address, functionName: "balanceOf", args: [address] });
}

/** Fills the form and continues to the wallet's page. */
async function fillSend(page: Page, own: Locator, to: string, amount: string): Promise<void> {
  await own.getByRole("button", { name: "Send money" }).click();
  const form = page.getByRole("dialog", { name: "Send money" });
  await form.getByLabel("To").fill(to);
  await form.getByLabel("Amount").fill(amount);
  await expectFitsPhone(page);
  await form.getByRole("button", { name: "Continue in your wallet" }).click();
}

test("a tenant sends money out of their passkey wallet with one touch, and it arrives", async ({ page }) => {
  const { tenant, own } = await openFundedWallet(page);
  const to = privateKeyToAccount(generatePrivateKey()).address;
  await fillSend(page, own, to, "20.00");
  const wallet = walletPage(page);
  await expect(wallet.getByRole("heading", { name: "Send $20.00" })).toBeVisible();
  await expect(wallet.getByText(to)).toBeVisible();
  await expect(wallet.getByText("Nothing at Hearth, so no rent.", { exact: false })).toBeVisible();
  await wallet.getByRole("button", { name: "Send $20.00" }).click();
  const sent = page.getByRole("dialog", { name: "Send money" });
  await expect(sent.getByText("$20.00 has arrived")).toBeVisible();
  await sent.getByRole("button", { name: "Close" }).last().click();
  await expect(own.getByRole("region", { name: "Sent from this wallet" }).getByText("Arrived")).toBeVisible();
  await expect(own.getByText("$4,980.00")).toBeVisible();
  expect(await balanceOf(to)).toBe(20_000_000n);
  expect((await tenant.client.payments.list.query({})).items).toEqual([]);
  const { text } = await newestMail(tenant.email, "You are sending $20.00 from your wallet");
  expect(text).toContain(to);
});

test("the key of a passkey wallet is shown inside the wallet's page alone", async ({ page }) => {
  const { tenant, own, address } = await openFundedWallet(page);
  const heard: string[] = [];
  await page.exposeFunction("hearAll", (message: string) => void heard.push(message));
  await page.evaluate(() => {
    const hear: unknown = Reflect.get(window, "hearAll");
    window.addEventListener("message", ({ data }) => typeof hear === "function" && hear(JSON.stringify(data)));
  });
  await own.getByRole("button", { name: "See its key" }).click();
  const wallet = walletPage(page);
  await expect(wallet.getByText(/has the key can take all the money/)).toBeVisible();
  await wallet.getByRole("button", { name: "Continue with Face ID, fingerprint or PIN" }).click();
  await expect(wallet.getByRole("heading", { name: "The key is ready" })).toBeVisible();
  await expect(wallet.getByText(/^0x[\da-f]{64}$/)).toHaveCount(0);
  await expectFitsPhone(page);
  await wallet.getByRole("button", { name: "Show the key" }).click();
  const key = (await wallet.getByText(/^0x[\da-f]{64}$/).textContent()) ?? "";
  expect(privateKeyToAddress(`0x${key.slice(2)}`)).toBe(address);
  await wallet.getByRole("button", { name: "I am done" }).click();
  await expect(page.getByRole("dialog", { name: "Your wallet" })).toBeHidden();
  expect(heard.at(-1)).toContain('"result":{"wasShown":true}');
  expect(heard.join("\n")).not.toContain(key.slice(2));
  expect(await page.content()).not.toContain(key.slice(2));
  await newestMail(tenant.email, "Someone asked your wallet to show its key");
});

test("a tenant deletes a passkey wallet with money in it only after its address, and puts it back", async ({ page }) => {
  const { tenant, own, address } = await openFundedWallet(page);
  await own.getByRole("button", { name: "Delete the wallet" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete your passkey wallet?" });
  await expect(dialog.getByText("There is $5,000.00 in it.", { exact: false })).toBeVisible();
  await expectFitsPhone(page);
  await dialog.getByRole("button", { name: "Delete the wallet" }).click();
  await expect(dialog.getByText("Please type the wallet's address exactly")).toBeVisible();
  await dialog.getByLabel("The wallet's address").fill(address.toLowerCase());
  await dialog.getByRole("button", { name: "Delete the wallet" }).click();
  await expect(own.getByText("A passkey wallet of yours is not in use")).toBeVisible();
  await expect(tenant.client.wallet.status.query()).rejects.toThrow("Wallet setup is needed");
  expect(await balanceOf(`0x${address.slice(2)}`)).toBe(5_000_000_000n);

  await page.reload();
  await own.getByRole("button", { name: "I made it, use it again" }).click();
  await expect(own.getByText("$5,000.00")).toBeVisible();
  expect((await tenant.client.wallet.status.query()).walletAddress).toBe(address);
});
