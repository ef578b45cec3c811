import { limits } from "@hearth/domain/limits";
import { beforeEach, expect, it } from "vitest";
import { page } from "vitest/browser";
import { answers, inputsOf } from "../../../testing/answers.ts";
import { itShowsEachState, longWord } from "../../../testing/list-states.ts";
import { testFormErrors } from "../../../testing/press.ts";
import { account, business, merchantStats, network, unitLease } from "../../../testing/records.ts";
import { show, signIn } from "../../../testing/render.tsx";
import { refuse } from "../../../testing/taken.ts";
import { Invitations, InviteTenantForm } from "./invitations.tsx";

const standing = { email: "maya@hearth.test", confirmed: true, newEmail: null, returned: null };
beforeEach(() =>
  answers({
    "auth.emailStanding": () => standing,
    "merchant.business": () => business(),
    "rent.properties": () => ({ items: [], nextCursor: null, isCut: false }),
  }),
);

const invitation = {
  _id: "tin_1",
  email: "maya@hearth.test",
  address: "12 Cedar Street, Albany, NY 12207",
  aptNumber: "4B",
  state: "invited" as const,
  waitsFor: null,
  invitedAt: "2026-11-20T09:00:00.000Z",
  expiresAt: "2026-12-04T09:00:00.000Z",
  joinedAt: null,
  mailProblem: null,
};

itShowsEachState({
  caption: "Invitations",
  path: "/merchant/invitations",
  signIn: () => signIn({ role: "merchant" }),
  around: {
    "auth.me": () => account({ role: "merchant" }),
    "merchant.stats": () => merchantStats(),
    "payments.network": () => network(),
  },
  give: (answer) => ({ "invitations.list": answer }),
  requests: () => inputsOf("invitations.list"),
  empty: "No invitations yet.",
  failed: "Failed to load your invitations",
  row: invitation,
  shows: ["maya@hearth.test", "12 Cedar Street", "Invited until"],
  second: { ...invitation, _id: "tin_2", email: "daniel@hearth.test" },
  overlong: { ...invitation, _id: "tin_3", address: longWord(limits.addressMaxLength) },
});

testFormErrors({
  label: "Invite a tenant",
  open: () => {
    answers({ "invitations.invite": refuse });
    return show(<InviteTenantForm />);
  },
  valid: { email: "maya@hearth.test", address: "12 Cedar Street", aptNumber: "4B" },
  invalid: {
    "nothing entered": {
      values: { email: "", address: "" },
      messages: { email: "Email is required", address: "Street address is required" },
    },
    "half an email": { values: { email: "maya@" }, messages: { email: "Please enter a valid email address" } },
  },
  acceptedCount: () => inputsOf("invitations.invite").length,
});

it("invites a tenant, lists the invitation, and withdraws it", async () => {
  let list: (typeof invitation)[] = [];
  answers({
    "invitations.list": () => ({ items: list, nextCursor: null }),
    "invitations.invite": () => {
      list = [invitation];
      return { url: "https://hearth.test/invitation#hrm_1" };
    },
    "invitations.resend": () => ({ url: "https://hearth.test/invitation#hrm_2" }),
    "invitations.takeBack": () => {
      list = [];
      return { message: "Invitation cancelled" };
    },
  });
  await show(<Invitations />);
  await expect.element(page.getByText("No invitations yet.")).toBeVisible();
  await page.getByLabelText("Email").fill("maya@hearth.test");
  await page.getByLabelText("Address").fill("12 Cedar Street, Albany, NY 12207");
  await page.getByLabelText(/Apartment number/).fill("4B");
  await page.getByRole("button", { name: "Send the invitation" }).click();
  await expect.element(page.getByText("Invitation sent to maya@hearth.test")).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Copy invitation" })).toBeVisible();
  await page.getByRole("button", { name: "Resend invitation to maya@hearth.test" }).click();
  await expect.element(page.getByText("Invitation sent again to maya@hearth.test", { exact: false })).toBeVisible();
  await page.getByRole("button", { name: "Cancel invitation to maya@hearth.test" }).click();
  await expect.element(page.getByText("No invitations yet.")).toBeVisible();
  const meant = [{ invitationId: "tin_1" }];
  expect([inputsOf("invitations.resend"), inputsOf("invitations.takeBack")]).toEqual([meant, meant]);
});

it("offers the units of further pages too", async () => {
  const house = (id: string, name: string) => ({ _id: id, name, address: "", units: [{ _id: `unt_${id}`, name: "1", lease: null }] });
  answers({
    "merchant.business": () => business(),
    "rent.properties": ({ cursor }) =>
      cursor === undefined
        ? { items: [house("prp_1", "Elm House")], nextCursor: "next", isCut: false }
        : { items: [house("prp_2", "Oak House")], nextCursor: null, isCut: false },
  });
  await show(<InviteTenantForm />);
  const unit = page.getByLabelText("Unit", { exact: true });
  await unit.selectOptions("Oak House 1");
  await expect.element(unit).toHaveValue("unt_prp_2");
});

it("fills in a unit, the vacant ones first, shows the email before it is sent, and leads to the lease of a unit that has one", async () => {
  const lease = unitLease({ tenants: ["Maya Torres"] });
  answers({
    "merchant.business": () => business(),
    "rent.properties": () => ({
      items: [
        {
          _id: "prp_1",
          name: "Elm House",
          address: "12 Elm Street, Albany, NY 12207",
          units: [
            { _id: "unt_1", name: "A", lease },
            { _id: "unt_2", name: "B", lease: null },
          ],
        },
      ],
      nextCursor: null,
      isCut: false,
    }),
  });
  await show(<InviteTenantForm />);
  const unit = page.getByLabelText("Unit", { exact: true });
  await expect
    .poll(() => [...unit.element().querySelectorAll("option")].map(({ label }) => label))
    .toEqual(["Another address", "Elm House B", "Elm House A"]);
  await unit.selectOptions("Elm House B");
  await expect.element(page.getByLabelText("Address")).toHaveValue("12 Elm Street, Albany, NY 12207");
  await expect.element(page.getByLabelText(/Apartment number/)).toHaveValue("B");
  await expect.element(page.getByRole("link", { name: "Add a lease" })).toHaveAttribute("href", "/merchant/leases/new?unit=unt_2");
  await page.getByLabelText("Email").fill("ann.lee@hearth.test");
  await expect.element(page.getByText("The email to ann.lee@hearth.test")).toBeVisible();
  await expect.element(page.getByText("If you do not rent from them", { exact: false })).toBeVisible();
  await page.getByLabelText(/Apartment number/).fill("C");
  await expect.element(unit).toHaveValue("");
  await unit.selectOptions("Elm House A");
  await expect.element(page.getByRole("link", { name: "Open the lease" })).toHaveAttribute("href", "/merchant/leases/lse_1");
});

it("says before anything is sent that the sender has to confirm their own email, and sends the link again", async () => {
  answers({
    "auth.emailStanding": () => ({ ...standing, confirmed: false }),
    "auth.resendEmailConfirmation": () => ({ message: "We have sent you the link" }),
  });
  await show(<InviteTenantForm />);
  await expect.element(page.getByText("Hearth emails other people for you only after that.", { exact: false })).toBeVisible();
  await page.getByRole("button", { name: "Send it again" }).click();
  await expect.element(page.getByText("We have sent you the link.")).toBeVisible();
});
