import { expect, it } from "vitest";
import { page } from "vitest/browser";
import type { Outputs } from "../../../lib/trpc.ts";
import { answers } from "../../../testing/answers.ts";
import { account, dispute, network, paymentDetail } from "../../../testing/records.ts";
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

it("turns to the dispute's form in place of the payment, with the whole amount filled in, and back", async () => {
  await showFailed({ ...completed, amount: 900, disputable: 850 });
  await fileIt.click();
  const form = page.getByRole("dialog", { name: "File a dispute" });
  await expect.element(form.getByLabelText("Amount")).toHaveValue("850.00");
  await expect.element(form.getByText("At most $850.00, what has not been refunded to you")).toBeVisible();
  await expect.poll(() => page.getByRole("dialog").elements().length).toBe(1);
  await form.getByRole("button", { name: "Cancel" }).click();
  await expect.element(page.getByRole("dialog", { name: "Electricity, October" })).toBeVisible();
  await expect.poll(() => page.getByRole("dialog").elements().length).toBe(1);
});

const inDispute = { ...completed, displayStatus: "inDispute", disputeStatus: "open" } as const;
const response = page.getByRole("textbox", { name: "Your response" });

it("says who acts next after filing, and asks for nothing", async () => {
  answers({ "disputes.ofPayment": () => [dispute()] });
  await showFailed(inDispute);
  await expect.element(page.getByText("Juniper Court can answer; Hearth decides.")).toBeVisible();
  await expect.element(response).not.toBeInTheDocument();
  await page.getByRole("button", { name: "Add something" }).click();
  await expect.element(response).toBeVisible();
});

it("asks for a response once the merchant has answered", async () => {
  const addedBy = { firstName: "Ada", lastName: "Lang", role: "merchant" } as const;
  const comments = [{ _id: "cmt_1", comment: "It is repaired.", addedBy, addedAt: moment }];
  answers({ "disputes.ofPayment": () => [dispute({ comments })] });
  await showFailed(inDispute);
  await expect.element(page.getByText("Juniper Court has answered.")).toBeVisible();
  await expect.element(response).toBeVisible();
});

it("says first who was paid, lists the bills, and ends with the wallet for refunds", async () => {
  const bill = { lines: [{ description: "Rent for October 2026", amount: 74.15 }], credit: 0, returned: 0 };
  await showFailed({ ...completed, bill });
  await expect.element(page.getByText("Refunds of this payment go to", { exact: false })).toBeVisible();
  const facts = page.getByRole("dialog").element().textContent;
  const order = ["Paid to", "Rent for October 2026", "Started", "Refunds of this payment go to"].map((text) => facts.indexOf(text));
  expect(order).toEqual(order.toSorted((left, right) => left - right));
  expect(order).not.toContain(-1);
});
