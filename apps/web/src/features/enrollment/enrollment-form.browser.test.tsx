import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { answers, inputsOf } from "../../testing/answers.ts";
import { itSaysWhatIsWrong } from "../../testing/press.ts";
import { listedMerchant } from "../../testing/records.ts";
import { show } from "../../testing/render.tsx";
import { takings } from "../../testing/taken.ts";
import { EnrollmentForm } from "./enrollment-form.tsx";

const { take, taken } = takings();
const empty = { street: "", aptNumber: "", city: "", state: "", zipCode: "", phoneNumber: "", selectedMerchantId: "" };

itSaysWhatIsWrong({
  label: "Enrollment",
  open: () => {
    answers({ "merchant.standing": () => ({ walletProven: true }) });
    return show(
      <EnrollmentForm merchants={[listedMerchant()]} initial={empty} submitLabel="Continue" onSubmit={take} onDone={() => undefined} />,
    );
  },
  right: {
    selectedMerchantId: "mer_1",
    street: "12 Hill Road",
    aptNumber: "4B",
    city: "Austin",
    state: "TX",
    zipCode: "78701",
    phoneNumber: "555 0100",
  },
  wrong: {
    "nothing entered": {
      values: empty,
      says: {
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
      says: { street: "Street address is required", aptNumber: "Please use at most 30 characters", city: "City is required" },
    },
  },
  taken,
});

it("says of the merchant that is chosen that nobody has proven its wallet, and nothing while none is chosen", async () => {
  answers({ "merchant.standing": () => ({ walletProven: false }) });
  await show(
    <EnrollmentForm merchants={[listedMerchant()]} initial={empty} submitLabel="Continue" onSubmit={take} onDone={() => undefined} />,
  );
  expect(inputsOf("merchant.standing")).toEqual([]);
  await page.getByLabelText("Merchant").selectOptions("mer_1");
  await expect.element(page.getByText("Juniper Court has not yet proved this wallet.")).toBeVisible();
  expect(inputsOf("merchant.standing")).toEqual([{ selectedMerchantId: "mer_1" }]);
});
