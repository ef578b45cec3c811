import { expect, it } from "vitest";
import { scheduledPaymentReference } from "./scheduled-payment-reference.ts";

const terms = {
  leaseId: "01935f6a-0000-7000-8000-000000000001",
  period: "2026-12-01",
  cents: 145_000,
  dueAt: new Date("2026-12-01T06:00:00Z"),
  payee: "0x5FbDB2315678afecb367f032d93F642f64180aa3",
  salt: `0x${"11".repeat(32)}`,
} as const;

it("stays the same for the same terms", () => {
  expect(scheduledPaymentReference(terms)).toBe(scheduledPaymentReference({ ...terms }));
  expect(scheduledPaymentReference(terms)).toMatchInlineSnapshot(`"0x63a7ac926a3d7a6e3c0da0df5e937ccf4eda7f41cba91a870bf01ca71bfeabb6"`);
});

it.each([
  { leaseId: "01935f6a-0000-7000-8000-000000000002" },
  { period: "2027-01-01" },
  { cents: 145_001 },
  { dueAt: new Date("2026-12-01T06:00:01Z") },
  { payee: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8" as const },
  { salt: `0x${"12".repeat(32)}` as const },
])("differs for a changed term: %o", (changed) => {
  expect(scheduledPaymentReference({ ...terms, ...changed })).not.toBe(scheduledPaymentReference(terms));
});
