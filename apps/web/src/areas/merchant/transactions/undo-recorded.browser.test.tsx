import { page } from "vitest/browser";
import { answers, inputsOf } from "../../../testing/answers.ts";
import { testFormErrors } from "../../../testing/press.ts";
import { show } from "../../../testing/render.tsx";
import { refuse } from "../../../testing/taken.ts";
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
