import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { answers, type Answers, inputsOf } from "../../../testing/answers.ts";
import { testFormErrors } from "../../../testing/press.ts";
import { lease, leaseTenant, merchantStats } from "../../../testing/records.ts";
import { show } from "../../../testing/render.tsx";
import { refuse } from "../../../testing/taken.ts";
import { LeaseActs } from "../../../features/rent/acts/lease-acts.tsx";
import { EndForm, UndoLeaseForm } from "../../../features/rent/acts/end-forms.tsx";
import { EntryForm, UndoForm } from "../../../features/rent/acts/entry-forms.tsx";
import { LeaseFacts } from "../../../features/rent/lease-facts.tsx";
import { LeaseForm } from "./lease-form.tsx";
import { MoveOutForm, TenantForm } from "./tenant-forms.tsx";
import { PropertyEdit, PropertyForm, UnitForm } from "./property-forms.tsx";
import { RenewalForm, TermsForm } from "../../../features/rent/acts/terms-form.tsx";

const done = () => undefined;

testFormErrors({
  label: "New property",
  open: () => {
    answers({ "rent.addProperty": refuse });
    return show(<PropertyForm onDone={done} />);
  },
  valid: { name: "Juniper Court", address: "", units: "1A\n1B" },
  invalid: {
    "nothing entered": { values: { name: "", units: "" }, messages: { name: "Enter a name", units: "Enter a unit" } },
    "a blank for a unit": { values: { units: " \n ," }, messages: { units: "Enter a unit" } },
  },
  acceptedCount: () => inputsOf("rent.addProperty").length,
});

const juniper = { _id: "prp_1", name: "Juniper Court", address: "" };

testFormErrors({
  label: "Edit property",
  open: () => {
    answers({ "rent.changeProperty": refuse });
    return show(<PropertyEdit property={juniper} onDone={done} />);
  },
  valid: { name: "Juniper Court", address: "12 Elm Street, Albany, NY 12207" },
  invalid: { "nothing entered": { values: { name: " " }, messages: { name: "Enter a name" } } },
  acceptedCount: () => inputsOf("rent.changeProperty").length,
});

testFormErrors({
  label: "Add a tenant",
  open: () => {
    answers({ "rent.addTenant": refuse });
    return show(<TenantForm leaseId="lse_1" tenant={null} onDone={done} />);
  },
  valid: { name: "Ana Roomer", email: "ana@roomer.example" },
  invalid: {
    "nothing entered": {
      values: { name: "", email: "" },
      messages: { name: "Enter a name", email: "Enter an email address" },
    },
    "no email address": { values: { email: "ana" }, messages: { email: "Please enter a valid email address" } },
  },
  acceptedCount: () => inputsOf("rent.addTenant").length,
});

testFormErrors({
  label: "Correct name or email",
  open: () => {
    answers({ "rent.changeTenant": refuse });
    return show(<TenantForm leaseId="lse_1" tenant={leaseTenant({ hasJoined: false })} onDone={done} />);
  },
  valid: { name: "Maya Okafor", email: "maya.okafor@hearth.test" },
  invalid: { "nothing entered": { values: { name: "" }, messages: { name: "Enter a name" } } },
  acceptedCount: () => inputsOf("rent.changeTenant").length,
});

testFormErrors({
  label: "Moving out",
  open: () => {
    answers({ "rent.moveTenantOut": refuse });
    const mate = leaseTenant({ _id: "ltn_2", name: "Ana Roomer" });
    return show(<MoveOutForm lease={{ _id: "lse_1", tenants: [leaseTenant(), mate] }} tenant={mate} onDone={done} />);
  },
  valid: { movedOutOn: "2026-12-31" },
  invalid: { "nothing entered": { values: { movedOutOn: "" }, messages: { movedOutOn: "Enter a date" } } },
  acceptedCount: () => inputsOf("rent.moveTenantOut").length,
});

testFormErrors({
  label: "New unit",
  open: () => {
    answers({ "rent.addUnit": refuse });
    return show(<UnitForm target={{ propertyId: "prp_1" }} onDone={done} />);
  },
  valid: { name: "4B" },
  invalid: { "nothing entered": { values: { name: "" }, messages: { name: "Enter a unit" } } },
  acceptedCount: () => inputsOf("rent.addUnit").length,
});

testFormErrors({
  label: "Rename a unit",
  open: () => {
    answers({ "rent.renameUnit": refuse });
    return show(<UnitForm target={{ unitId: "unt_1", name: "4B" }} onDone={done} />);
  },
  valid: { name: "4C" },
  invalid: { "nothing entered": { values: { name: "" }, messages: { name: "Enter a unit" } } },
  acceptedCount: () => inputsOf("rent.renameUnit").length,
});

testFormErrors({
  label: "Change of terms",
  open: () => {
    answers({ "rent.changeLease": refuse });
    return show(<TermsForm lease={lease()} onDone={done} />);
  },
  valid: { effectiveFrom: "2027-01-01", rent: "1500.00", graceDays: "3" },
  invalid: {
    "nothing entered": {
      values: { effectiveFrom: "", rent: "" },
      messages: { effectiveFrom: "Enter a date", rent: "Enter an amount, like $1,450" },
    },
  },
  acceptedCount: () => inputsOf("rent.changeLease").length,
});

it("changes the terms to a daily fee with a cap, and sends the version it was based on", async () => {
  answers({ "rent.changeLease": () => ({ _id: "lse_1" }) });
  await show(<TermsForm lease={lease()} onDone={done} />);
  await page.getByLabelText("Late fee").selectOptions("fixed");
  await page.getByLabelText("Fee, in dollars").fill("5");
  await page.getByLabelText("Charged").selectOptions("daily");
  await page.getByRole("textbox", { name: /^Maximum/ }).fill("50");
  await page.getByRole("button", { name: "Change the terms" }).click();
  await expect
    .poll(() => inputsOf("rent.changeLease"))
    .toMatchObject([
      {
        leaseId: "lse_1",
        effectiveFrom: "2027-01-01",
        rent: 1450,
        lateFeeKind: "fixed",
        lateFeeAmount: 5,
        lateFeeRepeats: "daily",
        lateFeeCap: 50,
        seenAt: "2026-11-20T09:00:00.000Z",
      },
    ]);
});

it("says what the law of the property's state allows, and accepts more only after a confirmation", async () => {
  answers({ "rent.changeLease": () => ({ _id: "lse_1" }) });
  await show(<TermsForm lease={lease({ address: "12 Elm Street, Albany, NY 12207" })} onDone={done} />);
  const press = page.getByRole("button", { name: "Change the terms" });
  const meant = page.getByRole("checkbox", { name: "I have checked that this fee is allowed here." });
  await page.getByLabelText("Late fee").selectOptions("fixed");
  await expect.element(page.getByText(/^Late fees in New York: only after a grace period of 5 days, and at most/)).toBeVisible();
  await page.getByLabelText("Grace period (days)").fill("5");
  await page.getByLabelText("Fee, in dollars").fill("50");
  await expect.element(meant).not.toBeInTheDocument();
  await page.getByLabelText("Fee, in dollars").fill("75");
  await press.click();
  await expect.element(page.getByText(/^New York allows at most the lesser of \$50\.00 and 5% of the month's rent/)).toBeVisible();
  expect(inputsOf("rent.changeLease")).toEqual([]);
  await meant.click();
  await press.click();
  await expect.poll(() => inputsOf("rent.changeLease")).toMatchObject([{ lateFeeAmount: 75, beyondLaw: true }]);
});

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

testFormErrors({
  label: "New lease",
  open: () => {
    answers({ "rent.createLease": refuse, ...properties });
    return show(<LeaseForm unitId="unt_1" />);
  },
  valid: {
    tenantName: "Maya Torres",
    tenantEmail: "maya@example.com",
    rent: "1450.00",
    startsOn: "2026-12-01",
    endsOn: "",
    graceDays: "3",
    deposit: "",
  },
  invalid: {
    "nothing entered": {
      values: { tenantName: "", tenantEmail: "", rent: "", startsOn: "" },
      messages: {
        tenantName: "Enter a name",
        tenantEmail: "Enter an email address",
        rent: "Enter an amount, like $1,450",
        startsOn: "Enter a date",
      },
    },
    "an end before the start": { values: { endsOn: "2026-11-30" }, messages: { endsOn: "The end date is before the start date" } },
    "no amounts and no days": {
      values: { rent: "1,45", deposit: "-5", graceDays: "40" },
      messages: {
        rent: "Enter an amount, like $1,450",
        graceDays: "Enter 0 to 31 days",
        deposit: "Enter an amount, like $1,450",
      },
    },
  },
  acceptedCount: () => inputsOf("rent.createLease").length,
});

it("uses the time zone of the business for a new lease, not the browser's", async () => {
  const stats = Promise.withResolvers<void>();
  answers({
    "rent.createLease": refuse,
    ...properties,
    "merchant.stats": async () => {
      await stats.promise;
      return merchantStats({ timeZone: "America/Chicago" });
    },
  });
  await show(<LeaseForm unitId="unt_1" />);
  await expect.poll(() => inputsOf("merchant.stats")).toHaveLength(1);
  expect(page.getByRole("button", { name: "Create lease" }).elements()).toEqual([]);
  stats.resolve();
  const fill = async (label: string, value: string) => page.getByLabelText(label, { exact: true }).fill(value);
  await fill("Tenant's name", "Maya Torres");
  await fill("Tenant's email", "maya@example.com");
  await fill("Monthly rent, in dollars", "1450.00");
  await fill("Start date", "2026-12-01");
  await page.getByRole("button", { name: "Create lease" }).click();
  await expect.poll(() => inputsOf("rent.createLease")).toMatchObject([{ timeZone: "America/Chicago" }]);
});

it("lets a unit to several tenants, and rejects duplicates", async () => {
  answers({ "rent.createLease": refuse, ...properties });
  await show(<LeaseForm unitId="unt_1" />);
  await expect.element(page.getByText("Juniper Court 4B")).toBeVisible();
  const fill = async (label: string, value: string) => page.getByLabelText(label, { exact: true }).fill(value);
  const add = page.getByRole("button", { name: "Add a tenant" });
  const make = page.getByRole("button", { name: "Create lease" });
  await fill("Tenant's name", "Maya Torres");
  await fill("Tenant's email", "maya@example.com");
  await add.click();
  await add.click();
  await fill("Name of tenant 2", "Ben Ito");
  await fill("Email of tenant 2", "Maya@example.com");
  await fill("Name of tenant 3", "Ada Quist");
  await fill("Email of tenant 3", "ada@example.com");
  await fill("Monthly rent, in dollars", "1450.00");
  await fill("Start date", "2026-12-01");
  await make.click();
  await expect.element(page.getByText("Another tenant has this email address")).toBeVisible();
  await page.getByRole("button", { name: "Remove tenant 2" }).click();
  await make.click();
  const tenants = [
    { name: "Maya Torres", email: "maya@example.com" },
    { name: "Ada Quist", email: "ada@example.com" },
  ];
  await expect.poll(() => inputsOf("rent.createLease")).toMatchObject([{ tenants }]);
});

testFormErrors({
  label: "New entry",
  open: () => {
    answers({ "rent.addCredit": refuse, "rent.wrongFees": () => ({ count: 0, amount: 0 }) });
    return show(<EntryForm first="outside" leaseId="lse_1" onDone={done} />);
  },
  valid: { amount: "100", on: "2026-11-20", note: "By check" },
  invalid: {
    "nothing entered": {
      values: { amount: "", on: "", note: "" },
      messages: { amount: "Enter an amount, like $1,450", on: "Enter a date", note: "Enter a description" },
    },
    "more than there is": { values: { amount: "1000000.01" }, messages: { amount: "This is more than $1,000,000.00" } },
  },
  acceptedCount: () => inputsOf("rent.addCredit").length,
});

testFormErrors({
  label: "Void",
  open: () => {
    answers({ "rent.voidCharge": refuse });
    return show(<UndoForm undoing={{ chargeId: "chg_1", description: "A lock" }} onDone={done} />);
  },
  valid: { reason: "The wrong tenant" },
  invalid: { "no reason": { values: { reason: "" }, messages: { reason: "Enter a reason" } } },
  acceptedCount: () => inputsOf("rent.voidCharge").length,
});

testFormErrors({
  label: "End of the lease",
  open: () => {
    answers({ "rent.endLease": refuse });
    return show(<EndForm lease={lease()} onDone={done} onUndo={() => undefined} />);
  },
  valid: { endsOn: "2026-12-31" },
  invalid: { "no day": { values: { endsOn: "" }, messages: { endsOn: "Enter a date" } } },
  acceptedCount: () => inputsOf("rent.endLease").length,
});

testFormErrors({
  label: "Waive",
  open: () => {
    answers({ "rent.voidCharge": refuse });
    return show(<UndoForm undoing={{ chargeId: "chg_1", description: "Late fee", isLateFee: true }} onDone={done} />);
  },
  valid: { reason: "A gift" },
  invalid: { "no reason": { values: { reason: "" }, messages: { reason: "Enter a reason" } } },
  acceptedCount: () => inputsOf("rent.voidCharge").length,
});

it("waives one late fee, or all past and future ones of its rent", async () => {
  answers({ "rent.voidCharge": () => ({ _id: "chg_1" }) });
  await show(
    <UndoForm undoing={{ chargeId: "chg_1", description: "Late fee on rent for December 2026", isLateFee: true }} onDone={done} />,
  );
  await expect.element(page.getByRole("radio", { name: /^This fee only/ })).toBeChecked();
  await page.getByRole("radio", { name: /^All late fees on this rent/ }).click();
  await page.getByLabelText("Reason").fill("We talked about it");
  await page.getByRole("button", { name: "Waive" }).click();
  await expect.poll(() => inputsOf("rent.voidCharge")).toMatchObject([{ chargeId: "chg_1", reason: "We talked about it", fees: "all" }]);
});

it("offers to void the late fees that backdated money makes wrong, and does so by default", async () => {
  answers({
    "rent.addCredit": () => ({ _id: "crd_1", feesVoided: 0 }),
    "rent.wrongFees": ({ on }) => (on === "2026-12-01" ? { count: 3, amount: 30 } : { count: 0, amount: 0 }),
  });
  await show(<EntryForm first="outside" leaseId="lse_1" onDone={done} />);
  const offer = page.getByRole("checkbox", { name: "Also void the 3 late fees that this makes wrong: $30.00" });
  await page.getByLabelText("Amount, in dollars").fill("1450");
  await page.getByLabelText("Date").fill("2026-12-08");
  await expect.poll(() => inputsOf("rent.wrongFees").at(-1)).toEqual({ leaseId: "lse_1", amount: 1450, on: "2026-12-08" });
  await expect.element(offer).not.toBeInTheDocument();
  await page.getByLabelText("Date").fill("2026-12-01");
  await expect.element(offer).toBeChecked();
  await page.getByLabelText("Description").fill("By check");
  await page.getByRole("button", { name: "Record payment" }).click();
  await expect.poll(() => inputsOf("rent.addCredit")).toMatchObject([{ kind: "outside", on: "2026-12-01", voidFees: true }]);
});

testFormErrors({
  label: "Undo the lease",
  open: () => {
    answers({ "rent.undoLease": refuse });
    return show(<UndoLeaseForm lease={lease()} onDone={done} />);
  },
  valid: { reason: "The wrong unit" },
  invalid: { "no reason": { values: { reason: "" }, messages: { reason: "Enter a reason" } } },
  acceptedCount: () => inputsOf("rent.undoLease").length,
});

testFormErrors({
  label: "Renewal of the lease",
  open: () => {
    answers({ "rent.renewLease": refuse });
    return show(<RenewalForm lease={lease({ endsOn: "2026-12-31" })} onDone={done} />);
  },
  valid: { endsOn: "2027-12-31", effectiveFrom: "2027-01-01", rent: "1500.00", graceDays: "3" },
  invalid: {
    "nothing entered": {
      values: { effectiveFrom: "", rent: "" },
      messages: { effectiveFrom: "Enter a date", rent: "Enter an amount, like $1,450" },
    },
    "a day within a month": {
      values: { effectiveFrom: "2027-01-20" },
      messages: { effectiveFrom: "Choose the first day of a month" },
    },
  },
  acceptedCount: () => inputsOf("rent.renewLease").length,
});

it("renews a lease for a year from the day after its end, and sends the version it was based on", async () => {
  answers({ "rent.renewLease": () => ({ _id: "lse_1" }) });
  await show(<RenewalForm lease={lease({ endsOn: "2028-02-29" })} onDone={done} />);
  await page.getByRole("button", { name: "Renew the lease" }).click();
  await expect
    .poll(() => inputsOf("rent.renewLease"))
    .toMatchObject([
      { leaseId: "lse_1", endsOn: "2029-02-28", effectiveFrom: "2028-03-01", rent: 1450, seenAt: "2026-11-20T09:00:00.000Z" },
    ]);
});

it("removes an end date, once for two presses", async () => {
  const { promise, resolve } = Promise.withResolvers<{ _id: string }>();
  answers({ "rent.endLease": () => promise });
  await show(<EndForm lease={lease({ endsOn: "2026-12-31" })} onDone={done} onUndo={() => undefined} />);
  await page.getByRole("button", { name: "Remove the end" }).dblClick();
  resolve({ _id: "lse_1" });
  await expect.element(page.getByText("The lease goes on")).toBeVisible();
  expect(inputsOf("rent.endLease")).toMatchObject([{ leaseId: "lse_1", endsOn: null }]);
});

it("offers to remove an end date only if there is one", async () => {
  await show(<EndForm lease={lease()} onDone={done} onUndo={() => undefined} />);
  await expect.element(page.getByRole("button", { name: "End the lease" })).toBeVisible();
  expect(page.getByRole("button", { name: "Remove the end" }).elements()).toEqual([]);
});

it("says that a lease was undone, and offers no actions on it", async () => {
  const undone = lease({ undoneAt: "2026-11-22T09:00:00.000Z" });
  await show(
    <>
      <LeaseFacts lease={undone} />
      <LeaseActs menu="More" lease={undone} onAct={() => undefined} />
    </>,
  );
  await expect.element(page.getByText("This lease was undone")).toBeVisible();
  expect(page.getByRole("button").elements()).toEqual([]);
});

it("shows a lease's past due amount beside its balance, as the list of tenants does", async () => {
  await show(<LeaseFacts lease={lease({ owed: 3_540, late: 2_360 })} />);
  const facts = [...document.querySelectorAll("dt")].map((label) => [label.textContent, label.nextElementSibling?.textContent]);
  expect(facts.slice(0, 2)).toEqual([
    ["Balance", "$3,540.00"],
    ["Past due", "$2,360.00"],
  ]);
});

it("shows whether bills may be paid in parts, and changes it", async () => {
  answers({ "rent.setPartPayments": () => ({ _id: "lse_1" }) });
  await show(<LeaseFacts lease={lease()} />);
  await page.getByRole("button", { name: "Turn off" }).click();
  await expect.element(page.getByText("Bills must be paid in full from now on")).toBeVisible();
  expect(inputsOf("rent.setPartPayments")).toMatchObject([{ leaseId: "lse_1", partPayments: false }]);
});

it("explains the date of a charge, and not the one of a payment", async () => {
  await show(<EntryForm first="utility" leaseId="lse_1" onDone={done} />);
  await expect.element(page.getByText("The due date.")).toBeVisible();
  await page.getByLabelText("Type").selectOptions("outside");
  await expect.element(page.getByRole("button", { name: "Record payment" })).toBeVisible();
  await expect.element(page.getByText("The due date.")).not.toBeInTheDocument();
});
