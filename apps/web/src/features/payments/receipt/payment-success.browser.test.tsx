import type {} from "@vitest/browser-playwright"; // types of `cdp()`
import { expect, it } from "vitest";
import type {} from "@vitest/browser-playwright";
import { cdp, page } from "vitest/browser";
import { answers } from "../../../testing/answers.ts";
import { account, network, paymentDetail } from "../../../testing/records.ts";
import { openPage, signIn } from "../../../testing/render.tsx";

const moment = "2026-03-01T12:00:00.000Z";

const hash = `0x${"4".repeat(64)}`;
const completed = { status: "completed", displayStatus: "completed", transactionHash: hash, blockchainTxHash: hash } as const;

it("shows whole hashes on paper, and shortened ones on the screen", async () => {
  answers({
    "auth.me": () => account(),
    "payments.network": () => network(),
    "payments.get": () => paymentDetail({ ...completed, completedAt: moment }),
  });
  signIn();
  await openPage("/payment-success?payment=pay_1");
  const code = page.getByTitle(hash);
  await expect.element(code).toBeVisible();
  const shown = () => {
    const { content } = getComputedStyle(code.element(), "::after");
    return [code.element().querySelector("span")?.checkVisibility(), content.includes(hash)];
  };
  expect(shown()).toEqual([true, false]);
  try {
    await cdp().send("Emulation.setEmulatedMedia", { media: "print" });
    expect(shown()).toEqual([false, true]);
  } finally {
    await cdp().send("Emulation.setEmulatedMedia", { media: "" });
  }
});

it("shows the time of the payment in its own zone, and names the zone", async () => {
  answers({
    "auth.me": () => account(),
    "payments.network": () => network(),
    "payments.get": () => paymentDetail({ ...completed, completedAt: "2026-11-27T06:30:00.000Z", timeZone: "America/Los_Angeles" }),
  });
  signIn();
  await openPage("/payment-success?payment=pay_1");
  await expect.element(page.getByText("Nov 26, 2026, 10:30 PM PST", { exact: true })).toBeVisible();
  await expect.element(page.getByText("Nov 26, 2026, 10:30:00 PM PST", { exact: true })).toBeVisible();
});

it("opens the form for the same lease on Make Another Payment, without the amount that is paid already", async () => {
  answers({
    "auth.me": () => account(),
    "payments.network": () => network(),
    "payments.get": () =>
      paymentDetail({
        amount: 64.2,
        leaseId: "lse_1",
        status: "completed",
        displayStatus: "completed",
        completedAt: moment,
        transactionHash: `0x${"4".repeat(64)}`,
        blockchainTxHash: `0x${"4".repeat(64)}`,
      }),
  });
  signIn();
  await openPage("/payment-success?payment=pay_1");
  await expect.element(page.getByRole("link", { name: "Make Another Payment" })).toHaveAttribute("href", "/setup-one-time?lease=lse_1");
});
