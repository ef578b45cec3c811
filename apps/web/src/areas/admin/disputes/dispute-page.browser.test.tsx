import { HearthError } from "@hearth/domain/errors";
import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { answers, inputsOf, never } from "../../../testing/answers.ts";
import { dispute } from "../../../testing/records.ts";
import { show } from "../../../testing/render.tsx";
import { DisputePage } from "./dispute-page.tsx";

it("preselects no result, says on the button what is missing, and fills in the amount that can be refunded", async () => {
  answers({ "disputes.getForAdmin": () => dispute(), "admin.transaction": never });
  await show(<DisputePage disputeId="dsp_1" />);
  const approved = page.getByRole("radio", { name: /Approved/ });
  await expect.element(approved).not.toBeChecked();
  await expect.element(page.getByRole("radio", { name: /Denied/ })).not.toBeChecked();
  await page.getByRole("button", { name: "Choose a result first" }).click();
  await expect.element(page.getByText("Please choose a result")).toBeVisible();
  await approved.click();
  await expect.element(page.getByLabelText("Chargeback amount")).toHaveValue(dispute().amount.toFixed(2));
  await expect.element(page.getByRole("button", { name: `Approve $${dispute().amount.toFixed(2)} refund` })).toBeVisible();
  await page.getByLabelText("Chargeback amount").fill("");
  await expect.element(page.getByRole("button", { name: "Enter the amount first" })).toBeVisible();
  expect(inputsOf("disputes.close")).toEqual([]);
});

it("tells the second of two admins who resolve the same dispute, and keeps their reason", async () => {
  answers({ "disputes.getForAdmin": () => dispute(), "admin.transaction": never });
  await show(<DisputePage disputeId="dsp_1" />);
  await page.getByRole("radio", { name: /Denied/ }).click();
  await page.getByRole("textbox", { name: "Reason", exact: true }).fill("The lift was repaired the same day");
  const resolution = { result: "chargedBack" as const, resultReason: "It was closed for weeks", chargebackAmount: 5, resolvedAt: null };
  answers({
    "disputes.getForAdmin": () => dispute({ status: "closed", resolution }),
    "disputes.close": () => {
      throw new HearthError("DISPUTE_NOT_OPEN");
    },
  });
  await page.getByRole("button", { name: "Deny", exact: true }).click();
  await expect.element(page.getByText("Failed to resolve dispute")).toBeVisible();
  await expect.element(page.getByText("The lift was repaired the same day")).toBeVisible();
  await expect.element(page.getByText("It was closed for weeks")).toBeVisible();
  await expect.element(page.getByRole("form", { name: "Resolve this dispute" })).not.toBeInTheDocument();
  expect(inputsOf("disputes.close")).toMatchObject([{ disputeId: "dsp_1", result: "denied" }]);
});

it("offers no approval where the business has closed, and says why", async () => {
  answers({
    "disputes.getForAdmin": () => dispute({ businessClosed: true }),
    "admin.transaction": never,
    "disputes.close": () => dispute({ businessClosed: true, status: "closed" }),
  });
  await show(<DisputePage disputeId="dsp_1" />);
  await expect.element(page.getByText(/so no one can send a refund/)).toBeVisible();
  await expect.element(page.getByRole("radio", { name: /Approved/ })).not.toBeInTheDocument();
  await page.getByRole("radio", { name: /Denied/ }).click();
  await page.getByRole("textbox", { name: "Reason", exact: true }).fill("Please write to the business");
  await page.getByRole("button", { name: "Deny", exact: true }).click();
  await expect.poll(() => inputsOf("disputes.close")).toMatchObject([{ disputeId: "dsp_1", result: "denied" }]);
});

it("makes the decision the headline: what is owed since when, what was refunded, or that the payment stands", async () => {
  const approved = {
    result: "chargedBack" as const,
    resultReason: "It was closed",
    chargebackAmount: 5,
    resolvedAt: "2026-11-22T15:00:00.000Z",
  };
  const owed = {
    status: "owed" as const,
    amount: 5,
    stillOwed: 5,
    owedSince: "2026-11-22T15:00:00.000Z",
    refundedAt: null,
    transactionHash: null,
  };
  answers({ "disputes.getForAdmin": () => dispute({ status: "closed", resolution: approved, refund: owed }), "admin.transaction": never });
  await show(<DisputePage disputeId="dsp_4" />);
  const amount = page.getByRole("region", { name: "Disputed amount" });
  await expect.element(amount.getByText(/^Juniper Court owes Maya Okafor, since/)).toBeVisible();
  expect(amount.element().textContent).toContain("$5.00");
  await expect.element(page.getByText(/^Refund owed/).first()).toBeVisible();
  const denied = { ...approved, result: "denied" as const, chargebackAmount: 0 };
  answers({ "disputes.getForAdmin": () => dispute({ status: "closed", resolution: denied }), "admin.transaction": never });
  await show(<DisputePage disputeId="dsp_5" />);
  await expect.element(page.getByText("Denied: the payment stands. Maya Okafor had requested")).toBeVisible();
});
