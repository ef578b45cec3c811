import { HearthError } from "@hearth/domain/errors";
import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { answers, inputsOf } from "../../../testing/answers.ts";
import { account, standing } from "../../../testing/records.ts";

import { closePage, openPage, show, signIn } from "../../../testing/render.tsx";
import { refuse } from "../../../testing/taken.ts";
import { FollowInvitation, WaitingInvitations } from "./follow-invitation.tsx";

const open = () => ({
  _id: "tin_1",
  merchantId: "mer_1",
  merchant: "Juniper Court",
  businessType: "apartment" as const,
  invitedBy: "Dana Reyes",
  email: "maya@hearth.test",
  address: "12 Cedar Street",
  aptNumber: "4B",
  lease: { rent: 1_200, dueDay: 1, startsOn: "2026-12-15", endsOn: null },
});

it("says who invites to which home at what rent, and leads a signed-out visitor to sign up or in and back", async () => {
  answers({ "invitations.open": open });
  await openPage("/invitation#hrm_1");
  await expect.element(page.getByRole("heading", { name: "Juniper Court invited you" })).toBeVisible();
  for (const words of [/12 Cedar Street/, "$1,200.00 a month, due on the 1st", "From Dec 15, 2026", "Dana Reyes"])
    await expect.element(page.getByText(words)).toBeVisible();
  const accept = page.getByRole("link", { name: "Accept and create account" });
  await expect.element(accept).toHaveAttribute("href", expect.stringMatching(/hrm_1.*maya%40hearth\.test/));
});

it("says whom it was sent to when another tenant is signed in", async () => {
  answers({ "invitations.open": open, "merchant.standing": () => standing({}), "auth.me": () => account({ email: "noor@hearth.test" }) });
  await show(<FollowInvitation token="hrm_1" signedInAs="user" />);
  await expect.element(page.getByText(/sent to maya@hearth\.test\. You are signed in as noor@hearth\.test/)).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Accept the invitation" })).toBeEnabled();
});

it("leads a tenant who has accepted it to the dashboard, and a signed-out visitor to sign in", async () => {
  const dead = () => {
    throw new HearthError("MAIL_LINK_INVALID");
  };
  answers({ "invitations.open": dead });
  await show(<FollowInvitation token="hrm_1" signedInAs="user" />);
  await expect.element(page.getByText(/If you accepted it with this account, your home is on your dashboard/)).toBeVisible();
  await expect.element(page.getByRole("link", { name: "Go to your dashboard" })).toHaveAttribute("href", "/dashboard");
  await closePage();
  await show(<FollowInvitation token="hrm_1" signedInAs={null} />);
  await expect.element(page.getByRole("link", { name: "Sign in" })).toBeVisible();
  await expect.element(page.getByText(/your home is on your dashboard/)).not.toBeInTheDocument();
});

it("names the inviting business by its type", async () => {
  answers({ "invitations.open": () => ({ ...open(), businessType: "education" as const }) });
  await show(<FollowInvitation token="hrm_1" signedInAs="merchant" />);
  await expect.element(page.getByText("Merchant", { exact: true })).toBeVisible();
  await expect.element(page.getByText("You are signed in with a business account. Sign out to accept as a customer.")).toBeVisible();
});

it("signs a landlord out on the page, and goes on as for any visitor", async () => {
  signIn({ role: "merchant" });
  answers({ "invitations.open": open, "auth.logout": () => ({ message: "Signed out" }) });
  await openPage("/invitation#hrm_1");
  const leave = page.getByRole("button", { name: "Sign out here" });
  await expect.element(leave).toBeVisible();
  const accept = page.getByRole("link", { name: "Accept and create account" });
  expect(accept.query()).toBeNull();
  await leave.click();
  await expect.element(accept).toBeVisible();
  await expect.poll(() => inputsOf("auth.logout")).toHaveLength(1);
});

it("enrolls a tenant with one click, once they acknowledge an unreviewed landlord", async () => {
  const stranger = standing({ reviewed: false });
  answers({
    "invitations.open": open,
    "merchant.standing": () => stranger,
    "merchant.acknowledge": () => ({ ...stranger, acknowledged: true }),
    "invitations.follow": refuse,
    "auth.me": () => account(),
  });
  await show(<FollowInvitation token="hrm_1" signedInAs="user" />);
  const press = page.getByRole("button", { name: "Accept the invitation" });
  await expect.element(press).toBeDisabled();
  await page.getByRole("button", { name: "I know Juniper Court" }).click();
  await press.click();
  await expect.poll(() => inputsOf("invitations.follow")).toEqual([{ token: "hrm_1" }]);
});

it("accepts at once on return from the sign-up that Accept led to, but never before an unreviewed landlord was acknowledged", async () => {
  answers({ "invitations.open": open, "merchant.standing": () => standing({}), "invitations.follow": refuse, "auth.me": () => account() });
  await show(<FollowInvitation token="hrm_1" signedInAs="user" isAccepted />);
  await expect.poll(() => inputsOf("invitations.follow")).toEqual([{ token: "hrm_1" }]);
});

it("keeps an acknowledged sign-up waiting for the landlord to be acknowledged", async () => {
  answers({ "invitations.open": open, "merchant.standing": () => standing({ reviewed: false }), "auth.me": () => account() });
  await show(<FollowInvitation token="hrm_1" signedInAs="user" isAccepted />);
  await expect.element(page.getByText("First say above that you know Juniper Court.")).toBeVisible();
  expect(inputsOf("invitations.follow")).toEqual([]);
});

const dead = () => {
  throw new HearthError("MAIL_LINK_INVALID");
};

it.each([
  [true, "A new link is on its way"],
  [false, /Look for a newer email/],
])("offers a new link for a dead one, and says what became of it (%s)", async (isRenewed, words) => {
  answers({ "invitations.open": dead, "invitations.renew": () => ({ isRenewed }) });
  await show(<FollowInvitation token="hrm_1" signedInAs={null} />);
  await page.getByRole("button", { name: "Send me a new link" }).click();
  await expect.element(page.getByText(words)).toBeVisible();
  expect(inputsOf("invitations.renew")).toEqual([{ token: "hrm_1" }]);
});

it("shows the invitations that wait for a tenant's confirmed email, and accepts one", async () => {
  answers({
    "auth.me": () => account({ merchant: null }),
    "invitations.mine": () => ({ needsConfirmation: false, items: [open()] }),
    "merchant.standing": () => standing({}),
    "invitations.accept": refuse,
  });
  await show(<WaitingInvitations />);
  await expect.element(page.getByText("Apt\u00a04B, 12 Cedar Street: $1,200.00 a month, due on the 1st.")).toBeVisible();
  await page.getByRole("button", { name: "Accept the invitation" }).click();
  await expect.poll(() => inputsOf("invitations.accept")).toEqual([{ invitationId: "tin_1" }]);
});

it("asks a tenant without a landlord to confirm the email that an invitation may have gone to", async () => {
  answers({ "auth.me": () => account({ merchant: null }), "invitations.mine": () => ({ needsConfirmation: true, items: [] }) });
  await show(<WaitingInvitations />);
  await expect.element(page.getByText("Were you invited?")).toBeVisible();
});
