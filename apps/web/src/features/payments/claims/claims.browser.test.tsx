import { expect, it } from "vitest";
import { page } from "vitest/browser";
import type { Outputs } from "../../../lib/trpc.ts";
import { answers, inputsOf } from "../../../testing/answers.ts";
import { enter, formNamed, testFormErrors, press } from "../../../testing/press.ts";
import { network } from "../../../testing/records.ts";
import { show } from "../../../testing/render.tsx";
import { refuse } from "../../../testing/taken.ts";
import { ClaimByTransaction } from "./claim-dialog.tsx";
import { Claims } from "./claims.tsx";

const payment = { id: "pay_1", amount: 900, merchant: "Juniper Court" };
const hash = `0x${"ab".repeat(32)}`;

function claim(more: Partial<Outputs["payments"]["claims"][number]> = {}): Outputs["payments"]["claims"][number] {
  const claimFields = { amount: 900, sentOn: "2026-03-01", createdAt: "2026-03-02T12:00:00.000Z" };
  return { _id: "clm_1", transactionHash: hash, ...claimFields, status: "pending", reason: null, ...more };
}

async function showClaims(...claims: Outputs["payments"]["claims"]): Promise<void> {
  answers({ "payments.claims": () => claims, "payments.network": () => network() });
  await show(<Claims payment={payment} />);
}

const amountMessage = "Please enter the amount that you sent";
const hashMessage = "Please enter the transaction's hash: 0x and 64 digits or letters from a to f";

testFormErrors({
  label: "I have paid this",
  open: async () => {
    answers({ "payments.claim": refuse });
    await show(<ClaimByTransaction payment={payment} onDone={() => undefined} onBack={() => undefined} />);
  },
  valid: { transactionHash: hash, amount: "900", sentOn: "2026-03-01" },
  invalid: {
    "nothing is filled in": {
      values: { transactionHash: "", amount: "", sentOn: "" },
      messages: { transactionHash: hashMessage, amount: amountMessage, sentOn: "Please enter the day on which you sent it" },
    },
    "a hash that is none": { values: { transactionHash: "0x12" }, messages: { transactionHash: hashMessage } },
    "no amount": { values: { amount: "0" }, messages: { amount: amountMessage } },
  },
  acceptedCount: () => inputsOf("payments.claim").length,
});

it("prefills the amount of a claimed payment, and confirms that the merchant was asked", async () => {
  answers({ "payments.claim": () => ({ message: "We have asked the merchant" }) });
  await showClaims();
  await page.getByRole("button", { name: "I have paid this" }).click();
  await page.getByRole("button", { name: /From an exchange/ }).click();
  const form = await formNamed("I have paid this");
  expect(form.querySelector<HTMLInputElement>('[name="amount"]')?.value).toBe("900.00");
  enter(form, { transactionHash: hash, sentOn: "2026-03-01" });
  answers({ "payments.claims": () => [claim()] });
  await press(form);
  await expect.element(page.getByText("Juniper Court has been asked to look for your transfer")).toBeVisible();
  expect(inputsOf("payments.claim")).toMatchObject([{ paymentId: "pay_1", transactionHash: hash, amount: "900.00", sentOn: "2026-03-01" }]);
});

it("shows a claim's outcome to a payer whose money was seen, and offers no new claim", async () => {
  answers({ "payments.claims": () => [claim({ status: "confirmed" })], "payments.network": () => network() });
  await show(<Claims payment={payment} isSeen />);
  await expect.element(page.getByText("Juniper Court has found your transfer")).toBeVisible();
  await expect.element(page.getByRole("button", { name: "I have paid this" })).not.toBeInTheDocument();
});

it("tells a payer who signs with the sending wallet which money that matches", async () => {
  await showClaims();
  await page.getByRole("button", { name: "I have paid this" }).click();
  await page.getByRole("button", { name: /From a wallet of my own/ }).click();
  await expect.element(page.getByText(/only if exactly \$900\.00 was sent, within a day of starting this payment/)).toBeVisible();
});

it.each([
  { made: claim(), status: "pending", words: "Juniper Court has been asked to look for your transfer" },
  { made: claim({ status: "confirmed" }), status: "confirmed", words: "Juniper Court has found your transfer" },
  { made: claim({ status: "refused", reason: "It is the deposit" }), status: "refused", words: "It is the deposit" },
])("shows the status of a claim that is $status", async ({ made, status, words: text }) => {
  await showClaims(made);
  await expect.element(page.getByText(text)).toBeVisible();
  const takeBack = page.getByRole("button", { name: "Withdraw" });
  if (status === "pending") await expect.element(takeBack).toBeVisible();
  else await expect.element(takeBack).not.toBeInTheDocument();
});

it("withdraws a claim that nobody has decided", async () => {
  answers({ "payments.withdrawClaim": () => ({ message: "Reversed" }) });
  await showClaims(claim());
  const takeBack = page.getByRole("button", { name: "Withdraw" });
  await expect.element(takeBack).toBeVisible();
  answers({ "payments.claims": () => [] });
  await takeBack.click();
  await expect.element(takeBack).not.toBeInTheDocument();
  expect(inputsOf("payments.withdrawClaim")).toEqual([{ claimId: "clm_1" }]);
});
