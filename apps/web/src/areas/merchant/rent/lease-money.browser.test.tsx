import { HearthError } from "@hearth/domain/errors";
import { expect, it } from "vitest";
import { page } from "vitest/browser";
import type { Outputs } from "../../../lib/trpc.ts";
import { answers, inputsOf } from "../../../testing/answers.ts";
import { testFormErrors } from "../../../testing/press.ts";
import { lease } from "../../../testing/records.ts";
import { show } from "../../../testing/render.tsx";
import { refuse } from "../../../testing/taken.ts";
import { GiveBackForm, KeepForm, LeaseMoney } from "./lease-money.tsx";

const done = () => undefined;
type Money = Outputs["merchant"]["leaseMoney"][number];

/** A deposit of $500.00 that was paid by check. */
function held(more: Partial<Money> = {}): Money {
  const source = { creditId: "lcr_1", paymentId: null, payer: null, onItsWay: 0 };
  return { ...source, chargeId: "chg_9", description: "Deposit", amount: 500, ...more };
}
const over = { isOver: true, endsOn: "2026-10-31", owed: 0, late: 0, dueOn: null, daysLate: 0, held: 500 };

testFormErrors({
  label: "Return",
  open: () => {
    answers({ "merchant.giveBack": refuse });
    return show(<GiveBackForm leaseId="lse_1" money={held()} onBegun={done} onDone={done} />);
  },
  valid: { amount: "500.00", on: "2026-11-20" },
  invalid: {
    "no amount": { values: { amount: "" }, messages: { amount: "Enter an amount, like $1,450" } },
    "more than is held": { values: { amount: "500.01" }, messages: { amount: "At most $500.00" } },
  },
  acceptedCount: () => inputsOf("merchant.giveBack").length,
});

testFormErrors({
  label: "Keep part of the deposit",
  open: () => {
    answers({ "rent.keepDeposit": refuse });
    return show(<KeepForm chargeId="chg_9" max={20_000} onDone={done} />);
  },
  valid: { amount: "200.00", reason: "The door" },
  invalid: {
    "nothing entered": {
      values: { amount: "", reason: "" },
      messages: { amount: "Enter an amount, like $1,450", reason: "Enter a reason" },
    },
    "more than is owed": { values: { amount: "200.01" }, messages: { amount: "At most $200.00" } },
  },
  acceptedCount: () => inputsOf("rent.keepDeposit").length,
});

it("says what must be settled, and records the return of a deposit once", async () => {
  answers({ "merchant.leaseMoney": () => [held()], "merchant.giveBack": () => ({ refund: null }) });
  await show(<LeaseMoney lease={lease({ ...over, settle: { step: "giveBack", amount: 500 } })} />);
  await expect.element(page.getByText("You owe the tenants their deposit. You still hold $500.00 of it.")).toBeVisible();
  await page.getByRole("button", { name: "Return…" }).click();
  await page.getByRole("button", { name: "Record it" }).click();
  await expect
    .poll(() => inputsOf("merchant.giveBack"))
    .toMatchObject([{ leaseId: "lse_1", creditId: "lcr_1", chargeId: "chg_9", amount: 500 }]);
  await expect.element(page.getByText("$500.00 given back")).toBeVisible();
});

it("offers to keep what is owed from the deposit", async () => {
  answers({ "merchant.leaseMoney": () => [held()], "rent.keepDeposit": () => ({ _id: "chg_9" }) });
  await show(<LeaseMoney lease={lease({ ...over, owed: 200, settle: { step: "keep", amount: 200 } })} />);
  await page.getByRole("button", { name: "Keep for unpaid charges…" }).click();
  await page.getByLabelText("Why").fill("The door");
  await page.getByRole("button", { name: "Keep it" }).click();
  await expect.poll(() => inputsOf("rent.keepDeposit")).toMatchObject([{ chargeId: "chg_9", amount: 200, reason: "The door" }]);
});

it("does not offer to keep a deposit for its own unpaid part, and explains what to do about that part", async () => {
  answers({ "merchant.leaseMoney": () => [held({ amount: 200 })] });
  const charges = [{ _id: "chg_9", kind: "deposit" as const, description: "Deposit", open: 300, dueOn: "2026-01-01" }];
  const owing = { ...over, owed: 300, charges };
  await show(<LeaseMoney lease={lease({ ...owing, held: 200, settle: { step: "giveBack", amount: 200 } })} />);
  await expect.element(page.getByText("You owe the tenants their deposit. You still hold $200.00 of it.")).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Return…" })).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Keep for unpaid charges…" })).not.toBeInTheDocument();
  await show(<LeaseMoney lease={lease({ ...owing, held: 0, settle: { step: "pay", amount: 300 } })} />);
  await expect.element(page.getByText(/Of that, \$300\.00 is an unpaid deposit\. Void it in the ledger/)).toBeVisible();
});

it("shows an error if loading fails, and loads on a retry", async () => {
  let hasFailed = false;
  answers({
    "merchant.leaseMoney": () => {
      if (hasFailed) return [held()];
      hasFailed = true;
      throw new HearthError("NOT_FOUND");
    },
  });
  await show(<LeaseMoney lease={lease({ held: 500 })} />);
  await expect.element(page.getByText("Failed to load the tenants' money")).toBeVisible();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.element(page.getByText("Deposit", { exact: true })).toBeVisible();
});
