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

it("tells a payer who has signed how many payments are ahead in the queue and how long that takes", async () => {
  await open({ number: 1_120, seconds: 20 });
  await expect.element(page.getByText("Your payment is number 1,120, about 20 seconds.")).toBeVisible();
});

it("shows no queue position if the payment goes into the next transaction", async () => {
  await open(null);
  await expect.element(page.getByText("Your payment is number", { exact: false })).not.toBeInTheDocument();
});
