import { expect, it } from "vitest";
import { settledMonths, sumUpMonth } from "./ledger-months.ts";
import type { LedgerLine } from "./ledger-columns.tsx";

type Line = Parameters<typeof settledMonths>[0]["lines"][number];

function line(on: string, kind: LedgerLine["kind"], amount: number, { balance = 0, open = 0 } = {}): Line {
  const charge = kind === "charge" ? { _id: "chg", kind: "rent" as const, dueOn: on, open, isVoided: false } : null;
  return { on, kind, amount, balance, charge };
}
const paidMonth = (month: string) => [line(`${month}-02`, "payment", -1450), line(`${month}-01`, "charge", 1450, { balance: 1450 })];

it("sums up a month: voided charges and returned money count as nothing, credits are no payment", () => {
  const lines = [
    line("2026-05-09", "credit", -50, { balance: -100 }),
    line("2026-05-08", "refund", 100),
    line("2026-05-07", "outside", -1550.1),
    line("2026-05-06", "void", -75),
    line("2026-05-05", "charge", 75),
    line("2026-05-01", "charge", 1450.1),
  ];
  expect(sumUpMonth(lines)).toEqual({ chargedCents: 145_010, paidCents: 145_010, creditedCents: 5_000, balanceCents: -10_000 });
});

it("keeps the present month, the newest one, open ones and an incomplete one unfolded", () => {
  const open = line("2026-07-01", "charge", 1450, { open: 20 });
  const lines = [...paidMonth("2026-10"), ...paidMonth("2026-09"), ...paidMonth("2026-08"), open, ...paidMonth("2026-06")];
  const fold = (thisMonth: string, hasMore: boolean) => [...settledMonths({ lines, hasMore, thisMonth })];
  expect(fold("2026-12", true)).toEqual(["2026-09", "2026-08"]);
  expect(fold("2026-09", false)).toEqual(["2026-08", "2026-06"]);
  expect([...settledMonths({ lines: [], hasMore: false, thisMonth: "2026-09" })]).toEqual([]);
});
