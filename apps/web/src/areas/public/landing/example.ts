import type { ChartMonth } from "../../../ui/month-chart.tsx";

/** The made-up tenant and landlord whose figures the landing page shows. Times are local, so that they read alike everywhere. */
export const tenantPayment = {
  description: "November rent",
  cents: 145_000,
  merchant: "Juniper Court Apartments",
  apartment: "4B",
  hash: "0x8f3a91c29e417604f88a4142f956b2e31ee99ac860a20278a5b0e2a85e10b04e",
  life: [
    { id: "created", label: "Created", at: new Date(2026, 10, 2, 9, 2, 11) },
    { id: "opened", label: "Checkout opened", at: new Date(2026, 10, 2, 9, 2, 14) },
    { id: "seen", label: "Seen on chain", at: new Date(2026, 10, 2, 9, 3, 1), detail: "Block 53,424,817" },
    { id: "confirmed", label: "Confirmed", at: new Date(2026, 10, 2, 9, 3, 11), detail: "5 of 5 confirmations", state: "good" as const },
    { id: "receipt", label: "Receipt", at: new Date(2026, 10, 2, 9, 3, 11), state: "good" as const },
  ],
};

const settled = [4_692_000, 4_731_000, 4_688_000, 4_815_000, 4_790_500, 4_926_000, 5_012_000, 5_048_000, 5_103_500, 5_021_000, 5_134_000];

export const landlordMonth = {
  completedCents: 4_821_540,
  pendingCents: 293_500,
  currentMonth: "2026-11",
  months: [
    ...settled.map((settledCents, index): ChartMonth => {
      const month = (index + 11) % 12;
      return { month: `${month === 11 ? 2025 : 2026}-${String(month + 1).padStart(2, "0")}`, settledCents, waitingCents: 0 };
    }),
    { month: "2026-11", settledCents: 4_821_540, waitingCents: 293_500 },
  ],
  payments: [
    { payer: "Daniel Reyes", at: new Date(2026, 10, 20), cents: 145_000, status: "pending" as const },
    { payer: "Priya Natarajan", at: new Date(2026, 10, 19), cents: 138_500, status: "completed" as const },
    { payer: "Ingrid Solberg", at: new Date(2026, 10, 18), cents: 162_000, status: "completed" as const },
  ],
};
