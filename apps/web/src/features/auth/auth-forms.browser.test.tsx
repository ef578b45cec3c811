import { HearthError } from "@hearth/domain/errors";
import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { session } from "../../lib/session.ts";
import { openPage, show } from "../../testing/render.tsx";
import { countSubmits, refuse } from "../../testing/taken.ts";
import { answers, inputsOf, never } from "../../testing/answers.ts";
import { testFormErrors } from "../../testing/press.ts";
import { FirstPasswordForm } from "./first-password-form.tsx";
import { LoginForm } from "./login-form.tsx";
import { ForgotPasswordForm, ResetPasswordForm } from "./reset-forms.tsx";
import { RegisterForm } from "./register-form.tsx";
import { CodeForm } from "./second-factor/code-form.tsx";
import { SwitchOffDialog } from "./second-factor/prove-dialog.tsx";
import { SetUpDialog } from "./second-factor/second-factor-card.tsx";

const { take, taken } = countSubmits();

testFormErrors({
  label: "Choose your password",
  open: () => show(<FirstPasswordForm onPassword={take} />),
  valid: { newPassword: "a decent password", confirmPassword: "a decent password" },
  invalid: {
    "too short a one": {
      values: { newPassword: "short", confirmPassword: "short" },
      messages: { newPassword: "Password must be at least 8 characters" },
    },
    "two different ones": { values: { confirmPassword: "another password" }, messages: { confirmPassword: "Passwords do not match" } },
  },
  acceptedCount: taken,
});

testFormErrors({
  label: "Sign in",
  undrafted: true,
  open: () => show(<LoginForm onSubmit={take} onPasskey={take} />),
  valid: { email: "maya@hearth.test", password: "hearth-demo-2026" },
  invalid: {
    "nothing entered": {
      values: { email: "", password: "" },
      messages: { email: "Email is required", password: "Password is required" },
    },
    "no password": { values: { email: "notmail", password: "" }, messages: { password: "Password is required" } },
    "no email": { values: { email: " " }, messages: { email: "Email is required" } },
  },
  acceptedCount: taken,
});

testFormErrors({
  label: "Forgot password",
  open: () => {
    answers({ "auth.forgotPassword": refuse });
    return show(<ForgotPasswordForm />);
  },
  valid: { email: "maya@hearth.test" },
  invalid: { "no email": { values: { email: " " }, messages: { email: "Email is required" } } },
  acceptedCount: () => inputsOf("auth.forgotPassword").length,
});

testFormErrors({
  label: "Choose a password",
  open: () => {
    answers({ "auth.resetPassword": refuse });
    return show(<ResetPasswordForm token="hrm_token" />);
  },
  valid: { newPassword: "a long password", confirmPassword: "a long password" },
  invalid: {
    "a short password, unequal": {
      values: { newPassword: "short", confirmPassword: "other" },
      messages: { newPassword: "New password must be at least 8 characters long", confirmPassword: "New passwords do not match" },
    },
    "a common password": {
      values: { newPassword: "password", confirmPassword: "password" },
      messages: { newPassword: "Please choose a less common password" },
    },
  },
  acceptedCount: () => inputsOf("auth.resetPassword").length,
});

it("says what taking the account back undid, and what the owner has to look at", async () => {
  const undone = ['The passkey "Thief\'s phone" is removed'];
  const remaining = ["Your data was downloaded."];
  answers({ "auth.resetPassword": () => ({ message: "Your password is changed. Please sign in with it.", undone, remaining }) });
  await show(<ResetPasswordForm token="hrm_token" takesBack />);
  await expect.element(page.getByRole("checkbox", { name: /Someone else has used my account/ })).not.toBeInTheDocument();
  await page.getByLabelText("New password", { exact: true }).fill("a long password");
  await page.getByLabelText("Confirm new password").fill("a long password");
  await page.getByRole("button", { name: "Take the account back" }).click();
  await expect.element(page.getByText("Your account is yours again")).toBeVisible();
  await expect.element(page.getByText(undone[0] ?? "")).toBeVisible();
  await expect.element(page.getByText(remaining[0] ?? "")).toBeVisible();
});

it("leads an old link to take the account back to us, and not to a new link", async () => {
  answers({
    "auth.resetPassword": () => {
      throw new HearthError("MAIL_LINK_INVALID");
    },
  });
  await openPage("/keep-email#hrm_token");
  await page.getByLabelText("New password", { exact: true }).fill("a long password");
  await page.getByLabelText("Confirm new password").fill("a long password");
  await page.getByRole("button", { name: "Take the account back" }).click();
  await expect.element(page.getByText(/If the account is not yours again, write to us/)).toBeVisible();
});

it("says nothing of a new password after the account was taken back", async () => {
  answers({ "auth.resetPassword": () => ({ message: "Your password is changed. Please sign in with it.", undone: [], remaining: [] }) });
  await openPage("/keep-email#hrm_token");
  await page.getByLabelText("New password", { exact: true }).fill("a long password");
  await page.getByLabelText("Confirm new password").fill("a long password");
  await expect.element(page.getByText(/Choose a new password/)).toBeVisible();
  await page.getByRole("button", { name: "Take the account back" }).click();
  await expect.element(page.getByText("Your account is yours again")).toBeVisible();
  await expect.element(page.getByText(/Choose a new password/)).not.toBeInTheDocument();
});

it("asks whoever forgot the password if somebody else has used the account", async () => {
  answers({ "auth.resetPassword": () => ({ message: "Your password is changed. Please sign in with it.", undone: [], remaining: [] }) });
  await show(<ResetPasswordForm token="hrm_token" />);
  await page.getByLabelText("New password", { exact: true }).fill("a long password");
  await page.getByLabelText("Confirm new password").fill("a long password");
  await page.getByRole("checkbox", { name: /Someone else has used my account/ }).click();
  await page.getByRole("button", { name: "Change password" }).click();
  await expect.element(page.getByText("Your password is changed")).toBeVisible();
  expect(inputsOf("auth.resetPassword")).toEqual([{ token: "hrm_token", newPassword: "a long password", undo: true }]);
});

const shared = "All fields are required";
testFormErrors({
  label: "Sign up",
  open: () => show(<RegisterForm onSubmit={take} />),
  valid: {
    firstName: "Maya",
    lastName: "Okafor",
    email: "maya@hearth.test",
    password: "a long password",
    confirmPassword: "a long password",
  },
  invalid: {
    "nothing entered": {
      values: { firstName: "", lastName: "", email: "", password: "", confirmPassword: "" },
      messages: { firstName: "", lastName: "", email: "", password: "", confirmPassword: "" },
      title: shared,
    },
    "a wrong email and a short password, unequal": {
      values: { email: "notmail", password: "short", confirmPassword: "other" },
      messages: {
        email: "Please enter a valid email address",
        password: "Password must be at least 8 characters",
        confirmPassword: "Passwords do not match",
      },
    },
    "no last name and a common password": {
      values: { lastName: "", password: "password", confirmPassword: "password" },
      messages: { lastName: "", password: "Please choose a less common password" },
      title: shared,
    },
  },
  acceptedCount: taken,
});

testFormErrors({
  label: "Two-step sign-in",
  open: () => show(<CodeForm label="Two-step sign-in" action="Sign in" onSubmit={take} />),
  valid: { code: "123456" },
  invalid: {
    "no code": { values: { code: " " }, messages: { code: "Please enter the code" } },
    "too long a code": { values: { code: "1".repeat(101) }, messages: { code: "This code is too long" } },
  },
  acceptedCount: taken,
});

const nothing = () => undefined;
const factor = { enabledAt: null, recoveryCodesLeft: 0, passkeys: 0, hasPassword: true, isRequired: false };

testFormErrors({
  label: "Switch off",
  open: () => {
    answers({ "auth.secondFactor": () => factor, "auth.endSecondFactor": refuse });
    return show(<SwitchOffDialog area="auth" open onClose={nothing} onDone={nothing} />);
  },
  valid: { password: "hearth-demo-2026", code: "123456" },
  invalid: {
    "nothing entered": {
      values: { password: "", code: "" },
      messages: { password: "Please enter your password", code: "Please enter the code" },
    },
    "too long a password": { values: { password: "x".repeat(257) }, messages: { password: "This is not your password" } },
  },
  acceptedCount: () => inputsOf("auth.endSecondFactor").length,
});

testFormErrors({
  label: "Confirm that it is you",
  open: () => {
    answers({ "auth.secondFactor": () => factor, "auth.setUpSecondFactor": refuse });
    return show(<SetUpDialog area="auth" open onClose={nothing} />);
  },
  valid: { password: "hearth-demo-2026" },
  invalid: { "nothing entered": { values: { password: "" }, messages: { password: "Please enter your password" } } },
  acceptedCount: () => inputsOf("auth.setUpSecondFactor").length,
});

it("stays the page of a mail's link while the page after it loads", async () => {
  answers({ "auth.useDeviceLink": () => ({ message: "You can sign in on this device now." }), "auth.me": never });
  const router = await openPage("/this-device#hrm_token");
  await page.getByRole("button", { name: "Use this device" }).click();
  const done = page.getByText("You can sign in on this device now.");
  await expect.element(done).toBeVisible();
  localStorage.setItem("authToken", "token-of-a-user-to-load");
  session.refresh();
  void router.navigate({ to: "/profile" });
  await expect.poll(() => inputsOf("auth.me")).toHaveLength(1);
  expect(router.latestLocation.pathname).toBe("/profile");
  await expect.element(done).toBeVisible();
  await expect.element(page.getByRole("main").getByLabelText("Email")).not.toBeInTheDocument();
});
