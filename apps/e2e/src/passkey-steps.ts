import type { CDPSession, FrameLocator, Page } from "@playwright/test";

/** Adds a device with a passkey that always approves and knows PRF, by Chromium's virtual authenticator. Returns its session and number, to change it later. */
export async function withAuthenticator(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  return { session, authenticatorId: await addAuthenticator(session, "internal") };
}

/** Adds one more device beside those of `withAuthenticator`: a part of the computer, or another device that is connected to it. */
export async function addAuthenticator(session: CDPSession, transport: "internal" | "usb"): Promise<string> {
  const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      ctap2Version: "ctap2_1",
      hasPrf: true,
      transport,
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return authenticatorId;
}

/** Returns the wallet's page in the app's dialog. */
export function walletPage(page: Page): FrameLocator {
  return page.getByRole("dialog", { name: "Your wallet" }).frameLocator("iframe");
}

/** Makes a wallet in its open page, as a person does who writes the recovery code down. Returns the code. */
export async function makeWalletIn(wallet: FrameLocator): Promise<string> {
  await wallet.getByRole("button", { name: "Continue with Face ID, fingerprint or PIN" }).click();
  const question = wallet.getByText(/Type group \d/);
  const asked = Number(/\d/.exec((await question.textContent()) ?? "")?.[0]);
  const groups = await wallet.getByRole("listitem").allTextContents();
  await wallet.getByLabel(/Type group/).fill(groups[asked - 1] ?? "");
  await wallet.getByRole("button", { name: "I saved the code" }).click();
  return groups.join(" ");
}
