import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { answers, inputsOf } from "../../../testing/answers.ts";
import { adminMerchant, network } from "../../../testing/records.ts";
import { show } from "../../../testing/render.tsx";
import { MerchantDetails } from "./merchant-details.tsx";

const pendingWallet = {
  _id: "pch_1",
  walletAddress: `0x${"b".repeat(40)}`,
  requestedAt: "2026-11-22T10:00:00.000Z",
  takesEffectAt: "2026-11-23T10:00:00.000Z",
};

it("says whether a merchant's wallet is proven, and stops another that waits", async () => {
  answers({
    "payments.network": () => network(),
    "admin.stopPayoutChange": () => adminMerchant(),
  });
  await show(<MerchantDetails merchant={adminMerchant({ walletProvenAt: null, pendingWallet })} />);
  await expect.element(page.getByText("Not proven", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Stop this change" }).click();
  await expect.element(page.getByText("The change is stopped")).toBeVisible();
  expect(inputsOf("admin.stopPayoutChange")).toEqual([{ merchantId: "mer_1", changeId: "pch_1" }]);
});

it("says since when a merchant's wallet is proven", async () => {
  answers({ "payments.network": () => network() });
  await show(<MerchantDetails merchant={adminMerchant({ walletProvenAt: "2026-03-02T12:00:00.000Z" })} />);
  await expect.element(page.getByText("Proven since Mar 2, 2026")).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Stop this change" })).not.toBeInTheDocument();
});
