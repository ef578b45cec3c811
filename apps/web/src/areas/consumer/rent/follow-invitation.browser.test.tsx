import { HearthError } from "@hearth/domain/errors";
import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { answers, inputsOf } from "../../../testing/answers.ts";
import { account, standing } from "../../../testing/records.ts";

import { openPage, show } from "../../../testing/render.tsx";
import { refuse } from "../../../testing/taken.ts";
import { FollowInvitation } from "./follow-invitation.tsx";

const open = () => ({
  merchantId: "mer_1",
  merchant: "Juniper Court",
  businessType: "apartment" as const,
  address: "12 Cedar Street",
  aptNumber: "4B",
});

it("sends a signed-out visitor to sign up or in, and back", async () => {
  answers({ "invitations.open": open });
  await openPage("/invitation#hrm_1");
  await expect.element(page.getByText("12 Cedar Street")).toBeVisible();
  await expect
    .element(page.getByRole("main").getByRole("link", { name: "Sign up", exact: true }))
    .toHaveAttribute("href", expect.stringContaining("hrm_1"));
});

it("names the inviting business by its type", async () => {
  answers({ "invitations.open": () => ({ ...open(), businessType: "education" as const }) });
  await show(<FollowInvitation token="hrm_1" signedInAs="merchant" />);
  await expect.element(page.getByText("Merchant", { exact: true })).toBeVisible();
  await expect.element(page.getByText("You are signed in with a business account. Please use your customer account.")).toBeVisible();
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
  const press = page.getByRole("button", { name: "Pay Juniper Court from here on" });
  await expect.element(press).toBeDisabled();
  await page.getByRole("button", { name: "I know Juniper Court" }).click();
  await press.click();
  await expect.poll(() => inputsOf("invitations.follow")).toEqual([{ token: "hrm_1" }]);
});

it("says what to do about an expired link", async () => {
  answers({
    "invitations.open": () => {
      throw new HearthError("MAIL_LINK_INVALID");
    },
  });
  await show(<FollowInvitation token="hrm_1" signedInAs={null} />);
  await expect.element(page.getByText("Ask whoever sent it for another one.")).toBeVisible();
});
