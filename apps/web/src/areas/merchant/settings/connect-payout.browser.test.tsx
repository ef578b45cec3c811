import { HearthError } from "@hearth/domain/errors";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { page } from "vitest/browser";
import { answers, inputsOf, never } from "../../../testing/answers.ts";
import { closeRecordingWindows, fakeWalletPage, ownPasskeyWallet, walletOrigin } from "../../../testing/fake-wallet-page.ts";
import { network } from "../../../testing/records.ts";
import { show, signIn } from "../../../testing/render.tsx";
import { ConnectPayout } from "./connect-payout.tsx";
import { AgreeAtOnce } from "./sign-payout.tsx";

const address = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const own = ownPasskeyWallet(address);
const atRisk = { ...own, wallet: own.wallet && { ...own.wallet, mostAtRisk: 100 } };
const use = page.getByRole("button", { name: "Use this wallet" });

let users = 0;
beforeEach(() => {
  fakeWalletPage();
  // A wallet stays connected for its user, so each test has a user of its own.
  users += 1;
  signIn({ _id: `usr_payout${users}` });
  answers({ "payments.network": () => network({ walletOrigin }), "passkeyWallet.read": () => own, "auth.secondFactor": never });
});
afterEach(closeRecordingWindows);

async function connect(walletAddress: string | null = null): Promise<void> {
  await show(<ConnectPayout business={{ walletAddress }} />);
  await page.getByRole("button", { name: /Continue with Face ID, fingerprint or PIN/ }).click();
}

describe("being paid into a passkey wallet", () => {
  it("offers it first, says what it means, and takes it without another signature", async () => {
    answers({
      "merchant.setPayoutWallet": () => {
        throw new HearthError("PAYOUT_WALLET_AT_RISK");
      },
    });
    await connect();
    await expect.element(page.getByText("Your staff cannot: it opens for you alone.", { exact: false })).toBeVisible();
    await use.click();
    await expect.poll(() => inputsOf("merchant.setPayoutWallet")).toEqual([{ walletAddress: address }]);
    await expect.element(page.getByText("a lost device could lose your rents", { exact: false })).toBeVisible();
  });

  it("leads to a second passkey where one device alone opens it, and goes on once there is one", async () => {
    answers({ "passkeyWallet.read": () => atRisk });
    await connect();
    await expect.element(page.getByText("Add a second passkey first")).toBeVisible();
    await expect.element(page.getByRole("link", { name: "Your Account" })).toHaveAttribute("href", "/merchant/settings?tab=account");
    await expect.element(use).not.toBeInTheDocument();
    answers({ "passkeyWallet.read": () => own });
    await page.getByRole("button", { name: "I added it" }).click();
    await expect.element(use).toBeVisible();
  });

  it("asks for the password where it replaces another wallet", async () => {
    answers({
      "merchant.setPayoutWallet": () => {
        throw new HearthError("WRONG_PASSWORD");
      },
    });
    await connect("0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC");
    await page.getByLabelText("Your password").fill("a long password");
    await use.click();
    await expect.poll(() => inputsOf("merchant.setPayoutWallet")).toEqual([{ walletAddress: address, password: "a long password" }]);
  });
});

describe("agreeing to a payout wallet that waits", () => {
  const times = { requestedAt: "2026-11-30T10:00:00.000Z", takesEffectAt: "2026-12-01T10:00:00.000Z" };
  const pending = { _id: "pwc_1", walletAddress: "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC", ...times };
  const password = page.getByLabelText("Your password");

  async function open(hasPassword: boolean): Promise<void> {
    answers({ "auth.secondFactor": () => ({ enabledAt: null, recoveryCodesLeft: 0, passkeys: 0, hasPassword, isRequired: false }) });
    await show(<AgreeAtOnce walletAddress={address} pending={pending} />);
    await expect.element(page.getByRole("button", { name: /Continue with Face ID, fingerprint or PIN/ })).toBeVisible();
  }

  it("asks for the password", async () => {
    await open(true);
    await expect.element(password).toBeVisible();
  });

  it("asks an account without a password for none", async () => {
    await open(false);
    await expect.element(password).not.toBeInTheDocument();
  });
});
