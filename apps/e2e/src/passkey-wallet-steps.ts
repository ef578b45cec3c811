import type { FrameLocator, Page } from "@playwright/test";

/** Returns the wallet's page in the app's dialog. */
export function walletPage(page: Page): FrameLocator {
  return page.getByRole("dialog", { name: "Your wallet" }).frameLocator("iframe");
}

/** Makes a wallet in its open page, as a person does who writes the recovery code down. */
export async function makeWalletIn(wallet: FrameLocator): Promise<void> {
  await wallet.getByRole("button", { name: "Continue with Face ID, fingerprint or PIN" }).click();
  const question = wallet.getByText(/Type group \d/);
  const asked = Number(/\d/.exec((await question.textContent()) ?? "")?.[0]);
  const groups = await wallet.getByRole("listitem").allTextContents();
  await wallet.getByLabel(/Type group/).fill(groups[asked - 1] ?? "");
  await wallet.getByRole("button", { name: "I saved the code" }).click();
}
