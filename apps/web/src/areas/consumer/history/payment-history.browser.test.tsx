import { limits } from "@hearth/domain/limits";
import { inputsOf } from "../../../testing/answers.ts";
import { itShowsEachState, longWord } from "../../../testing/list-states.ts";
import { account, payment } from "../../../testing/records.ts";
import { signIn } from "../../../testing/render.tsx";

const most = 99_999;

itShowsEachState({
  caption: "Payments",
  path: "/payment-history",
  signIn,
  around: {
    "auth.me": () => account(),
    "payments.historyTotals": () => ({
      count: { all: 2, pending: most, completed: most, failed: most, cancelled: most },
      months: [{ month: "2026-03", count: most, paidCount: most, paid: 9_999_999.99 }],
    }),
  },
  give: (answer) => ({ "payments.list": answer }),
  requests: () => inputsOf("payments.list"),
  empty: "You have not paid anything yet.",
  failed: "Failed to load transactions. Please try again later.",
  row: payment(),
  shows: ["March rent", "Completed"],
  second: payment({ id: "pay_2", description: "April rent" }),
  overlong: payment({
    id: "pay_3",
    description: longWord(limits.descriptionMaxLength),
    merchant: longWord(limits.businessNameMaxLength),
    amount: 9_999_999.99,
    transactionHash: `0x${"f".repeat(64)}`,
    refundOwed: true,
  }),
});
