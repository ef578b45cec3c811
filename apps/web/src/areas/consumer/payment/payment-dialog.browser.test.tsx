import { expect, it } from "vitest";
import { page } from "vitest/browser";
import type { Outputs } from "../../../lib/trpc.ts";
import { answers } from "../../../testing/answers.ts";
import { account, network, paymentDetail } from "../../../testing/records.ts";
import { show } from "../../../testing/render.tsx";
import { PaymentDialog } from "./payment-dialog.tsx";

const moment = "2026-03-02T12:00:00.000Z";
const tryAgain = page.getByRole("link", { name: "Try again" });

/** A refund would go to the wallet that paid, so nothing is asked about it. */
const known: Outputs["refunds"]["destination"] = {
  paymentId: "pay_1",
  description: "Electricity, October",
  merchant: "Juniper Court",
  askedAt: null,
  amount: null,
  to: `0x${"1f".repeat(20)}`,
  ground: "onlySender",
  paidFrom: null,
  unknown: null,
  namedAt: null,
};

async function showFailed(over: Partial<ReturnType<typeof paymentDetail>> = {}): Promise<void> {
  const payment = paymentDetail({ amount: 74.15, description: "Electricity, October", status: "failed", displayStatus: "failed", ...over });
  answers({
    "auth.me": () => account(),
    "payments.network": () => network(),
    "payments.get": () => payment,
    "payments.status": () => ({ ...payment, paymentId: payment.id }),
    "payments.claims": () => [],
    "refunds.destination": () => known,
  });
  await show(<PaymentDialog paymentId="pay_1" onClose={() => undefined} />);
}

it("offers to retry a failed payment with its amount and description, and warns a payer who has sent the money", async () => {
  await showFailed();
  await expect.element(tryAgain).toHaveAttribute("href", "/setup-one-time?amount=74.15&description=Electricity%2C+October");
  await expect.element(page.getByText(/do not pay again/)).toBeVisible();
});

it("offers to retry it for the same lease", async () => {
  await showFailed({ leaseId: "lse_4" });
  await expect.element(tryAgain).toHaveAttribute("href", "/setup-one-time?amount=74.15&description=Electricity%2C+October&lease=lse_4");
});

it("offers no retry while its money has been seen", async () => {
  await showFailed({ hasArrived: true });
  await expect.element(page.getByText("Electricity, October").first()).toBeVisible();
  await expect.element(page.getByText("Timeline", { exact: true })).toBeVisible();
  await expect.element(tryAgain).not.toBeInTheDocument();
});

const completed = { status: "completed", displayStatus: "completed", createdAt: moment, serverTime: moment } as const;
const fileIt = page.getByRole("button", { name: "File dispute" });

it("offers a dispute about a completed payment", async () => {
  await showFailed(completed);
  await expect.element(fileIt).toBeVisible();
});

it("offers no dispute with a closed business, and says whom to contact", async () => {
  await showFailed({ ...completed, businessClosed: true });
  await expect.element(page.getByText(/This business has closed its account at Hearth/)).toBeVisible();
  await expect.element(fileIt).not.toBeInTheDocument();
});
