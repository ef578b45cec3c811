import { answers, inputsOf } from "../../testing/answers.ts";
import { testFormErrors } from "../../testing/press.ts";
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
  valid: { reason: "The heating was off", amount: "120", description: "" },
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
