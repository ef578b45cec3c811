import { expect, it } from "vitest";
import { usualPayment } from "./usual-payment.ts";

const payment = (id: string, amount: number, status: "completed" | "pending" | "failed" = "completed") => ({
  id,
  amount,
  status,
  short: null,
});

it("offers the largest completed payment again, the newest among equals", () => {
  const rent = payment("november", 1450);
  expect(usualPayment([payment("water", 64.2), rent, payment("october", 1450)])).toBe(rent);
});

it("offers only payments that were completed in full", () => {
  expect(usualPayment([payment("open", 1450, "pending"), payment("lost", 1450, "failed")])).toBeUndefined();
  expect(usualPayment([{ ...payment("part", 900), short: { received: 400, missing: 500 } }])).toBeUndefined();
  expect(usualPayment([])).toBeUndefined();
});
