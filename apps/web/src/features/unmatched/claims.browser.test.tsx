import { HearthError } from "@hearth/domain/errors";
import { describe, expect, it } from "vitest";
import { page } from "vitest/browser";
import { answers, inputsOf } from "../../testing/answers.ts";
import { testFormErrors } from "../../testing/press.ts";
import { oddTransfer } from "../../testing/records.ts";
import { show } from "../../testing/render.tsx";
import { refuse } from "../../testing/taken.ts";
import type { Area, OddTransfer } from "./area.ts";
import { TransferClaims } from "./claims.tsx";

function claim(more: Partial<OddTransfer["claims"][number]> = {}): OddTransfer["claims"][number] {
  return {
    _id: "clm_1",
    paymentId: "pay_1",
    payer: "Maya Okafor",
    aptNumber: "4B",
    description: "March rent",
    paymentAmount: 900,
    amount: 900,
    sentOn: "2026-03-01",
    fits: { amount: true, day: true },
    outcome: { kind: "exact", by: 0 },
    createdAt: "2026-03-02T12:00:00.000Z",
    ...more,
  };
}

async function showClaims(area: Area = "merchant", claims = [claim()]): Promise<() => number> {
  let done = 0;
  const onDone = () => {
    done += 1;
  };
  await show(<TransferClaims area={area} transfer={oddTransfer({ claims })} onDone={onDone} />);
  return () => done;
}

const attach = page.getByRole("button", { name: "Attach" });

describe("a claim on a transfer", () => {
  it("shows who claims it, for how much and when, and what matches", async () => {
    await showClaims("merchant", [
      claim(),
      claim({ _id: "clm_2", payer: "Noor Haddad", aptNumber: null, fits: { amount: false, day: true } }),
    ]);
    await expect.element(page.getByText("Claimed by Maya Okafor, Apt\u00a04B, for $900.00 on Mar 1, 2026")).toBeVisible();
    await expect.element(page.getByText("Claimed by Noor Haddad, for $900.00 on Mar 1, 2026")).toBeVisible();
    await expect.element(page.getByText(/The amount and the day are those of this transfer/)).toBeVisible();
    await expect.element(page.getByText(/the amount is not/)).toBeVisible();
  });

  it.each(["merchant", "admin"] as const)("is attached by the %s with one click", async (area) => {
    const attached = () => ({ message: "The transfer is attached." });
    answers({ "merchant.confirmClaim": attached, "admin.confirmClaim": attached });
    const done = await showClaims(area);
    await attach.click();
    await expect.poll(done).toBe(1);
    expect(inputsOf(`${area}.confirmClaim`)).toMatchObject([{ claimId: "clm_1", transferId: "trf_1" }]);
  });

  it("shows why it cannot be attached, and stays in the list", async () => {
    answers({
      "merchant.confirmClaim": () => {
        throw new HearthError("CONFLICT", { message: "The transfer is less than the payment's amount" });
      },
    });
    const done = await showClaims();
    await attach.click();
    await expect.element(page.getByLabelText("Notifications").getByText("The transfer is less than the payment's amount")).toBeVisible();
    expect(done()).toBe(0);
  });
});

testFormErrors({
  label: "Decline the claim",
  open: async () => {
    answers({ "merchant.refuseClaim": refuse });
    await showClaims();
    await page.getByRole("button", { name: "Decline…" }).click();
  },
  valid: { reason: "It is the deposit of flat 2" },
  invalid: { "no reason": { values: { reason: " " }, messages: { reason: "Please provide a reason" } } },
  acceptedCount: () => inputsOf("merchant.refuseClaim").length,
});
