import { HearthError } from "@hearth/domain/errors";
import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { answers, inputsOf } from "../../testing/answers.ts";
import { enter, formNamed, testFormErrors, press, shownErrors } from "../../testing/press.ts";
import { account } from "../../testing/records.ts";
import { trpc } from "../../lib/trpc.ts";
import { show } from "../../testing/render.tsx";
import { refuse } from "../../testing/taken.ts";
import { PasswordForm, SetPasswordForm } from "./password-form.tsx";
import { ProfileForm } from "./profile-form.tsx";

testFormErrors({
  label: "Profile information",
  open: () => {
    answers({ "auth.updateProfile": refuse });
    return show(<ProfileForm account={account()} />);
  },
  valid: { firstName: "Maya", lastName: "Okafor", email: "maya@hearth.test" },
  invalid: {
    "nothing entered": {
      values: { firstName: "", lastName: " ", email: "" },
      messages: { firstName: "First name is required", lastName: "Last name is required", email: "Email is required" },
    },
    "a wrong email and too long a name": {
      values: { lastName: "x".repeat(101), email: "maya@" },
      messages: { lastName: "Please use at most 100 characters", email: "Please enter a valid email address" },
    },
  },
  acceptedCount: () => inputsOf("auth.updateProfile").length,
});

it("shows the server's refusal of an email at the focused field until it is edited", async () => {
  answers({
    "auth.updateProfile": () => {
      throw new HearthError("EMAIL_ALREADY_USED", { fields: { email: "An account with this email already exists" } });
    },
  });
  await show(<ProfileForm account={account()} />);
  const form = await formNamed("Profile information");
  for (let time = 1; time <= 3; time += 1) {
    await press(form);
    await expect.poll(() => inputsOf("auth.updateProfile").length).toBe(time);
    await expect.poll(() => shownErrors(form)).toEqual({ email: "An account with this email already exists" });
    await expect.poll(() => document.activeElement?.getAttribute("name")).toBe("email");
  }
  enter(form, { email: "other@hearth.test" });
  await expect.poll(() => shownErrors(form)).toEqual({});
});

function OwnProfile() {
  const { data } = trpc.auth.me.useQuery();
  return data && <ProfileForm account={data} />;
}

it("saves again right after a save, over what was saved, and shows a new email once it is confirmed", async () => {
  let saved = account();
  answers({
    "auth.me": () => saved,
    "auth.updateProfile": ({ firstName, lastName }) => {
      saved = account({ firstName, lastName });
      return saved;
    },
  });
  await show(<OwnProfile />);
  const [email, save] = [page.getByRole("textbox", { name: "Email" }), page.getByRole("button", { name: "Save changes" })];
  await page.getByLabelText("First name").fill("Noor Amal");
  await save.click();
  await expect.poll(() => inputsOf("auth.updateProfile").length).toBe(1);
  await email.fill("other@hearth.test");
  await save.click();
  await expect
    .poll(() => inputsOf("auth.updateProfile")[1])
    .toMatchObject({ email: "other@hearth.test", seen: { firstName: "Noor Amal" } });
  await expect.element(email).toHaveValue(account().email);
  await expect.element(page.getByLabelText("First name")).toHaveValue("Noor Amal");
});

const factor = { enabledAt: null, recoveryCodesLeft: 0, passkeys: 0, hasPassword: true, isRequired: false };

testFormErrors({
  label: "Change password",
  open: () => {
    answers({ "auth.secondFactor": () => factor, "auth.changePassword": refuse });
    return show(<PasswordForm />);
  },
  valid: { currentPassword: "hearth-demo-2026", newPassword: "a long password", confirmPassword: "a long password" },
  invalid: {
    "nothing entered": {
      values: { currentPassword: "", newPassword: "", confirmPassword: "" },
      messages: { currentPassword: "Please enter your current password", newPassword: "Please enter a new password" },
    },
    "a short password, unequal": {
      values: { newPassword: "short", confirmPassword: "other" },
      messages: { newPassword: "New password must be at least 8 characters long", confirmPassword: "New passwords do not match" },
    },
  },
  acceptedCount: () => inputsOf("auth.changePassword").length,
});

it("shows the server's reason for refusing a new password", async () => {
  answers({
    "auth.secondFactor": () => factor,
    "auth.changePassword": () => {
      throw new HearthError("RATE_LIMITED");
    },
  });
  await show(<PasswordForm />);
  const form = await formNamed("Change password");
  enter(form, { currentPassword: "hearth-demo-2026", newPassword: "a long password", confirmPassword: "a long password" });
  await press(form);
  await expect.element(page.getByText("Failed to update password")).toBeVisible();
  await expect.element(page.getByText("Too many attempts. Please wait a moment and try again.")).toBeVisible();
});

testFormErrors({
  label: "Set a password",
  open: () => {
    answers({ "auth.setPassword": refuse });
    return show(<SetPasswordForm />);
  },
  valid: { newPassword: "a long password", confirmPassword: "a long password" },
  invalid: {
    "nothing entered": { values: { newPassword: "", confirmPassword: "" }, messages: { newPassword: "Please enter a new password" } },
    "a short password, unequal": {
      values: { newPassword: "short", confirmPassword: "other" },
      messages: { newPassword: "New password must be at least 8 characters long", confirmPassword: "New passwords do not match" },
    },
  },
  acceptedCount: () => inputsOf("auth.setPassword").length,
});
