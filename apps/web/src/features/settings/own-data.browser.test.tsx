import { closingObstacles } from "@hearth/domain/account/closing";
import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { answers, inputsOf } from "../../testing/answers.ts";
import { testFormErrors } from "../../testing/press.ts";
import { show } from "../../testing/render.tsx";
import { refuse } from "../../testing/taken.ts";
import { CloseAccountForm } from "./close-account.tsx";
import { OwnData } from "./own-data.tsx";

testFormErrors({
  label: "Close your account",
  open: () => {
    answers({ "account.close": refuse });
    return show(<CloseAccountForm ownsBusiness />);
  },
  valid: { email: "maya@hearth.test" },
  invalid: { "nothing entered": { values: { email: "" }, messages: { email: "Please enter your email" } } },
  acceptedCount: () => inputsOf("account.close").length,
});

it("lists what must be done before the account can be closed", async () => {
  const message = "You have an open payment. Pay or cancel it, or wait until it has ended.";
  answers({ "account.closing": () => ({ obstacles: [{ code: "openPayment", message, until: null }], ownsBusiness: false }) });
  await show(<OwnData />);
  await page.getByRole("button", { name: "Close your account…" }).click();
  await expect.element(page.getByText(message)).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Close it for good" })).not.toBeInTheDocument();
});

it("asks for the account's email before closing it, and downloads its data", async () => {
  answers({
    "account.closing": () => ({ obstacles: [], ownsBusiness: true }),
    "account.exportData": () => ({
      fileName: "hearth-account-2026-03-02.json",
      json: "{}",
      cursor: inputsOf("account.exportData").length < 2 ? "next" : null,
    }),
  });
  await show(<OwnData />);
  await page.getByRole("button", { name: "Download your data" }).click();
  await expect.poll(() => inputsOf("account.exportData")).toEqual([{}, { cursor: "next" }]);
  await page.getByRole("button", { name: "Close your account…" }).click();
  await expect.element(page.getByText(/Your business closes with it/)).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Close it for good" })).toBeVisible();
});

it("shows until when payers can file a dispute with the business", async () => {
  const message = closingObstacles.disputablePayment;
  const until = "2027-02-26T12:00:00.000Z";
  answers({ "account.closing": () => ({ obstacles: [{ code: "disputablePayment", message, until }], ownsBusiness: true }) });
  await show(<OwnData />);
  await page.getByRole("button", { name: "Close your account…" }).click();
  await expect.element(page.getByText(/hand it to a co-owner\. The last day for one is .*2027\./)).toBeVisible();
});
