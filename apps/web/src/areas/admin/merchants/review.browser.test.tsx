import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { answers, inputsOf } from "../../../testing/answers.ts";
import { testFormErrors } from "../../../testing/press.ts";
import { adminMerchant, network } from "../../../testing/records.ts";
import { show } from "../../../testing/render.tsx";
import { refuse } from "../../../testing/taken.ts";
import { MerchantPage } from "./merchant-page.tsx";
import { RefuseForm } from "./review-decision.tsx";
import { ReviewQueue } from "./review-queue.tsx";

const compared = (_id: string, name: string, email: string) => ({
  _id,
  name,
  email,
  contactName: "Ada Lang",
  phoneNumber: "555 0199",
  address: "1 Court Street, Austin, TX 78701, United States",
  createdAt: "2026-11-20T09:00:00.000Z",
  timeZone: "America/New_York",
});
const held = {
  heldAt: "2026-11-21T09:00:00.000Z",
  merchant: compared("mer_2", "Jun1per Court", "new@juniper.test"),
  lookAlike: compared("mer_1", "Juniper Court", "office@juniper.test"),
};

testFormErrors({
  label: "Decline a merchant",
  open: () => {
    answers({ "admin.refuseMerchant": refuse });
    return show(<RefuseForm merchantId="mer_2" onDone={() => undefined} />);
  },
  valid: { reason: "This is not your house" },
  invalid: { "no reason": { values: { reason: " " }, messages: { reason: "Enter a reason" } } },
  acceptedCount: () => inputsOf("admin.refuseMerchant").length,
});

it("shows a waiting business beside the existing one, and approves it", async () => {
  let waiting = [held];
  answers({
    "admin.heldMerchants": () => waiting,
    "admin.approveMerchant": () => {
      waiting = [];
      return adminMerchant({ _id: "mer_2", review: "approved" });
    },
  });
  await show(<ReviewQueue />);
  await expect.element(page.getByText("new@juniper.test")).toBeVisible();
  await expect.element(page.getByText("office@juniper.test")).toBeVisible();
  await expect.element(page.getByText("Different: “1” instead of “i”.")).toBeVisible();
  expect(
    page
      .getByRole("mark")
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(["1", "i"]);
  await expect.element(page.getByText(/^Approve: people can pay Jun1per Court\. Decline: Jun1per Court becomes inactive/)).toBeVisible();
  await page.getByRole("button", { name: "Approve Jun1per Court" }).click();
  await expect.element(page.getByText("No businesses are waiting for review.")).toBeVisible();
  expect(inputsOf("admin.approveMerchant")).toEqual([{ merchantId: "mer_2" }]);
});

it("declines a business with a reason", async () => {
  let waiting = [held];
  answers({
    "admin.heldMerchants": () => waiting,
    "admin.refuseMerchant": () => {
      waiting = [];
      return adminMerchant({ _id: "mer_2", name: "Jun1per Court", review: "refused", refusalReason: "Not you" });
    },
  });
  await show(<ReviewQueue />);
  await page.getByRole("button", { name: "Decline Jun1per Court" }).click();
  await page.getByLabelText("Reason").fill("Not you");
  await page.getByRole("button", { name: "Decline", exact: true }).click();
  await expect.element(page.getByText("No businesses are waiting for review.")).toBeVisible();
  expect(inputsOf("admin.refuseMerchant")).toEqual([{ merchantId: "mer_2", reason: "Not you" }]);
});

it("says on a merchant's page that it is not reviewed, and approves it", async () => {
  let merchant = adminMerchant({ name: "Juniper Court" });
  answers({
    "payments.network": () => network(),
    "admin.merchant": () => merchant,
    "admin.approveMerchant": () => {
      merchant = { ...merchant, review: "approved" };
      return merchant;
    },
  });
  await show(<MerchantPage merchantId="mer_1" search={{ tab: "details" }} onSearch={() => undefined} />);
  await expect.element(page.getByText("Not reviewed yet")).toBeVisible();
  await page.getByRole("button", { name: "Approve Juniper Court" }).click();
  await expect.element(page.getByText("Approved", { exact: true })).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Approve Juniper Court" })).not.toBeInTheDocument();
  await expect.element(page.getByRole("button", { name: /^Decline/ })).not.toBeInTheDocument();
  await page.getByRole("button", { name: "Change the decision about Juniper Court" }).click();
  await expect.element(page.getByRole("dialog", { name: "Decline Juniper Court" })).toBeVisible();
});
