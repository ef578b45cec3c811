import { expect, it } from "vitest";
import { page } from "vitest/browser";
import type { Outputs } from "../../../lib/trpc.ts";
import { answers, inputsOf } from "../../../testing/answers.ts";
import { enter, formNamed, testFormErrors, press } from "../../../testing/press.ts";
import { network } from "../../../testing/records.ts";
import { show } from "../../../testing/render.tsx";
import { refuse } from "../../../testing/taken.ts";
import { PaymentRefunds } from "./payment-refunds.tsx";

testFormErrors({
  label: "Refund",
  open: async () => {
    const wallet = "0x71C3E54D8b19f3A20c6b8f34De7b0a154C9A0d2B";
    answers({
      "merchant.refunds": () => ({
        items: [],
        oddTransfers: [],
        owed: [],
        refundable: 900,
        extra: 0,
        charges: [],
        to: wallet,
        ground: "onlySender",
        unknown: null,
        payer: "Maya Lopez",
        asked: null,
        from: [wallet],
        isWalletNeeded: false,
        byHand: null,
        sending: null,
      }),
      "merchant.refundPayment": refuse,
      "payments.network": () => network(),
    });
    await show(<PaymentRefunds paymentId="pay_1" />);
    await page.getByRole("button", { name: "Refund…" }).click();
  },
  valid: { amount: "100" },
  invalid: {
    "no amount": { values: { amount: "" }, messages: { amount: "Please enter a valid amount" } },
    "not an amount": { values: { amount: "1e2" }, messages: { amount: "Please enter a valid amount" } },
    "more than is left": { values: { amount: "900.01" }, messages: { amount: "At most $900.00 can be refunded" } },
  },
  acceptedCount: () => inputsOf("merchant.refundPayment").length,
});

const noWallet: Outputs["merchant"]["refunds"] = {
  items: [],
  oddTransfers: [],
  owed: [],
  refundable: 900,
  extra: 0,
  charges: [],
  to: null,
  ground: null,
  unknown: "severalWallets",
  payer: "Maya Lopez",
  asked: null,
  from: [],
  isWalletNeeded: false,
  byHand: null,
  sending: null,
};

it("asks a payer without a usable wallet for one, and shows since when", async () => {
  const asked = { at: "2026-03-02T12:00:00.000Z", amount: 120 };
  answers({
    "merchant.refunds": () => noWallet,
    "merchant.askPayer": () => {
      answers({ "merchant.refunds": () => ({ ...noWallet, asked }) });
      return { message: "The payer has been asked to choose a wallet" };
    },
    "payments.network": () => network(),
  });
  await show(<PaymentRefunds paymentId="pay_1" />);
  await expect.element(page.getByText("Maya Lopez has to prove a wallet first")).toBeVisible();
  await expect.element(page.getByText(/Several wallets paid this.*nothing is lost/)).toBeVisible();
  await page.getByRole("button", { name: "Ask the payer" }).click();
  const form = await formNamed("Refund");
  await expect.element(page.getByLabelText("Amount")).toHaveValue("900.00");
  await expect.element(page.getByLabelText("Amount")).toHaveFocus();
  enter(form, { amount: "120" });
  await press(form);
  await expect.element(page.getByText(/Maya Lopez was asked on Mar 2, 2026.*for \$120\.00/)).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Ask the payer" })).not.toBeInTheDocument();
  expect(inputsOf("merchant.askPayer")).toMatchObject([{ paymentId: "pay_1", amount: "120" }]);
});

it("tells a landlord paid at an exchange what to do before the first refund, and offers no button to start one", async () => {
  answers({
    "merchant.refunds": () => ({
      ...noWallet,
      to: "0x71C3E54D8b19f3A20c6b8f34De7b0a154C9A0d2B",
      ground: "onlySender",
      unknown: null,
      isWalletNeeded: true,
    }),
    "payments.network": () => network(),
  });
  await show(<PaymentRefunds paymentId="pay_1" />);
  await expect.element(page.getByText("Prove a wallet to refund from first")).toBeVisible();
  await expect.element(page.getByText(/paid at an exchange.*would not count/)).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Refund…" })).not.toBeInTheDocument();
});
