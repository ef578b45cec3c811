import { HearthError } from "@hearth/domain/errors";
import { beforeEach, expect, it } from "vitest";
import { page } from "vitest/browser";
import { answers } from "../../testing/answers.ts";
import { account, listedMerchant, network, standing, walletStatus } from "../../testing/records.ts";
import { openPage, signIn } from "../../testing/render.tsx";

const amount = page.getByRole("textbox", { name: "Amount" });
const description = page.getByRole("textbox", { name: /^Description/ });

beforeEach(() => {
  answers({
    "auth.me": () => account(),
    "merchant.listAll": () => ({ items: [listedMerchant()], nextCursor: null }),
    "payments.network": () => network(),
    "payments.list": () => ({ items: [], nextCursor: null }),
    "wallet.status": () => walletStatus({ walletAddress: null }),
    "autopay.mine": () => [],
    "merchant.standing": () => standing(),
    "payments.createCheckout": () => {
      throw new HearthError("UNAUTHENTICATED");
    },
  });
});

/** Fills in a payment and submits it after the server has lost the session. */
async function loseTheSession() {
  signIn();
  const router = await openPage("/setup-one-time");
  await amount.fill("450");
  await description.fill("December rent");
  await page.getByRole("button", { name: "Pay $450.00" }).click();
  await expect.element(page.getByText("You were signed out. Please sign in again.")).toBeVisible();
  return router;
}

it("restores typed values once, after signing in again", async () => {
  const router = await loseTheSession();
  signIn();
  await router.navigate({ href: "/setup-one-time" });
  await expect.element(amount).toHaveValue("450.00");
  await expect.element(description).toHaveValue("December rent");
  await router.navigate({ href: "/payment-type" });
  await router.navigate({ href: "/setup-one-time" });
  await expect.element(description).toHaveValue("");
});

it("restores them only for the same user", async () => {
  const router = await loseTheSession();
  signIn({ _id: "usr_2" });
  await router.navigate({ href: "/setup-one-time" });
  await expect.element(description).toHaveValue("");
  signIn();
  await router.navigate({ href: "/payment-type" });
  await router.navigate({ href: "/setup-one-time" });
  await expect.element(description).toHaveValue("December rent");
});
