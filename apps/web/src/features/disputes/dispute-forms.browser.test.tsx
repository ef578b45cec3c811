import { HearthError } from "@hearth/domain/errors";
import { expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { answers, inputsOf, requestsOf, restAnswers } from "../../testing/answers.ts";
import { enter, formNamed, press, testFormErrors } from "../../testing/press.ts";
import { dispute } from "../../testing/records.ts";
import { show } from "../../testing/render.tsx";
import { countSubmits, refuse } from "../../testing/taken.ts";
import { DisputeDialog } from "./dispute-dialog.tsx";
import { ResponseForm } from "./response-form.tsx";

const { take, taken } = countSubmits();

testFormErrors({
  label: "Respond",
  open: () => show(<ResponseForm disputeId="dsp_1" readers="The merchant" onSend={() => take().then(() => null)} />),
  valid: { comment: "It was off for a week" },
  invalid: {
    "nothing written": { values: { comment: " \n " }, messages: { comment: "Please write a response" } },
    "too much written": { values: { comment: "x".repeat(2_001) }, messages: { comment: "Please use at most 2000 characters" } },
  },
  acceptedCount: taken,
});

testFormErrors({
  label: "Reopen the dispute",
  open: () => {
    answers({ "disputes.reopen": refuse });
    const payment = { id: "pay_1", amount: 900, disputable: 900 };
    return show(<DisputeDialog open onClose={() => undefined} payment={payment} reopening={dispute({ status: "closed" })} />);
  },
  valid: { reason: "The heating was off", amount: "125", description: "" },
  invalid: {
    "nothing entered": {
      values: { reason: "", amount: "" },
      messages: { reason: "Dispute reason is required", amount: "Valid dispute amount is required" },
    },
    "more than was paid": {
      values: { amount: "900.01", description: "x".repeat(2_001) },
      messages: { amount: "The disputed amount can be at most $900.00", description: "Please use at most 2000 characters" },
    },
  },
  acceptedCount: () => inputsOf("disputes.reopen").length,
});

it("says that the dispute is open again if its new text was not saved, and then saves only the text", async () => {
  const onClose = vi.fn<() => void>();
  const update = "PUT /api/disputes/dsp_1/update";
  answers({ "disputes.reopen": () => dispute() });
  restAnswers({
    [update]: () => {
      throw new HearthError("VALIDATION", { message: "The disputed amount can be at most $64.20" });
    },
  });
  const payment = { id: "pay_1", amount: 900, disputable: 900 };
  await show(<DisputeDialog open onClose={onClose} payment={payment} reopening={dispute({ status: "closed" })} />);
  const form = await formNamed("Reopen the dispute");
  enter(form, { reason: "The heating is off again", amount: "120" });
  await press(form);
  const refusal = "Your dispute was reopened, but your changes were not saved: The disputed amount can be at most $64.20";
  await expect.element(page.getByText(refusal)).toBeVisible();
  await expect.element(page.getByText("Dispute reopened successfully!")).not.toBeInTheDocument();
  await expect.element(page.getByLabelText("Reason")).toHaveValue("The heating is off again");
  restAnswers({ [update]: () => Response.json({}) });
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect.element(page.getByText("Dispute reopened successfully!")).toBeVisible();
  expect(onClose).toHaveBeenCalledOnce();
  expect(inputsOf("disputes.reopen")).toHaveLength(1);
  expect(requestsOf(update)).toHaveLength(2);
});
