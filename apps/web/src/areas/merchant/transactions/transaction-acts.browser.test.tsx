import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { answers, inputsOf } from "../../../testing/answers.ts";
import { testFormErrors } from "../../../testing/press.ts";
import { show } from "../../../testing/render.tsx";
import { refuse } from "../../../testing/taken.ts";
import { SendReceipt } from "./send-receipt.tsx";
import { UndoRecorded } from "./undo-recorded.tsx";

testFormErrors({
  label: "Undo this recorded payment",
  open: async () => {
    answers({ "merchant.undoTenantCredit": refuse });
    await show(<UndoRecorded paymentId="pay_1" />);
    await page.getByRole("button", { name: "It is not this tenant's…" }).click();
  },
  valid: { reason: "It was his brother's" },
  invalid: { "no reason": { values: { reason: " " }, messages: { reason: "Please provide a reason" } } },
  acceptedCount: () => inputsOf("merchant.undoTenantCredit").length,
});

it("sends the receipt again, and says when it was sent already", async () => {
  const sentAt = "2026-03-02T12:00:00.000Z";
  let isEarlier = false;
  answers({ "merchant.sendReceipt": () => ({ to: "maya@hearth.test", sentAt, isEarlier }) });
  await show(<SendReceipt paymentId="pay_1" />);
  const button = page.getByRole("button", { name: "Send receipt" });
  await button.click();
  await expect.element(page.getByText(/^Sent to maya@hearth\.test on Mar 2, 2026/)).toBeVisible();
  isEarlier = true;
  await button.click();
  await expect.element(page.getByText(/^Already sent to maya@hearth\.test on Mar 2, 2026/)).toBeVisible();
  expect(inputsOf("merchant.sendReceipt")).toEqual([{ paymentId: "pay_1" }, { paymentId: "pay_1" }]);
});
