import { HearthError } from "@hearth/domain/errors";
import { beforeEach, expect, it } from "vitest";
import { cleanup } from "vitest-browser-react/pure";
import { page } from "vitest/browser";
import { PermissionContext } from "../../../kit/permission.tsx";
import { answers, inputsOf } from "../../../testing/answers.ts";
import { testFormErrors } from "../../../testing/press.ts";
import { show } from "../../../testing/render.tsx";
import { refuse } from "../../../testing/taken.ts";
import { AcceptForm, JoinStaff } from "../register/join-staff.tsx";
import { StaffSettings } from "./staff-settings.tsx";

const standing = { email: "maya@hearth.test", confirmed: true, newEmail: null, returned: null };
beforeEach(() => answers({ "auth.emailStanding": () => standing }));

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
    return show(<AcceptForm token="hrm_1" invitation={invitation} />);
  },
  valid: { firstName: "Grace", lastName: "Park", password: "a decent password" },
  invalid: {
    "a short password": { values: { password: "short" }, messages: { password: "Password must be at least 8 characters" } },
    "no name": { values: { firstName: " " }, messages: { firstName: "All fields are required" } },
  },
  acceptedCount: () => inputsOf("staff.accept").length,
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
