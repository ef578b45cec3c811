import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { answers, type Answers, inputsOf } from "../../../testing/answers.ts";
import { merchantStats } from "../../../testing/records.ts";
import { at, show } from "../../../testing/render.tsx";
import { refuse } from "../../../testing/taken.ts";
import { LeaseForm } from "./lease-form.tsx";

const units = [{ _id: "unt_1", name: "4B", lease: null }];
const properties: Answers = {
  "auth.emailStanding": () => ({ email: "dana@hearth.test", confirmed: true, newEmail: null, returned: null }),
  "merchant.stats": () => merchantStats({ timeZone: "America/New_York" }),
  "rent.properties": () => ({
    items: [{ _id: "prp_1", name: "Juniper Court", address: "2140 Juniper Court", units }],
    nextCursor: null,
    isCut: false,
  }),
};

it("says before it makes a lease that began before what it will charge, and asks whether late fees are wanted", async () => {
  at("2026-11-25T12:00:00Z");
  answers({ "rent.createLease": refuse, ...properties });
  await show(<LeaseForm unitId="unt_1" />);
  const fill = async (label: string, value: string) => page.getByLabelText(label, { exact: true }).fill(value);
  await fill("Tenant's name", "Maya Torres");
  await fill("Tenant's email", "maya@example.com");
  await fill("Monthly rent, in dollars", "1450.00");
  await page.getByLabelText("Late fee").selectOptions("fixed");
  await fill("Fee, in dollars", "50");
  await fill("Start date", "2026-09-15");
  const make = page.getByRole("button", { name: "Create lease" });
  await make.click();
  await expect.element(page.getByText("Choose the first month to charge")).toBeVisible();
  const month = page.getByLabelText("First month to charge");
  await month.selectOptions("December 2026");
  await expect.element(page.getByText("$1,450.00 is charged as soon as you create the lease")).toBeVisible();
  await expect.element(page.getByRole("checkbox", { name: /^Charge late fees/ })).not.toBeInTheDocument();
  await month.selectOptions("October 2026");
  await expect.element(page.getByText("$4,350.00 is charged as soon as you create the lease")).toBeVisible();
  await page.getByLabelText("Charge late fees for these months too: $100.00 by today").click();
  await make.click();
  await expect.poll(() => inputsOf("rent.createLease")).toMatchObject([{ chargedFrom: "2026-10-01", pastLateFees: true }]);
  // From its own first month on, it is charged as a lease that begins here, with its deposit.
  await month.selectOptions("September 2026");
  await page.getByRole("textbox", { name: /^Security deposit/ }).fill("500");
  await expect.element(page.getByText("$5,623.33 is charged as soon as you create the lease")).toBeVisible();
  await make.click();
  await expect.poll(() => inputsOf("rent.createLease").at(-1)).toMatchObject({ deposit: 500, pastLateFees: true });
  expect(inputsOf("rent.createLease").at(-1)).not.toHaveProperty("chargedFrom");
});

it("says of past months with more late fees than a new lease takes that it cannot be made so, until a later month or no fees are chosen", async () => {
  at("2026-11-25T12:00:00Z");
  answers({ "rent.createLease": refuse, ...properties });
  await show(<LeaseForm unitId="unt_1" />);
  await page.getByLabelText("Monthly rent, in dollars", { exact: true }).fill("1450.00");
  await page.getByLabelText("Late fee").selectOptions("fixed");
  await page.getByLabelText("Fee, in dollars", { exact: true }).fill("5");
  await page.getByLabelText("Charged").selectOptions("daily");
  await page.getByLabelText("Start date", { exact: true }).fill("2022-01-01");
  const month = page.getByLabelText("First month to charge");
  await month.selectOptions("January 2022");
  const warning = page.getByText(/^These months and their late fees are [\d,]+ charges/);
  const lateFeesBox = page.getByRole("checkbox", { name: /^Charge late fees for these months too/ });
  await expect.element(page.getByText("60 months of rent.")).toBeVisible();
  await expect.element(warning).not.toBeInTheDocument();
  await lateFeesBox.click();
  await expect.element(warning).toBeVisible();
  const limit = page.getByText(/takes at most 1,000\. Please charge it from a later month, or without late fees\.$/);
  await expect.element(limit).toBeVisible();
  await expect.element(page.getByText("This lease cannot be created like this")).toBeVisible();
  await month.selectOptions("October 2026");
  await expect.element(warning).not.toBeInTheDocument();
  await month.selectOptions("January 2022");
  await expect.element(warning).toBeVisible();
  await lateFeesBox.click();
  await expect.element(warning).not.toBeInTheDocument();
});
