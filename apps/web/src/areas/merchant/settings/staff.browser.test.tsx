import { HearthError } from "@hearth/domain/errors";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { cleanup } from "vitest-browser-react/pure";
import { page } from "vitest/browser";
import { PermissionContext } from "../../../kit/permission.tsx";
import { answers, inputsOf } from "../../../testing/answers.ts";
import { closeRecordingWindows, fakeWalletPage, madeWallet, walletOrigin } from "../../../testing/fake-wallet-page.ts";
import { enter, formNamed, testFormErrors } from "../../../testing/press.ts";
import { account, network } from "../../../testing/records.ts";
import { show } from "../../../testing/render.tsx";
import { refuse } from "../../../testing/taken.ts";
import { touchLabel } from "../../../features/auth/touch/touch-button.tsx";
import { session } from "../../../lib/session.ts";
import { AcceptForm, JoinStaff, TouchAcceptForm } from "../register/join-staff.tsx";
import { StaffSettings } from "./staff-settings.tsx";

const standing = { email: "maya@hearth.test", confirmed: true, newEmail: null, returned: null };
beforeEach(() => answers({ "auth.emailStanding": () => standing }));
afterEach(() => {
  vi.restoreAllMocks();
  closeRecordingWindows();
});

const owner = { name: "Ada Lang", email: "ada@juniper.test", isYou: true };
const grace = {
  _id: "stf_1",
  email: "grace@juniper.test",
  name: "Grace Park",
  role: "manager" as const,
  state: "joined" as const,
  invitedAt: "2026-11-20T09:00:00.000Z",
  expiresAt: "2026-12-04T09:00:00.000Z",
  joinedAt: "2026-11-21T09:00:00.000Z",
  isYou: false,
};
const invitation = { business: "Juniper Court", email: "grace@juniper.test", role: "manager" as const };

testFormErrors({
  label: "Invite someone",
  open: () => {
    answers({ "staff.list": () => ({ owner, items: [] }), "staff.invite": refuse });
    return show(<StaffSettings />);
  },
  valid: { email: "grace@juniper.test", role: "manager" },
  invalid: {
    "no email": { values: { email: "" }, messages: { email: "Email is required" } },
    "half an email": { values: { email: "grace@" }, messages: { email: "Please enter a valid email address" } },
  },
  acceptedCount: () => inputsOf("staff.invite").length,
});

testFormErrors({
  label: "Accept the invitation",
  open: () => {
    answers({ "staff.accept": refuse });
    return show(<AcceptForm token="hrm_1" />);
  },
  valid: { firstName: "Grace", lastName: "Park", password: "a decent password" },
  invalid: {
    "a short password": { values: { password: "short" }, messages: { password: "Password must be at least 8 characters" } },
    "no name": { values: { firstName: " " }, messages: { firstName: "All fields are required" } },
  },
  acceptedCount: () => inputsOf("staff.accept").length,
});

testFormErrors({
  label: "Accept the invitation",
  open: () => {
    answers({ "passkeyWallet.beginSignUp": refuse });
    return show(<TouchAcceptForm token="hrm_1" invitation={invitation} walletOrigin={walletOrigin} onPassword={() => {}} />);
  },
  valid: { firstName: "Grace", lastName: "Park" },
  invalid: { "no name": { values: { firstName: " " }, messages: { firstName: "All fields are required" } } },
  acceptedCount: () => inputsOf("passkeyWallet.beginSignUp").length,
});

const coOwner = { ...grace, role: "owner" as const };

testFormErrors({
  label: "Transfer the business",
  open: () => {
    answers({ "staff.list": () => ({ owner, items: [coOwner] }), "account.handOver": refuse });
    return show(<StaffSettings />);
  },
  valid: { staffId: "stf_1" },
  invalid: { "nobody chosen": { values: { staffId: "" }, messages: { staffId: "Please choose a co-owner" } } },
  acceptedCount: () => inputsOf("account.handOver").length,
});

it("offers the transfer to a co-owner only to the owner", async () => {
  let isYou = true;
  answers({
    "staff.list": () => ({ owner: { ...owner, isYou }, items: [coOwner] }),
    "account.handOver": () => {
      isYou = false;
      return { message: "The business belongs to Grace Park now" };
    },
  });
  await show(<StaffSettings />);
  await page.getByLabelText("Co-owner").selectOptions("stf_1");
  await page.getByRole("button", { name: "Transfer the business" }).click();
  await expect.element(page.getByText("The business belongs to Grace Park now")).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Transfer the business" })).not.toBeInTheDocument();
  expect(inputsOf("account.handOver")).toEqual([{ staffId: "stf_1" }]);
});

it("explains how somebody becomes a co-owner if there is none", async () => {
  answers({ "staff.list": () => ({ owner, items: [grace] }) });
  await show(<StaffSettings />);
  await expect.element(page.getByText(/after 7 days they can take it/)).toBeVisible();
});

it("invites somebody, and leaves the link to the mail", async () => {
  answers({
    "staff.list": () => ({ owner, items: [] }),
    "staff.invite": () => ({ message: "Invitation sent to grace@juniper.test" }),
  });
  await show(<StaffSettings />);
  await expect.element(page.getByText("No one else works with this business yet.")).toBeVisible();
  await page.getByLabelText("Email").fill("grace@juniper.test");
  await page.getByLabelText("Role").selectOptions("manager");
  await page.getByRole("button", { name: "Send the invitation" }).click();
  await expect.element(page.getByText("Invitation sent to grace@juniper.test")).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Copy invitation" })).not.toBeInTheDocument();
  expect(inputsOf("staff.invite")).toEqual([{ email: "grace@juniper.test", role: "manager" }]);
});

it("changes somebody's role, and removes them", async () => {
  let items: (Omit<typeof grace, "role"> & { role: "manager" | "viewer" })[] = [grace];
  const change = (changed: typeof items) => {
    items = changed;
    return { owner, items };
  };
  answers({
    "staff.list": () => ({ owner, items }),
    "staff.changeRole": () => change([{ ...grace, role: "viewer" }]),
    "staff.remove": () => change([]),
  });
  await show(<StaffSettings />);
  await page.getByLabelText("Role of grace@juniper.test").selectOptions("viewer");
  await expect.element(page.getByRole("cell", { name: "Viewer", exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Remove grace@juniper.test" }).click();
  await expect.element(page.getByText("No one else works with this business yet.")).toBeVisible();
  expect(inputsOf("staff.changeRole")).toEqual([{ staffId: "stf_1", role: "viewer" }]);
  expect(inputsOf("staff.remove")).toEqual([{ staffId: "stf_1" }]);
});

it("shows the staff without actions to a user who may not change it", async () => {
  answers({ "staff.list": () => ({ owner, items: [grace] }) });
  await show(
    <PermissionContext value="manager">
      <StaffSettings />
    </PermissionContext>,
  );
  await expect.element(page.getByText("Grace Park")).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Remove grace@juniper.test" })).not.toBeInTheDocument();
  await expect.element(page.getByRole("button", { name: "Send the invitation" })).not.toBeInTheDocument();
});

/** Opens an invitation in a browser that has passkeys, and types the names. Each is of another email, because a begun sign-up outlives its page. */
async function openByTouch(email = `grace${crypto.randomUUID()}@juniper.test`) {
  const walletPage = fakeWalletPage();
  answers({
    "payments.network": () => network({ walletOrigin }),
    "staff.invitation": () => ({ ...invitation, email }),
    "passkeyWallet.beginSignUp": () => begun,
  });
  await show(<JoinStaff token="hrm_1" signedIn={null} />);
  await expect.element(page.getByRole("button", { name: touchLabel })).toBeVisible();
  enter(await formNamed("Accept the invitation"), { firstName: "Grace", lastName: "Park" });
  return { walletPage, email };
}
const begun = { challenge: "AAAA", userId: "AAAA", userName: invitation.email, displayName: "Grace Park", existing: [] };

it("makes an invited person's account without a password, in the wallet's page", async () => {
  const { walletPage, email } = await openByTouch();
  const user = account({ firstName: "Grace", lastName: "Park", email, role: "merchant", _id: "usr_grace" });
  answers({ "staff.accept": () => ({ token: "hra_grace", user }) });
  await page.getByRole("button", { name: touchLabel }).click();
  const made = madeWallet("0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC");
  expect(await walletPage.answerWith({ result: made })).toEqual({ method: "create", passkey: begun });
  await expect.poll(() => session.get().authToken).toBe("hra_grace");
  const person = { firstName: "Grace", lastName: "Park" };
  expect(inputsOf("passkeyWallet.beginSignUp")).toEqual([{ ...person, email, invitation: "hrm_1" }]);
  expect(inputsOf("staff.accept")).toEqual([{ token: "hrm_1", ...person, wallet: { ...made, name: expect.any(String) } }]);
});

it("says that nothing came of a wallet's page that was closed, and offers the password", async () => {
  const { walletPage } = await openByTouch();
  await page.getByRole("button", { name: touchLabel }).click();
  await walletPage.answerWith({ refusal: "cancelled" });
  await expect
    .element(page.getByText("You closed your wallet's page before it was finished, so nothing was made.", { exact: false }))
    .toBeVisible();
  await page.getByRole("button", { name: "Use a password instead" }).click();
  await expect.element(page.getByLabelText("Password", { exact: true })).toBeVisible();
});

it("lets the invited account join with one click", async () => {
  answers({ "staff.invitation": () => invitation, "staff.join": refuse });
  await show(<JoinStaff token="hrm_1" signedIn={{ email: "grace@juniper.test", role: "merchant" }} />);
  await page.getByRole("button", { name: "Join Juniper Court" }).click();
  await expect.poll(() => inputsOf("staff.join")).toEqual([{ token: "hrm_1" }]);
});

it("leads on from an invitation that can no longer be accepted", async () => {
  answers({ "staff.invitation": () => Promise.reject(new HearthError("MAIL_LINK_INVALID")) });
  await show(<JoinStaff token="hrm_1" signedIn={null} />);
  await expect.element(page.getByText("This invitation can no longer be accepted")).toBeVisible();
  await expect.element(page.getByRole("link", { name: "Sign in" })).toHaveAttribute("href", "/merchant/login");
  await cleanup();
  await show(<JoinStaff token="hrm_1" signedIn={{ email: "grace@juniper.test", role: "merchant" }} />);
  await expect.element(page.getByRole("link", { name: "Go to the merchant dashboard" })).toBeVisible();
});
