import { HearthError } from "@hearth/domain/errors";
import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { EditMerchant } from "./areas/admin/merchants/edit-merchant.tsx";
import { EditUser } from "./areas/admin/users/edit-user.tsx";
import { PropertyEdit, UnitForm } from "./areas/merchant/rent/property-forms.tsx";
import { BusinessForm } from "./areas/merchant/settings/business-form.tsx";
import { ReminderSettings } from "./areas/merchant/settings/reminder-settings.tsx";
import { ProfileForm } from "./features/profile/profile-form.tsx";
import { EndForm, UndoLeaseForm } from "./features/rent/acts/end-forms.tsx";
import { RenewalForm, TermsForm } from "./features/rent/acts/terms-form.tsx";
import { trpc } from "./lib/trpc.ts";
import { answers, type Answers, inputsOf } from "./testing/answers.ts";
import { account, adminMerchant, adminUser, business, lease } from "./testing/records.ts";
import { show } from "./testing/render.tsx";

const opened = "2026-11-20T09:00:00.000Z";
const later = "2026-11-21T09:00:00.000Z";
const conflict = "Someone else has changed this since you opened it. Nothing was saved.";
const nothing = () => undefined;

/** Number of changes that somebody else has made. */
let changes = 0;
const updatedAt = () => (changes === 0 ? opened : later);

function checkVersion(seen: string): void {
  if (seen !== updatedAt()) throw new HearthError("CONFLICT", { message: conflict });
}

const isOpen = { staleTime: 0 };

function Merchant() {
  const { data } = trpc.admin.merchant.useQuery({ merchantId: "mer_1" }, isOpen);
  return data && <EditMerchant merchant={data} onClose={nothing} />;
}

function User() {
  const { data } = trpc.admin.user.useQuery({ userId: "usr_1" }, isOpen);
  return data && <EditUser user={data} onClose={nothing} />;
}

function Business() {
  const { data } = trpc.merchant.business.useQuery(undefined, isOpen);
  return data && <BusinessForm business={data} />;
}

function LeaseTerms() {
  const { data } = trpc.rent.lease.useQuery({ leaseId: "lse_1" }, isOpen);
  return data && <TermsForm lease={data} onDone={nothing} />;
}

function LeaseRenewal() {
  const { data } = trpc.rent.lease.useQuery({ leaseId: "lse_1" }, isOpen);
  return data && <RenewalForm lease={data} onDone={nothing} />;
}

function LeaseEnd() {
  const { data } = trpc.rent.lease.useQuery({ leaseId: "lse_1" }, isOpen);
  return data && <EndForm lease={data} onDone={nothing} onUndo={nothing} />;
}

function LeaseUndo() {
  const { data } = trpc.rent.lease.useQuery({ leaseId: "lse_1" }, isOpen);
  return data && <UndoLeaseForm lease={data} onDone={nothing} />;
}

/** The records, which somebody else changes with `changes`, and the calls that change them. */
function record(): Answers {
  changes = 0;
  const name = () => (changes === 0 ? "Juniper Court" : "Juniper House");
  const changeLease = ({ seenAt }: { seenAt: string }) => {
    checkVersion(seenAt);
    return { _id: "lse_1" };
  };
  return {
    "admin.merchant": () => adminMerchant({ name: name(), updatedAt: updatedAt() }),
    "admin.editMerchant": (input) => {
      checkVersion(input.updatedAt ?? "");
      return adminMerchant({ updatedAt: updatedAt() });
    },
    "admin.user": () => adminUser({ lastName: name(), updatedAt: updatedAt() }),
    "admin.editUser": (input) => {
      checkVersion(input.updatedAt ?? "");
      return adminUser({ updatedAt: updatedAt() });
    },
    "merchant.business": () => business({ name: name(), updatedAt: updatedAt() }),
    "merchant.editBusiness": (input) => {
      checkVersion(input.updatedAt ?? "");
      return business({ updatedAt: updatedAt() });
    },
    "rent.lease": () => lease({ updatedAt: updatedAt() }),
    "rent.changeLease": changeLease,
    "rent.renewLease": changeLease,
    "rent.endLease": changeLease,
    "rent.undoLease": () => {
      throw new HearthError("CONFLICT", { message: conflict });
    },
  };
}

/** Lets the page ask for its data again, as it does when its tab is opened. */
function returnToTab(): void {
  window.dispatchEvent(new Event("visibilitychange"));
}

const cases = [
  { name: "a merchant", Form: Merchant, load: "admin.merchant", save: "admin.editMerchant", field: "Phone number", button: "Save Changes" },
  { name: "an account", Form: User, load: "admin.user", save: "admin.editUser", field: /^Phone number/, button: "Save Changes" },
  {
    name: "a business",
    Form: Business,
    load: "merchant.business",
    save: "merchant.editBusiness",
    field: "Phone number",
    button: "Save Changes",
  },
  {
    name: "a lease's terms",
    Form: LeaseTerms,
    load: "rent.lease",
    save: "rent.changeLease",
    field: /^Monthly rent/,
    button: "Change the terms",
  },
  {
    name: "a lease's renewal",
    Form: LeaseRenewal,
    load: "rent.lease",
    save: "rent.renewLease",
    field: /^Monthly rent/,
    button: "Renew the lease",
  },
  { name: "a lease's end", Form: LeaseEnd, load: "rent.lease", save: "rent.endLease", field: "End date", button: "End the lease" },
  { name: "a lease's undoing", Form: LeaseUndo, load: "rent.lease", save: "rent.undoLease", field: "Why", button: "Undo the lease" },
] as const;

it.each(cases)(
  "sends the version that the form of $name began with, and keeps what was typed",
  async ({ Form, load, save, field, button }) => {
    answers(record());
    await show(<Form />);
    const input = page.getByRole("textbox", { name: field });
    const typed = field === "End date" ? "Jan 31, 2027" : "1777";
    const isMoney = load === "rent.lease" && field instanceof RegExp;
    await input.fill(typed);
    changes = 1;
    returnToTab();
    await expect.poll(() => inputsOf(load).length).toBeGreaterThan(1);
    await expect.element(page.getByText(/This changed while you were editing/)).toBeVisible();
    await expect.element(input).toHaveValue(typed);
    for (let time = 1; time <= 2; time += 1) {
      await page.getByRole("button", { name: button }).last().click();
      await expect.poll(() => inputsOf(save)).toHaveLength(time);
      await expect.element(page.getByText(conflict)).toBeVisible();
      await expect.element(input).toHaveValue(isMoney ? "1,777.00" : typed);
    }
    const versions = inputsOf(save).map((sent) => ("seenAt" in sent ? sent.seenAt : "updatedAt" in sent ? sent.updatedAt : null));
    expect(versions).toEqual([opened, opened]);
  },
);

it("shows what is there now, brings back what was typed, and then saves over it", async () => {
  answers(record());
  await show(<Merchant />);
  const phone = page.getByRole("textbox", { name: "Phone number" });
  const name = page.getByRole("textbox", { name: "Business name" });
  await phone.fill("555 0777");
  changes = 1;
  returnToTab();
  await page.getByRole("button", { name: "Show what is there now" }).click();
  await expect.element(phone).toHaveValue("555 0199");
  await expect.element(name).toHaveValue("Juniper House");
  await page.getByRole("button", { name: "Bring back what you typed" }).click();
  await expect.element(phone).toHaveValue("555 0777");
  await expect.element(name).toHaveValue("Juniper House");
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect.element(page.getByText("Merchant updated")).toBeVisible();
  expect(inputsOf("admin.editMerchant")).toMatchObject([{ name: "Juniper House", phoneNumber: "555 0777", updatedAt: later }]);
});

it("shows the changed record at once if nothing was typed, and sends its version", async () => {
  answers(record());
  await show(<Business />);
  const name = page.getByRole("textbox", { name: "Business name" });
  await expect.element(name).toHaveValue("Juniper Court");
  changes = 1;
  returnToTab();
  await expect.element(name).toHaveValue("Juniper House");
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect.element(page.getByText("Business information updated successfully")).toBeVisible();
  expect(inputsOf("merchant.editBusiness")).toMatchObject([{ updatedAt: later }]);
});

function Profile() {
  const { data } = trpc.auth.me.useQuery(undefined, isOpen);
  return data && <ProfileForm account={data} />;
}

function useProperty() {
  return trpc.rent.properties.useQuery({}, isOpen).data?.items[0];
}

function Property() {
  const property = useProperty();
  return property && <PropertyEdit property={property} onDone={nothing} />;
}

function Unit() {
  const [unit] = useProperty()?.units ?? [];
  return unit && <UnitForm target={{ unitId: unit._id, name: unit.name }} onDone={nothing} />;
}

function Reminders() {
  trpc.rent.reminderRule.useQuery(undefined, isOpen);
  return <ReminderSettings />;
}

/** Records without a version, of which somebody else changes another field with `changes`. */
function unversioned(): Answers {
  changes = 0;
  const refuseStale = ({ seen }: { seen?: object | undefined }) => {
    if (changes > 0) throw new HearthError("CONFLICT", { message: conflict });
    throw new Error(`Saved over ${JSON.stringify(seen)}`);
  };
  const current = (first: string, later: string) => (changes === 0 ? first : later);
  return {
    "auth.me": () => account({ lastName: current("Okafor", "Lindqvist") }),
    "auth.updateProfile": refuseStale,
    "rent.properties": () => ({
      items: [
        {
          _id: "prp_1",
          name: "Elm House",
          address: current("", "1 Elm Street"),
          units: [{ _id: "unt_1", name: current("4B", "4C"), lease: null }],
        },
      ],
      nextCursor: null,
      isCut: false,
    }),
    "rent.changeProperty": refuseStale,
    "rent.renameUnit": refuseStale,
    "rent.reminderRule": () => ({ daysBefore: null, onDueDay: changes > 0, daysLate: null }),
    "rent.setReminderRule": refuseStale,
  };
}

it.each([
  {
    name: "a profile",
    Form: Profile,
    save: "auth.updateProfile",
    field: "First name",
    typed: "Zoë",
    button: "Save changes",
    seen: { firstName: "Maya", lastName: "Okafor", email: "maya@hearth.test" },
  },
  {
    name: "a property",
    Form: Property,
    save: "rent.changeProperty",
    field: "Name",
    typed: "Ash House",
    button: "Save Changes",
    seen: { name: "Elm House", address: "" },
  },
  { name: "a unit", Form: Unit, save: "rent.renameUnit", field: "Unit", typed: "9", button: "Save Changes", seen: { name: "4B" } },
  {
    name: "the reminders",
    Form: Reminders,
    save: "rent.setReminderRule",
    field: "Days after the due date",
    typed: "7",
    button: "Save reminders",
    seen: { daysBefore: null, onDueDay: false, daysLate: null },
  },
] as const)("sends what the form of $name began with, and keeps what was typed", async ({ Form, save, field, typed, button, seen }) => {
  answers(unversioned());
  await show(<Form />);
  const input = page.getByRole("textbox", { name: field, exact: true });
  await input.fill(typed);
  changes = 1;
  returnToTab();
  await expect.element(page.getByText(/This changed while you were editing/)).toBeVisible();
  await page.getByRole("button", { name: button }).click();
  await expect.element(page.getByText(conflict)).toBeVisible();
  await expect.element(input).toHaveValue(typed);
  expect(inputsOf(save)).toMatchObject([{ seen }]);
});
