import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { answers, inputsOf } from "../../../testing/answers.ts";
import { adminMerchant, network } from "../../../testing/records.ts";
import { show } from "../../../testing/render.tsx";
import { MerchantPage } from "./merchant-page.tsx";

const showMerchant = () => show(<MerchantPage merchantId="mer_1" search={{ tab: "details" }} onSearch={() => undefined} />);

const pendingWallet = {
  _id: "pch_1",
  walletAddress: `0x${"b".repeat(40)}`,
  requestedAt: "2026-11-22T10:00:00.000Z",
  takesEffectAt: "2026-11-23T10:00:00.000Z",
};

it("says whether a merchant's wallet is proven, and stops a pending change", async () => {
  let pending: typeof pendingWallet | null = pendingWallet;
  const merchant = () => adminMerchant({ walletProvenAt: null, pendingWallet: pending });
  answers({
    "payments.network": () => network(),
    "admin.merchant": merchant,
    "admin.stopPayoutChange": () => {
      pending = null;
      return merchant();
    },
  });
  await showMerchant();
  await expect.element(page.getByText("Not proven", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Stop this change" }).click();
  await expect.element(page.getByText("The change is stopped")).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Stop this change" })).not.toBeInTheDocument();
  expect(inputsOf("admin.stopPayoutChange")).toEqual([{ merchantId: "mer_1", changeId: "pch_1" }]);
});

it("says since when a merchant's wallet is proven", async () => {
  answers({ "payments.network": () => network(), "admin.merchant": () => adminMerchant({ walletProvenAt: "2026-03-02T12:00:00.000Z" }) });
  await showMerchant();
  await expect.element(page.getByText("Proven since Mar 2, 2026")).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Stop this change" })).not.toBeInTheDocument();
});

it("shows the pending payout wallet change when activating a suspended business", async () => {
  answers({ "payments.network": () => network(), "admin.merchant": () => adminMerchant({ status: "suspended", pendingWallet }) });
  await showMerchant();
  await expect.element(page.getByText(/not before the business is active again/)).toBeVisible();
  await page.getByRole("button", { name: "Edit merchant" }).click();
  await expect.element(page.getByText("A change of the payout wallet waits")).not.toBeInTheDocument();
  await page.getByLabelText("Status").selectOptions("active");
  await expect.element(page.getByText("A change of the payout wallet waits")).toBeVisible();
});
