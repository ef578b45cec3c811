import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { answers } from "../../../testing/answers.ts";
import { account, network, paymentDetail } from "../../../testing/records.ts";
import { openPage, signIn } from "../../../testing/render.tsx";

const moment = "2026-03-01T12:00:00.000Z";

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
