import { page } from "vitest/browser";
import { answers, inputsOf } from "../../../testing/answers.ts";
import { itSaysWhatIsWrong } from "../../../testing/press.ts";
import { network } from "../../../testing/records.ts";
import { show } from "../../../testing/render.tsx";
import { refuse } from "../../../testing/taken.ts";
import { PaymentRefunds } from "./payment-refunds.tsx";

itSaysWhatIsWrong({
  label: "Refund",
  open: async () => {
    const wallet = "0x71C3E54D8b19f3A20c6b8f34De7b0a154C9A0d2B";
    answers({
      "merchant.refunds": () => ({ items: [], oddTransfers: [], owed: [], refundable: 900, extra: 0, to: wallet, from: [wallet] }),
      "merchant.refundPayment": refuse,
      "payments.network": () => network(),
    });
    await show(<PaymentRefunds paymentId="pay_1" />);
    await page.getByRole("button", { name: "Refund…" }).click();
  },
  right: { amount: "100" },
  wrong: {
    "no amount": { values: { amount: "" }, says: { amount: "Please enter a valid amount" } },
    "not an amount": { values: { amount: "1e2" }, says: { amount: "Please enter a valid amount" } },
    "more than is left": { values: { amount: "900.01" }, says: { amount: "At most $900.00 can be refunded" } },
  },
  taken: () => inputsOf("merchant.refundPayment").length,
});
