import { dayIn } from "@hearth/domain/rent/calendar";
import { HearthError } from "@hearth/domain/errors";
import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { Outputs } from "../../../../lib/trpc.ts";
import { type Answers, answers, inputsOf, offline } from "../../../../testing/answers.ts";
import { account, merchantStats, network, tenancy } from "../../../../testing/records.ts";
import { onPhone, openPage, reload, show, signIn } from "../../../../testing/render.tsx";
import { expectFits } from "../../../../testing/fits.ts";
import { testFormErrors } from "../../../../testing/press.ts";
import { refuse } from "../../../../testing/taken.ts";
import { dayWords } from "../../../../ui/dates.ts";
import { ChargeSeveral } from "./charge-several.tsx";
import { keepChosenLeases, readChosenLeases } from "./chosen-leases.ts";
import { RecordSeveral } from "./record-several.tsx";
import { RemindSeveral } from "./remind-several.tsx";
import { RenewSeveral } from "./renew-several.tsx";
import { longWord } from "../../../../testing/list-states.ts";

type Tenancy = Outputs["rent"]["tenants"]["items"][number];

const leaseOf = (place: number, more: Partial<Tenancy> = {}) =>
  tenancy({ _id: `lse_${place}`, unit: `${place}A`, tenants: [`Tenant ${place}`], owed: 100 * place, ...more });
const three = [leaseOf(1), leaseOf(2), leaseOf(3)];

async function open(path: string, leases: Tenancy[], more: Answers = {}) {
  answers({
    "auth.me": () => account({ role: "merchant" }),
    "merchant.stats": () => merchantStats(),
    "payments.network": () => network(),
    "rent.properties": () => ({ items: [], nextCursor: null, isCut: false }),
    "rent.tenants": () => ({ items: leases, nextCursor: null }),
    "rent.tenantSums": () => ({ leases: 3, hasMoreLeases: false, pastDueLeases: 0, pastDue: 0, balance: 600, credit: 0, isCut: false }),
    ...more,
  });
  signIn({ role: "merchant" });
  return openPage(path);
}

const done = (items: readonly { leaseId: string }[]) => ({
  items: items.map(({ leaseId }) => ({ leaseId, _id: `crd_${leaseId}`, refused: null, feesVoided: leaseId === "lse_2" ? 2 : 0 })),
});

it("offers the leases that were chosen in a list to their user alone", () => {
  signIn({ role: "merchant" });
  keepChosenLeases(three);
  expect(readChosenLeases()).toEqual(three);
  signIn({ role: "merchant", _id: "usr_2" });
  expect(readChosenLeases()).toEqual([]);
});

it.each([
  ["charge", "You have no lease to charge."],
  ["record", "No tenant has a balance."],
  ["renew", "No lease ends within 60 days."],
  ["remind", "No one is past due."],
])("says that there is nothing to %s, and offers no button", async (act, words) => {
  await open(`/merchant/leases/several?act=${act}`, []);
  await expect.element(page.getByText(words)).toBeVisible();
  expect(page.getByRole("main").getByRole("button").elements()).toEqual([]);
});

it("reads every unit's name at 768 pixels", async () => {
  await page.viewport(768, 900);
  await open("/merchant/leases/several?act=record", three);
  const unit = page.getByRole("rowheader", { name: "Juniper Court 1A" });
  await expect.element(unit).toBeVisible();
  expect(unit.element().getBoundingClientRect().height).toBeLessThan(70);
});

it("records a morning's checks with Enter and Tab alone", async () => {
  await open("/merchant/leases/several?act=record", three, { "rent.creditMany": ({ items }) => done(items) });
  const search = page.getByRole("searchbox", { name: "Find a tenant or unit" });
  await search.click();
  await userEvent.keyboard("2a{Enter}");
  await expect.element(page.getByRole("textbox", { name: "Received, Juniper Court 2A" })).toHaveFocus();
  await userEvent.keyboard("150{Enter}1042{Enter}");
  await expect.element(search).toHaveFocus();
  await userEvent.keyboard("tenant 3{Enter}{Tab}");
  await expect.element(page.getByRole("textbox", { name: "Check number, Juniper Court 3A" })).toHaveFocus();
  await page.getByRole("checkbox", { name: "Select Juniper Court 3A" }).click();
  await expect.element(page.getByText("2 payments, $450.00 in all")).toBeVisible();
  await page.getByRole("textbox", { name: "Date received" }).fill("2026-01-02");
  await expect.element(page.getByRole("checkbox", { name: /^Also void late fees/ })).toBeChecked();
  await page.getByRole("button", { name: "Record 2 payments" }).dblClick();
  await expect.element(page.getByText("Recorded: 2 leases")).toBeVisible();
  await expect.element(page.getByText("Juniper Court 2A: 2 late fees voided")).toBeVisible();
  const [sent, ...others] = inputsOf("rent.creditMany");
  expect(others).toEqual([]);
  expect(sent?.items).toMatchObject([
    { leaseId: "lse_2", kind: "outside", amount: 150, note: "Check 1042", voidFees: true },
    { leaseId: "lse_3", kind: "outside", amount: 300, note: "Payment received" },
  ]);
});

it("says of each lease what was refused and why, and undoes what was done", async () => {
  await open("/merchant/leases/several?act=charge", three, {
    "rent.chargeMany": ({ items }) => ({
      items: items.map(({ leaseId }) =>
        leaseId === "lse_2"
          ? { leaseId, _id: null, refused: "This lease has as many open charges as it may have" }
          : { leaseId, _id: `chg_${leaseId}`, refused: null },
      ),
    }),
    "rent.voidCharge": ({ chargeId }) => ({ _id: chargeId }),
  });
  await page.getByRole("textbox", { name: "Description" }).fill("Water, October");
  await page.getByRole("textbox", { name: "Date" }).fill("2026-11-30");
  await page.getByRole("checkbox", { name: "Select all shown" }).click();
  await page.getByRole("button", { name: "Charge 0 leases" }).click();
  await expect.element(page.getByText("Enter an amount for 3 leases")).toBeVisible();
  await page.getByRole("textbox", { name: /^Amount for each/ }).fill("31.20");
  await page.getByRole("textbox", { name: "Amount, Juniper Court 3A" }).fill("40");
  await page.getByRole("button", { name: "Charge 3 leases" }).click();
  await expect.element(page.getByText("Charged: 2 leases")).toBeVisible();
  await expect.element(page.getByText("Not done: 1 lease")).toBeVisible();
  await expect.element(page.getByText(": This lease has as many open charges as it may have", { exact: false })).toBeVisible();
  await expect.element(page.getByRole("link", { name: "Juniper Court 2A" })).toHaveAttribute("href", "/merchant/leases/lse_2");
  expect(inputsOf("rent.chargeMany")[0]?.items.map(({ amount }) => amount)).toEqual([31.2, 31.2, 40]);
  await page.getByRole("button", { name: "Undo 2 entries" }).dblClick();
  await expect.element(page.getByText("Undone: 2 leases")).toBeVisible();
  expect(inputsOf("rent.voidCharge").map(({ chargeId }) => chargeId)).toEqual(["chg_lse_1", "chg_lse_3"]);
  await page.getByRole("button", { name: "Done" }).click();
  await expect.element(page.getByRole("textbox", { name: "Description" })).toHaveValue("");
});

it("sends portions of fifty, keeps what is done over a lost answer and a reload, and goes on with the rest", async () => {
  const many = Array.from({ length: 120 }, (_, place) => leaseOf(place + 1));
  let calls = 0;
  const router = await open("/merchant/leases/several?act=record", many, {
    "rent.creditMany": ({ items }) => {
      calls += 1;
      if (calls === 2) throw new HearthError("INTERNAL");
      return done(items);
    },
  });
  await page.getByRole("checkbox", { name: "Select all shown" }).click();
  await page.getByRole("button", { name: "Record 120 payments" }).click();
  await expect.element(page.getByText("50 of 120")).toBeVisible();
  await expect.element(page.getByText("70 leases still to do. Going on does nothing twice.")).toBeVisible();
  await reload(router);
  await page.getByRole("button", { name: "Go on with 70 leases" }).click();
  await expect.element(page.getByText("Recorded: 120 leases")).toBeVisible();
  expect(inputsOf("rent.creditMany").map(({ items }) => items.length)).toEqual([50, 50, 50, 20]);
  await page.getByRole("button", { name: "Done" }).click();
});

it("acts on the leases chosen in the list: with Shift, with Space, and on all that match", async () => {
  const router = await open("/merchant/tenants", three, {
    "rent.remindPreview": ({ leaseIds }) => ({
      items: (leaseIds ?? []).map((leaseId) => ({
        leaseId,
        property: "Juniper Court",
        unit: leaseId,
        tenants: ["Ada"],
        amount: 60,
        dueOn: "2026-11-01",
        canRemind: leaseId !== "lse_3",
        why: leaseId === "lse_3" ? "Reminded 3 hours ago" : null,
      })),
    }),
    "rent.remindMany": ({ leaseIds }) => ({ items: leaseIds.map((leaseId) => ({ leaseId, _id: null, refused: null, tenants: 1 })) }),
  });
  await page.getByRole("checkbox", { name: "Select Juniper Court 1A" }).click();
  await userEvent.keyboard("{Shift>}");
  await page.getByRole("checkbox", { name: "Select Juniper Court 3A" }).click();
  await userEvent.keyboard("{/Shift}");
  await expect.element(page.getByText("3 leases selected")).toBeVisible();
  const row = page.getByRole("link", { name: "View Juniper Court 2A" }).element();
  if (row instanceof HTMLElement) row.focus();
  await userEvent.keyboard(" ");
  await expect.element(page.getByText("2 leases selected")).toBeVisible();
  await userEvent.keyboard(" ");
  await page.getByRole("button", { name: "Remind", exact: true }).click();
  await expect.poll(() => router.state.location.search).toEqual({ act: "remind", chosen: true });
  await expect.element(page.getByText("Reminded 3 hours ago", { exact: false })).toBeVisible();
  await expect.element(page.getByRole("checkbox", { name: "Select Juniper Court lse_3" })).toBeDisabled();
  await page.getByRole("button", { name: "Remind 2 leases" }).click();
  await expect.element(page.getByText("Reminded: 2 leases")).toBeVisible();
  expect(inputsOf("rent.remindMany")).toEqual([{ leaseIds: ["lse_1", "lse_2"] }]);
});

it("previews many reminders in portions, because their ids are in the address", async () => {
  const many = Array.from({ length: 230 }, (_, place) => leaseOf(place + 1));
  await open("/merchant/leases/several?act=remind", many, { "rent.remindPreview": () => ({ items: [] }) });
  await expect.element(page.getByRole("button", { name: "Remind 0 leases" })).toBeVisible();
  expect(inputsOf("rent.remindPreview").map(({ leaseIds }) => leaseIds?.length)).toEqual([100, 100, 30]);
});

it("renews a building's leases with a raised rent, each from its own end", async () => {
  const ending = [leaseOf(1, { endsOn: "2026-12-31", rent: 1450 }), leaseOf(2, { endsOn: null })];
  await open("/merchant/leases/several?act=renew", ending, { "rent.renewMany": ({ items }) => done(items) });
  await expect.element(page.getByText("has no end date", { exact: false })).toBeVisible();
  await page.getByRole("textbox", { name: /^Raise the rent by/ }).fill("3");
  await page.getByRole("checkbox", { name: "Select Juniper Court 1A" }).click();
  await expect.element(page.getByRole("textbox", { name: "New rent, Juniper Court 1A" })).toHaveValue("1494.00");
  await page.getByRole("button", { name: "Renew 1 lease" }).click();
  await expect.element(page.getByText("Renewed: 1 lease")).toBeVisible();
  expect(inputsOf("rent.renewMany")[0]?.items).toEqual([
    { leaseId: "lse_1", endsOn: "2027-12-31", rent: 1494, effectiveFrom: "2027-01-01", seenAt: "2026-10-01T12:00:00.000Z" },
  ]);
});

it("keeps what was typed over a reload, and says when the leases cannot be loaded", async () => {
  const router = await open("/merchant/leases/several?act=record", three);
  await page.getByRole("textbox", { name: "Received, Juniper Court 2A" }).fill("77.50");
  await reload(router);
  await expect.element(page.getByRole("textbox", { name: "Received, Juniper Court 2A" })).toHaveValue("77.50");
  await expect.element(page.getByText("1 payment, $77.50 in all")).toBeVisible();
  answers({ "rent.tenants": offline });
  await reload(router);
  await expect.element(page.getByText("Failed to load your tenants")).toBeVisible();
  answers({ "rent.tenants": () => ({ items: three, nextCursor: null }) });
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.element(page.getByRole("textbox", { name: "Received, Juniper Court 2A" })).toHaveValue("77.50");
});

it("fits a phone with the longest names", async () => {
  const long = longWord(200);
  await onPhone();
  await open("/merchant/leases/several?act=record", [leaseOf(1, { property: long, tenants: [long] })]);
  const table = page.getByRole("table", { name: "Payments to record" });
  await expect.element(table).toBeVisible();
  await expectFits(table);
});

const chosenFirst = { "choose lse_1": true };

testFormErrors({
  label: "Charge tenants",
  open: () => {
    answers({ "rent.chargeMany": refuse });
    return show(<ChargeSeveral leases={three} isChosen={false} />);
  },
  valid: { kind: "fee", description: "Lost key", on: "2026-11-03", amount: "25.00", ...chosenFirst },
  invalid: {
    "nothing entered": {
      values: { description: "", on: "" },
      messages: { on: "Enter a date", description: "Enter a description" },
    },
  },
  acceptedCount: () => inputsOf("rent.chargeMany").length,
});

it("offers a day that has come in the zone of every lease", async () => {
  answers({});
  await show(
    <RecordSeveral
      leases={[leaseOf(1, { timeZone: "Pacific/Kiritimati" }), leaseOf(2, { timeZone: "Pacific/Pago_Pago" })]}
      isChosen={false}
    />,
  );
  await expect.element(page.getByLabelText("Date received")).toHaveValue(dayWords(dayIn(new Date(), "Pacific/Pago_Pago")));
});

testFormErrors({
  label: "Record payments",
  open: () => {
    answers({ "rent.creditMany": refuse });
    return show(<RecordSeveral leases={three} isChosen={false} />);
  },
  valid: { on: "2026-11-03", ...chosenFirst, "amount lse_1": "100.00" },
  invalid: {
    "no date": { values: { on: "" }, messages: { on: "Enter a date" } },
    "none selected": { values: { "amount lse_1": "", "choose lse_1": false }, messages: {}, title: "Enter at least one payment" },
    "a word": {
      values: { "amount lse_1": "much" },
      messages: { "amount lse_1": "Enter an amount, like 1,450.00" },
      title: "Enter an amount for 1 lease",
    },
  },
  acceptedCount: () => inputsOf("rent.creditMany").length,
});

testFormErrors({
  label: "Renew leases",
  open: () => {
    answers({ "rent.renewMany": refuse });
    return show(<RenewSeveral leases={[leaseOf(1, { endsOn: "2026-12-31" })]} isChosen={false} />);
  },
  valid: { term: "year", percent: "3", ...chosenFirst },
  invalid: { "a word": { values: { percent: "much" }, messages: { percent: "Enter a percentage from 0 to 100, like 3" } } },
  acceptedCount: () => inputsOf("rent.renewMany").length,
});

testFormErrors({
  label: "Remind tenants",
  open: () => {
    const lease = { property: "Juniper Court", unit: "1A", tenants: ["Ada"], amount: 60, dueOn: "2026-11-01", canRemind: true, why: null };
    answers({ "rent.remindPreview": () => ({ items: [{ leaseId: "lse_1", ...lease }] }), "rent.remindMany": refuse });
    return show(<RemindSeveral leases={three} isChosen />);
  },
  valid: chosenFirst,
  invalid: { "none selected": { values: { "choose lse_1": false }, messages: {}, title: "Select at least one lease" } },
  acceptedCount: () => inputsOf("rent.remindMany").length,
});

it("shows an amount and its whole date on a phone, and each checkbox in line with its lease", async () => {
  const lease = { property: "Juniper Terrace", tenants: ["Ada"], amount: 13_540, dueOn: "2026-11-27", canRemind: true, why: null };
  const reminded = three.map(({ _id: leaseId, unit }) => ({ ...lease, leaseId, unit }));
  await open("/merchant/leases/several?act=remind", three, { "rent.remindPreview": () => ({ items: reminded }) });
  const table = page.getByRole("table", { name: "Leases to remind" });
  await expect.element(table).toBeVisible();
  const middleOf = (part: Element | undefined) => {
    const { top = 0, height = 0 } = part?.getBoundingClientRect() ?? {};
    return top + height / 2;
  };
  const [choice] = page.getByRole("checkbox", { name: "Select Juniper Terrace 1A" }).elements();
  const row = choice?.closest("tr") ?? undefined;
  expect(Math.abs(middleOf(choice) - middleOf(row))).toBeLessThanOrEqual(1);
  await onPhone();
  const { scrollWidth = 0, clientWidth = 0 } = table.element().parentElement ?? {};
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
});

it("explains the date of a charge to several leases, and not the one of a credit", async () => {
  await open("/merchant/leases/several?act=charge", three);
  await expect.element(page.getByText("The due date.")).toBeVisible();
  const type = page.getByLabelText("Type");
  await type.selectOptions("credit");
  await expect.element(type).toHaveValue("credit");
  await expect.element(page.getByText("The due date.")).not.toBeInTheDocument();
});
