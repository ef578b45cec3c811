import { show } from "../../testing/render.tsx";
import { countSubmits, refuse } from "../../testing/taken.ts";
import { answers, inputsOf } from "../../testing/answers.ts";
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
  right: { newPassword: "a decent password", confirmPassword: "a decent password" },
  wrong: {
    "too short a one": {
      values: { newPassword: "short", confirmPassword: "short" },
      says: { newPassword: "Password must be at least 8 characters" },
    },
    "two different ones": { values: { confirmPassword: "another password" }, says: { confirmPassword: "Passwords do not match" } },
  },
  taken,
});

testFormErrors({
  label: "Sign in",
  open: () => show(<LoginForm onSubmit={take} onPasskey={take} />),
  right: { email: "maya@hearth.test", password: "hearth-demo-2026" },
  wrong: {
    "nothing entered": {
      values: { email: "", password: "" },
      says: { email: "Email is required", password: "Password is required" },
    },
    "no password": { values: { email: "notmail", password: "" }, says: { password: "Password is required" } },
    "no email": { values: { email: " " }, says: { email: "Email is required" } },
  },
  taken,
});

testFormErrors({
  label: "Forgot password",
  open: () => {
    answers({ "auth.forgotPassword": refuse });
    return show(<ForgotPasswordForm />);
  },
  right: { email: "maya@hearth.test" },
  wrong: { "no email": { values: { email: " " }, says: { email: "Email is required" } } },
  taken: () => inputsOf("auth.forgotPassword").length,
});

testFormErrors({
  label: "Choose a password",
  open: () => {
    answers({ "auth.resetPassword": refuse });
    return show(<ResetPasswordForm token="hrm_token" />);
  },
  right: { newPassword: "a long password", confirmPassword: "a long password" },
  wrong: {
    "a short password, unequal": {
      values: { newPassword: "short", confirmPassword: "other" },
      says: { newPassword: "New password must be at least 8 characters long", confirmPassword: "New passwords do not match" },
    },
    "a common password": {
      values: { newPassword: "password", confirmPassword: "password" },
      says: { newPassword: "Please choose a less common password" },
    },
  },
  taken: () => inputsOf("auth.resetPassword").length,
});

const shared = "All fields are required";
testFormErrors({
  label: "Sign up",
  open: () => show(<RegisterForm onSubmit={take} />),
  right: {
    firstName: "Maya",
    lastName: "Okafor",
    email: "maya@hearth.test",
    password: "a long password",
    confirmPassword: "a long password",
  },
  wrong: {
    "nothing entered": {
      values: { firstName: "", lastName: "", email: "", password: "", confirmPassword: "" },
      says: { firstName: "", lastName: "", email: "", password: "", confirmPassword: "" },
      title: shared,
    },
    "a wrong email and a short password, unequal": {
      values: { email: "notmail", password: "short", confirmPassword: "other" },
      says: {
        email: "Please enter a valid email address",
        password: "Password must be at least 8 characters",
        confirmPassword: "Passwords do not match",
      },
    },
    "no last name and a common password": {
      values: { lastName: "", password: "password", confirmPassword: "password" },
      says: { lastName: "", password: "Please choose a less common password" },
      title: shared,
    },
  },
  taken,
});

testFormErrors({
  label: "Two-step sign-in",
  open: () => show(<CodeForm label="Two-step sign-in" action="Sign in" onSubmit={take} />),
  right: { code: "123456" },
  wrong: {
    "no code": { values: { code: " " }, says: { code: "Please enter the code" } },
    "too long a code": { values: { code: "1".repeat(101) }, says: { code: "This code is too long" } },
  },
  taken,
});

const nothing = () => undefined;

testFormErrors({
  label: "Switch off",
  open: () => {
    answers({ "auth.endSecondFactor": refuse });
    return show(<SwitchOffDialog area="auth" open onClose={nothing} onDone={nothing} />);
  },
  right: { password: "hearth-demo-2026", code: "123456" },
  wrong: {
    "nothing entered": {
      values: { password: "", code: "" },
      says: { password: "Please enter your password", code: "Please enter the code" },
    },
    "too long a password": { values: { password: "x".repeat(257) }, says: { password: "This is not your password" } },
  },
  taken: () => inputsOf("auth.endSecondFactor").length,
});

testFormErrors({
  label: "Confirm that it is you",
  open: () => {
    answers({ "auth.setUpSecondFactor": refuse });
    return show(<SetUpDialog area="auth" open onClose={nothing} />);
  },
  right: { password: "hearth-demo-2026" },
  wrong: { "nothing entered": { values: { password: "" }, says: { password: "Please enter your password" } } },
  taken: () => inputsOf("auth.setUpSecondFactor").length,
});
