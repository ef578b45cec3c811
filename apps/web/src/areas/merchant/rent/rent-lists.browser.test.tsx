import { HearthError } from "@hearth/domain/errors";
import { limits } from "@hearth/domain/limits";
import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { type Answers, answers, inputsOf, keysOf } from "../../../testing/answers.ts";
import { itShowsEachState, longWord } from "../../../testing/list-states.ts";
import { building } from "../../../testing/desk-records.ts";
import { account, lease, leaseTenant, ledgerLine, merchantStats, network, tenancy, unitLease } from "../../../testing/records.ts";
import { onPhone, openPage, signIn } from "../../../testing/render.tsx";

const around: Answers = {
  "auth.me": () => account({ role: "merchant" }),
  "merchant.stats": () => merchantStats(),
  "payments.network": () => network(),
  "rent.lease": () => lease(),
  "rent.properties": () => ({ items: [], nextCursor: null, isCut: false }),
  "rent.tenantSums": () => ({ leases: 1, hasMoreLeases: false, pastDueLeases: 1, pastDue: 60, balance: 1510, credit: 0, isCut: false }),
  "rent.building": () => building([]),
};
const place = { around, signIn: () => signIn({ role: "merchant" }) };
const long = longWord(limits.nameMaxLength);

itShowsEachState({
  caption: "Tenants",
  ...place,
  path: "/merchant/tenants",
  give: (answer) => ({ "rent.tenants": answer }),
  requests: () => inputsOf("rent.tenants"),
  empty: "No tenants yet.",
  failed: "Failed to load your tenants",
  row: tenancy(),
  shows: ["Juniper Court 4B", "Maya Okafor", "17 days late"],
  second: tenancy({ _id: "lse_2", daysLate: 0 }),
  overlong: tenancy({ _id: "lse_3", property: long, unit: long, tenants: [long, long], owed: 9_999_999.99 }),
});

itShowsEachState({
  caption: "Properties",
  ...place,
  path: "/merchant/properties",
  give: (answer) => ({ "rent.properties": answer }),
  requests: () => inputsOf("rent.properties"),
  empty: "Add a property with its units. Then add a lease for a unit.",
  failed: "Failed to load your properties",
  row: { _id: "prp_1", name: "Juniper Court", address: "", units: [{ _id: "unt_1", name: "4B", lease: null }] },
  shows: ["4B", "Vacant", "Add lease"],
  second: { _id: "prp_2", name: "Cedar House", address: "", units: [{ _id: "unt_2", name: "1", lease: null }] },
  overlong: {
    _id: "prp_3",
    name: long,
    address: long,
    units: [{ _id: "unt_3", name: long, lease: unitLease({ _id: "lse_3", tenants: [long] }) }],
  },
});

itShowsEachState({
  caption: "Units",
  ...place,
  path: "/merchant/leases/new",
  give: (answer) => ({ "rent.properties": answer }),
  requests: () => inputsOf("rent.properties"),
  empty: "Add a property with its units. Then add a lease for a unit.",
  failed: "Failed to load your properties",
  row: { _id: "prp_1", name: "Juniper Court", address: "", units: [{ _id: "unt_1", name: "4B", lease: null }] },
  shows: ["Juniper Court 4B", "Vacant"],
  second: { _id: "prp_2", name: "Cedar House", address: "", units: [{ _id: "unt_2", name: "1", lease: unitLease() }] },
  overlong: { _id: "prp_3", name: long, address: long, units: [{ _id: "unt_3", name: long, lease: unitLease({ tenants: [long] }) }] },
});

it("says that a search matches more leases than are listed", async () => {
  signIn({ role: "merchant" });
  const sums = { leases: 200, hasMoreLeases: false, pastDueLeases: 1, pastDue: 60, balance: 1510, credit: 0, isCut: true };
  answers({ ...around, "rent.tenants": () => ({ items: [tenancy()], nextCursor: null }), "rent.tenantSums": () => sums });
  await openPage("/merchant/tenants?search=o");
  await expect.element(page.getByText(/^This search matches more than 200 leases\. Only 200 of them are listed/)).toBeVisible();
});

const juniper = { _id: "prp_1", name: "Juniper Court", address: "12 Elm Street", units: [{ _id: "unt_1", name: "4B", lease: null }] };

it("lists a property once whose units continue on the next page", async () => {
  const part = (id: string, name: string) => ({ ...juniper, units: [{ _id: id, name, lease: null }] });
  signIn({ role: "merchant" });
  answers({
    ...around,
    "rent.properties": ({ cursor }) =>
      cursor === undefined
        ? { items: [part("unt_1", "4B")], nextCursor: "next", isCut: false }
        : { items: [part("unt_2", "5A")], nextCursor: null, isCut: false },
  });
  await openPage("/merchant/properties");
  await expect.element(page.getByText("The first property", { exact: true })).toBeVisible();
  await expect.element(page.getByText("1 vacant")).not.toBeInTheDocument();
  await page.getByRole("button", { name: "Load more" }).click();
  await expect.element(page.getByText("2 vacant")).toBeVisible();
  await expect.element(page.getByText("1 property", { exact: true })).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Edit Juniper Court", exact: true })).toBeVisible();
});

it("says that more units may match a search than are listed", async () => {
  signIn({ role: "merchant" });
  answers({ ...around, "rent.properties": () => ({ items: [juniper], nextCursor: null, isCut: true }) });
  await openPage("/merchant/properties?search=juniper");
  await expect.element(page.getByText("More units may match than are listed. Type more to find them.")).toBeVisible();
  await expect.element(page.getByText("1 vacant")).not.toBeInTheDocument();
});

it("changes a property's address, adds a unit and renames one, and shows each change at once", async () => {
  let property = juniper;
  answers({
    ...around,
    "rent.properties": () => ({ items: [property], nextCursor: null, isCut: false }),
    "rent.changeProperty": () => {
      property = { ...property, address: "14 Elm Street" };
      return { _id: "prp_1" };
    },
    "rent.addUnit": () => {
      property = { ...property, units: [...property.units, { _id: "unt_2", name: "5A", lease: null }] };
      return { _id: "unt_2" };
    },
    "rent.renameUnit": () => {
      property = { ...property, units: property.units.map((unit) => (unit.name === "4B" ? { ...unit, name: "4C" } : unit)) };
      return { _id: "unt_1" };
    },
  });
  signIn({ role: "merchant" });
  await openPage("/merchant/properties");
  await page.getByRole("button", { name: "Edit Juniper Court" }).click();
  await page.getByRole("textbox", { name: /^Address/ }).fill("14 Elm Street");
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect.element(page.getByText("14 Elm Street")).toBeVisible();
  await page.getByRole("button", { name: "Add a unit to Juniper Court" }).click();
  await page.getByLabelText("Unit").fill("5A");
  await page.getByRole("button", { name: "Add unit" }).click();
  await expect.element(page.getByRole("link", { name: "Add lease for Juniper Court 5A" })).toBeVisible();
  await page.getByRole("button", { name: "Edit unit Juniper Court 4B" }).click();
  await page.getByLabelText("Unit").fill("4C");
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect.element(page.getByRole("link", { name: "Add lease for Juniper Court 4C" })).toBeVisible();
  expect(inputsOf("rent.changeProperty")).toMatchObject([{ propertyId: "prp_1", name: "Juniper Court", address: "14 Elm Street" }]);
  expect(inputsOf("rent.addUnit")).toMatchObject([{ propertyId: "prp_1", name: "5A" }]);
  expect(inputsOf("rent.renameUnit")).toMatchObject([{ unitId: "unt_1", name: "4C" }]);
});

it("removes a unit that is not let, and restores it on Undo; the last unit restores its property", async () => {
  const further = { _id: "unt_2", name: "5A", lease: null };
  let properties = [{ ...juniper, units: [...juniper.units, further] }];
  answers({
    ...around,
    "rent.properties": () => ({ items: properties, nextCursor: null, isCut: false }),
    "rent.removeUnit": () => {
      properties = properties.flatMap((one) => (one.units.length === 1 ? [] : [{ ...one, units: one.units.slice(1) }]));
      return { _id: "unt_1" };
    },
    "rent.addUnit": () => ({ _id: "unt_3" }),
    "rent.addProperty": () => {
      properties = [juniper];
      return { _id: "prp_1" };
    },
  });
  signIn({ role: "merchant" });
  await openPage("/merchant/properties");
  await page.getByRole("button", { name: "Edit unit Juniper Court 4B" }).click();
  await page.getByRole("button", { name: "Remove this unit" }).dblClick();
  await expect.element(page.getByText("Juniper Court 4B was removed")).toBeVisible();
  expect(inputsOf("rent.removeUnit")).toEqual([{ unitId: "unt_1" }]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => inputsOf("rent.addUnit")).toEqual([{ propertyId: "prp_1", name: "4B" }]);
  await page.getByRole("button", { name: "Edit unit Juniper Court 5A" }).click();
  await page.getByRole("button", { name: "Remove this unit" }).click();
  await expect.element(page.getByText("Add a property with its units. Then add a lease for a unit.")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.element(page.getByRole("link", { name: "Add lease for Juniper Court 4B" })).toBeVisible();
  expect(inputsOf("rent.addProperty")).toEqual([{ name: "Juniper Court", address: "12 Elm Street", units: ["5A"] }]);
});

it("says why a unit that was let cannot be removed", async () => {
  answers({
    ...around,
    "rent.properties": () => ({ items: [juniper], nextCursor: null, isCut: false }),
    "rent.removeUnit": () => {
      throw new HearthError("CONFLICT", { message: "This unit has had a lease, so it stays in your records" });
    },
  });
  signIn({ role: "merchant" });
  await openPage("/merchant/properties");
  await page.getByRole("button", { name: "Edit unit Juniper Court 4B" }).click();
  await page.getByRole("button", { name: "Remove this unit" }).click();
  await expect.element(page.getByText("This unit has had a lease, so it stays in your records").first()).toBeVisible();
});

it("offers a viewer no change of a property", async () => {
  answers({
    ...around,
    "auth.me": () => account({ role: "merchant", staffRole: "viewer" }),
    "rent.properties": () => ({ items: [juniper], nextCursor: null, isCut: false }),
  });
  signIn({ role: "merchant" });
  await openPage("/merchant/properties");
  await expect.element(page.getByText("12 Elm Street")).toBeVisible();
  await expect.element(page.getByRole("button", { name: /^(Edit|Add a unit to)/ })).not.toBeInTheDocument();
});

it("invites a tenant with a link that is created on request", async () => {
  answers({ ...around, "rent.ledger": () => ({ items: [], nextCursor: null }) });
  answers({
    "rent.lease": () => lease({ tenants: [leaseTenant({ name: "Ada Quill", email: "ada@quill.example", hasJoined: false })] }),
    "invitations.inviteToLease": () => ({ url: "https://hearth.example/invitation#abc" }),
  });
  signIn({ role: "merchant" });
  await openPage("/merchant/leases/lse_1");
  await page.getByRole("button", { name: "Invite ada@quill.example" }).click();
  await expect.element(page.getByRole("button", { name: "Copy invitation" })).toBeVisible();
  expect(inputsOf("invitations.inviteToLease")).toEqual([{ leaseId: "lse_1", tenantId: "ltn_1" }]);
});

it("offers the one act that fits the lease first: an invitation where no one was invited, then a charge", async () => {
  const ada = leaseTenant({ name: "Ada Quill", email: "ada@quill.example", hasJoined: false });
  const invitation = { sentAt: "2026-11-20T09:00:00.000Z", expiresAt: "2026-12-04T09:00:00.000Z", waitsFor: null, mailProblem: null };
  let isInvited = false;
  answers({
    ...around,
    "rent.ledger": () => ({ items: [], nextCursor: null }),
    "rent.lease": () => lease({ owed: 0, tenants: [{ ...ada, invitation: isInvited ? invitation : null }] }),
    "invitations.inviteToLease": () => {
      isInvited = true;
      return { url: "https://hearth.example/invitation#abc" };
    },
  });
  signIn({ role: "merchant" });
  await openPage("/merchant/leases/lse_1");
  await page.getByRole("button", { name: "Send invitation", exact: true }).click();
  await expect.element(page.getByText("Invitation sent").first()).toBeVisible();
  expect(inputsOf("invitations.inviteToLease")).toEqual([{ leaseId: "lse_1", tenantId: "ltn_1" }]);
  await page.getByRole("button", { name: "Add charge" }).click();
  await expect.element(page.getByRole("dialog", { name: "Add charge" }).getByLabelText("Type")).toHaveValue("utility");
});

it("keeps the balance in each line of the ledger on a phone, and voiding in the line's menu", async () => {
  answers({ ...around, "rent.lease": () => lease(), "rent.ledger": () => ({ items: [ledgerLine({ balance: 2900 })], nextCursor: null }) });
  signIn({ role: "merchant" });
  await openPage("/merchant/leases/lse_1");
  const balance = page.getByText("Balance $2,900.00");
  await expect.element(balance).not.toBeVisible();
  await onPhone();
  await expect.element(balance).toBeVisible();
  await expect.element(page.getByRole("button", { name: /^Void/ })).not.toBeInTheDocument();
  await page.getByRole("button", { name: "Change Rent for December 2026" }).click();
  await expect.element(page.getByRole("menuitem", { name: "Void" })).toBeVisible();
});

it("shows another landlord's lease as missing, without a retry", async () => {
  const missing = () => {
    throw new HearthError("NOT_FOUND", { message: "Lease not found" });
  };
  answers({ ...around, "rent.lease": missing, "rent.ledger": missing });
  signIn({ role: "merchant" });
  await openPage("/merchant/leases/lse_2");
  await expect.element(page.getByText("This lease does not exist, or it is another landlord's.")).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Try again" })).not.toBeInTheDocument();
});

it("reports a conflicting change of the end, and moves the end once the change was shown", async () => {
  let updatedAt = "2026-11-20T12:00:00.000Z";
  answers({
    ...around,
    "rent.ledger": () => ({ items: [], nextCursor: null }),
    "rent.lease": () => lease({ endsOn: "2026-12-31", updatedAt }),
    "rent.endLease": ({ seenAt }) => {
      const isStale = seenAt !== "2026-11-21T12:00:00.000Z";
      updatedAt = "2026-11-21T12:00:00.000Z";
      if (isStale) throw new HearthError("CONFLICT", { message: "Someone else has changed this since you opened it. Nothing was saved." });
      return { _id: "lse_1" };
    },
  });
  signIn({ role: "merchant" });
  await openPage("/merchant/leases/lse_1");
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Change the end" }).click();
  await page.getByRole("textbox", { name: "End date" }).fill("2027-01-31");
  const loads = inputsOf("rent.lease").length;
  const move = page.getByRole("button", { name: "Move the end" });
  await move.click();
  await expect.element(page.getByText("Someone else has changed this since you opened it. Nothing was saved.")).toBeVisible();
  await expect.poll(() => inputsOf("rent.lease").length).toBeGreaterThan(loads);
  await page.getByRole("button", { name: "Show what is there now" }).click();
  await page.getByRole("button", { name: "Bring back what you typed" }).click();
  await move.click();
  await expect.element(page.getByText("The lease ends on Jan 31, 2027")).toBeVisible();
  expect(inputsOf("rent.endLease")).toMatchObject([{ endsOn: "2027-01-31" }, { endsOn: "2027-01-31", seenAt: updatedAt }]);
});

it("shows who a reminder goes to before it is sent, and says why a second reminder is refused", async () => {
  let tries = 0;
  answers({
    ...around,
    "rent.ledger": () => ({ items: [], nextCursor: null }),
    "rent.remind": () => {
      tries += 1;
      if (tries === 1) return { tenants: 1, switchedOff: 0, invited: 1, notInvited: 0 };
      throw new HearthError("CONFLICT", { message: "Nothing is owed on this lease" });
    },
  });
  signIn({ role: "merchant" });
  await openPage("/merchant/leases/lse_1");
  const remind = async () => {
    await page.getByRole("button", { name: "More" }).click();
    await page.getByRole("menuitem", { name: "Send a reminder" }).click();
  };
  await remind();
  const question = page.getByRole("dialog", { name: "Send a reminder" });
  await expect.element(question.getByText("maya@hearth.test")).toBeVisible();
  await expect.element(question.getByText("You owe $1,510.00 for Juniper Court 4B. The earliest due date is Nov 5, 2026.")).toBeVisible();
  await expect.element(question.getByText("None yet")).toBeVisible();
  expect(inputsOf("rent.remind")).toEqual([]);
  await question.getByRole("button", { name: "Send reminder" }).click();
  await expect.element(page.getByText("2 tenants were reminded")).toBeVisible();
  await remind();
  await question.getByRole("button", { name: "Send reminder" }).click();
  await expect.element(page.getByText("Nothing is owed on this lease").first()).toBeVisible();
  expect(inputsOf("rent.remind")[0]).toMatchObject({ leaseId: "lse_1" });
  const [first, second] = keysOf("rent.remind");
  expect(second).not.toBe(first);
});

it("adds a roommate, corrects a bounced email, and removes a last day", async () => {
  const mailProblem = "Came back (5.1.1): no such mailbox";
  const invitation = { sentAt: "2026-11-20T09:00:00.000Z", expiresAt: "2026-12-04T09:00:00.000Z", waitsFor: null, mailProblem };
  const ada = leaseTenant({ _id: "ltn_2", name: "Ada Quill", email: "ada@quil.example", hasJoined: false, invitation });
  let tenants = [leaseTenant({ movedOutOn: "2026-12-31" }), ada];
  answers({
    ...around,
    "rent.lease": () => lease({ tenants }),
    "rent.ledger": () => ({ items: [], nextCursor: null }),
    "rent.changeTenant": () => {
      tenants = [
        leaseTenant({ movedOutOn: "2026-12-31" }),
        { ...ada, email: "ada@quill.example", invitation: { ...invitation, mailProblem: null } },
      ];
      return { _id: "ltn_2", state: "invited" as const };
    },
    "rent.addTenant": () => ({ _id: "ltn_3", state: "invited" as const }),
    "rent.moveTenantOut": () => ({ _id: "ltn_1", state: "joined" as const }),
  });
  signIn({ role: "merchant" });
  await openPage("/merchant/leases/lse_1");
  await expect.element(page.getByText("The email did not arrive")).toBeVisible();
  await expect.element(page.getByText(mailProblem)).toBeVisible();
  await page.getByRole("button", { name: "Correct Ada Quill" }).click();
  await page.getByRole("textbox", { name: /^Email/ }).fill("ada@quill.example");
  await page.getByRole("button", { name: "Save Changes" }).dblClick();
  await expect.element(page.getByText("Ada Quill was invited by email")).toBeVisible();
  await expect.element(page.getByText("The email did not arrive")).not.toBeInTheDocument();
  expect(inputsOf("rent.changeTenant")).toMatchObject([{ leaseId: "lse_1", tenantId: "ltn_2", email: "ada@quill.example" }]);
  await page.getByRole("button", { name: "Add a tenant" }).click();
  await page.getByRole("textbox", { name: /^Name/ }).fill("Ana Roomer");
  await page.getByRole("textbox", { name: /^Email/ }).fill("ana@roomer.example");
  await page.getByRole("button", { name: "Add the tenant" }).click();
  await expect.element(page.getByText("Ana Roomer was invited by email")).toBeVisible();
  await page.getByRole("button", { name: "Change the day: Maya Okafor" }).click();
  await page.getByRole("button", { name: "They stay" }).click();
  await expect.element(page.getByText("Maya Okafor stays")).toBeVisible();
  expect(inputsOf("rent.moveTenantOut")).toMatchObject([{ tenantId: "ltn_1", movedOutOn: null }]);
});

it("says that the last tenant stays as long as the lease", async () => {
  answers({ ...around, "rent.ledger": () => ({ items: [], nextCursor: null }) });
  signIn({ role: "merchant" });
  await openPage("/merchant/leases/lse_1");
  await page.getByRole("button", { name: "Moves out: Maya Okafor" }).click();
  await expect.element(page.getByText(/Add the new tenant first, or end the lease/)).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Set move-out date" })).not.toBeInTheDocument();
});

it("opens the form for a new property by its address, as the palette's act does, and leaves the address when it is closed", async () => {
  answers(around);
  signIn({ role: "merchant" });
  const router = await openPage("/merchant/properties?add=true");
  const dialog = page.getByRole("dialog", { name: "Add a property" });
  await expect.element(dialog.getByRole("textbox", { name: "Name" })).toBeVisible();
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(router.state.location.searchStr).toBe("");
});

it("lines the facts of a unit up on a phone", async () => {
  await onPhone();
  signIn({ role: "merchant" });
  const rented = { ...juniper, units: [{ _id: "unt_1", name: "4B", lease: unitLease({ endsOn: null, tenants: ["Maya Okafor"] }) }] };
  answers({ ...around, "rent.properties": () => ({ items: [rented], nextCursor: null, isCut: false }) });
  await openPage("/merchant/properties");
  const leftOf = (text: string) => {
    const range = document.createRange();
    range.selectNodeContents(page.getByRole("cell", { name: text, exact: true }).element());
    return range.getBoundingClientRect().left;
  };
  await expect.element(page.getByRole("cell", { name: "Month-to-month", exact: true })).toBeVisible();
  expect(leftOf("Month-to-month")).toBe(leftOf("Maya Okafor"));
});

it("ignores a filter in the address that does not exist", async () => {
  signIn({ role: "merchant" });
  answers({ ...around, "rent.tenants": () => ({ items: [tenancy()], nextCursor: null }) });
  await openPage("/merchant/tenants?state=over");
  await expect.element(page.getByRole("row", { name: /Maya Okafor/ })).toBeVisible();
  expect(inputsOf("rent.tenants").map(({ state }) => state)).toEqual(["all"]);
});
