import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { answers } from "../../../testing/answers.ts";
import { account, checkout, network } from "../../../testing/records.ts";
import { openPage } from "../../../testing/render.tsx";

const reference = "a".repeat(64);

async function open(place: { number: number; seconds: number } | null): Promise<void> {
  answers({
    "auth.me": () => account(),
    "payments.network": () => network(),
    "payments.openCheckout": () => null,
    "payments.checkout": () => checkout({ relay: { status: "queued", failure: null, txHash: null, place } }),
  });
  await openPage(`/checkout/${reference}`);
  await expect.element(page.getByText("Sending your payment", { exact: false })).toBeVisible();
}

it("tells a payer who has signed how many go before them, and about how long that takes", async () => {
  await open({ number: 1_120, seconds: 20 });
  await expect.element(page.getByText("Your payment is number 1,120, about 20 seconds.")).toBeVisible();
});

it("says nothing of a place to whom the next transaction takes along", async () => {
  await open(null);
  await expect.element(page.getByText("Your payment is number", { exact: false })).not.toBeInTheDocument();
});
