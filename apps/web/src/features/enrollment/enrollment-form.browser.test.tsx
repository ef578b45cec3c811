import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { answers, inputsOf } from "../../testing/answers.ts";
import { testFormErrors } from "../../testing/press.ts";
import { listedMerchant, standing } from "../../testing/records.ts";
import { show } from "../../testing/render.tsx";
import { countSubmits } from "../../testing/taken.ts";
import { EnrollmentForm } from "./enrollment-form.tsx";

const { take, taken } = countSubmits();
const empty = { street: "", aptNumber: "", city: "", state: "", zipCode: "", phoneNumber: "", selectedMerchantId: "" };

testFormErrors({
  label: "Enrollment",
  open: () => {
    answers({ "merchant.standing": () => standing() });
    return show(
      <EnrollmentForm merchants={[listedMerchant()]} initial={empty} submitLabel="Continue" onSubmit={take} onDone={() => undefined} />,
    );
  },
  valid: {
    selectedMerchantId: "mer_1",
    street: "12 Hill Road",
    aptNumber: "4B",
    city: "Austin",
    state: "TX",
    zipCode: "78701",
    phoneNumber: "555 0100",
  },
  invalid: {
    "nothing entered": {
      values: empty,
      messages: {
        selectedMerchantId: "Please select a merchant",
        street: "Street address is required",
        city: "City is required",
        state: "State is required",
        zipCode: "ZIP code is required",
        phoneNumber: "Phone number is required",
      },
    },
    "blanks and too long an apartment": {
      values: { street: "  ", aptNumber: "x".repeat(31), city: "\t" },
      messages: { street: "Street address is required", aptNumber: "Please use at most 30 characters", city: "City is required" },
    },
  },
  acceptedCount: taken,
});

it("warns that the chosen merchant's wallet is unproven, and shows nothing before a choice", async () => {
  answers({ "merchant.standing": () => standing({ walletProven: false }) });
  await show(
    <EnrollmentForm merchants={[listedMerchant()]} initial={empty} submitLabel="Continue" onSubmit={take} onDone={() => undefined} />,
  );
  expect(inputsOf("merchant.standing")).toEqual([]);
  await page.getByLabelText("Merchant").selectOptions("mer_1");
  await expect.element(page.getByText("Juniper Court has not proven this wallet yet.")).toBeVisible();
  expect(inputsOf("merchant.standing")).toEqual([{ selectedMerchantId: "mer_1" }]);
});

it("asks the payer once whether they know an unreviewed merchant before they can enroll", async () => {
  const stranger = standing({ reviewed: false, emailConfirmed: false, since: "2026-11-20T12:00:00.000Z" });
  answers({ "merchant.standing": () => stranger, "merchant.acknowledge": () => ({ ...stranger, acknowledged: true }) });
  await show(
    <EnrollmentForm merchants={[listedMerchant()]} initial={empty} submitLabel="Continue" onSubmit={take} onDone={() => undefined} />,
  );
  await page.getByLabelText("Merchant").selectOptions("mer_1");
  await expect.element(page.getByText("New here since November 2026, not reviewed yet")).toBeVisible();
  await expect.element(page.getByText("Juniper Court says that it is in Austin.", { exact: false })).toBeVisible();
  await expect.element(page.getByText("it has not confirmed its email. Continue only if", { exact: false })).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Continue" })).toBeDisabled();
  await page.getByRole("button", { name: "I know Juniper Court" }).click();
  await expect.element(page.getByRole("button", { name: "Continue" })).toBeEnabled();
  await expect.element(page.getByText("New here since November 2026, not reviewed yet, Austin, email not confirmed")).toBeVisible();
  expect(inputsOf("merchant.acknowledge")).toEqual([{ selectedMerchantId: "mer_1" }]);
});
