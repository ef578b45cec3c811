import { HearthError } from "@hearth/domain/errors";
import { afterEach, expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { answers, inputsOf } from "../../testing/answers.ts";
import { enter, formNamed, testFormErrors, press, shownErrors } from "../../testing/press.ts";
import { closeRecordingWindows, fakeWalletPage, shownAssertion, walletOrigin } from "../../testing/fake-wallet-page.ts";
import { account, network } from "../../testing/records.ts";
import { show } from "../../testing/render.tsx";
import { refuse } from "../../testing/taken.ts";
import { ProfileForm } from "./profile-form.tsx";
import { SecondFactorCard } from "../auth/second-factor/second-factor-card.tsx";
import { StepUpDialog } from "../auth/step-up-dialog.tsx";

afterEach(() => {
  vi.restoreAllMocks();
  closeRecordingWindows();
});

const factor = { enabledAt: null, recoveryCodesLeft: 0, passkeys: 0, hasPassword: true, isRequired: false };

testFormErrors({
  label: "Confirm that it is you",
  open: () => {
    answers({ "auth.secondFactor": () => ({ ...factor, enabledAt: "2026-11-20T12:00:00.000Z" }), "auth.stepUp": refuse });
    return show(<StepUpDialog request={{ area: "auth", end: () => {} }} />);
  },
  valid: { password: "hearth-demo-2026", code: "123456" },
  invalid: {
    "nothing entered": {
      values: { password: "", code: "" },
      messages: { password: "Please enter your password", code: "Please enter the code" },
    },
  },
  acceptedCount: () => inputsOf("auth.stepUp").length,
});

const renamed = { firstName: "Maya", lastName: "Okafor", email: "maya.okafor@hearth.test" };

/** Submits another email. The server requires a step-up until the password was given. */
async function askForEmail(): Promise<void> {
  let isShown = false;
  answers({
    "auth.secondFactor": () => factor,
    "auth.updateProfile": () => {
      if (!isShown) throw new HearthError("STEP_UP_REQUIRED");
      return account(renamed);
    },
    "auth.stepUp": ({ password }) => {
      if (password !== "hearth-demo-2026") throw new HearthError("WRONG_PASSWORD", { fields: { password: "This is not your password" } });
      isShown = true;
      return { message: "Thank you. You can continue." };
    },
  });
  await show(<ProfileForm account={account()} />);
  const form = await formNamed("Profile information");
  enter(form, renamed);
  await press(form);
}

it("continues the interrupted call after the step-up, without another click", async () => {
  await askForEmail();
  const question = await formNamed("Confirm that it is you");
  enter(question, { password: "another password" });
  await press(question);
  await expect.poll(() => shownErrors(question)).toEqual({ password: "This is not your password" });
  expect(inputsOf("auth.updateProfile")).toHaveLength(1);
  enter(question, { password: "hearth-demo-2026" });
  await press(question);
  await expect.poll(() => inputsOf("auth.updateProfile")).toMatchObject([renamed, renamed]);
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
});

it("leaves the form unchanged if the step-up is cancelled, and asks again on the next click", async () => {
  await askForEmail();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect.element(page.getByText("Please confirm that it is you, and then try again")).toBeVisible();
  expect(inputsOf("auth.stepUp")).toHaveLength(0);
  await press(await formNamed("Profile information"));
  await expect.element(page.getByRole("dialog", { name: "Confirm that it is you" })).toBeVisible();
});

it("sets up two-step sign-in beside a passkey after a recovery code, and keeps the entered password", async () => {
  let isShown = false;
  answers({
    "auth.secondFactor": () => ({ ...factor, passkeys: 1 }),
    "auth.setUpSecondFactor": () => {
      if (!isShown) throw new HearthError("STEP_UP_REQUIRED");
      return { secret: "JBSWY3DPEHPK3PXP", uri: "otpauth://totp/Hearth?secret=JBSWY3DPEHPK3PXP" };
    },
    "auth.stepUp": () => {
      isShown = true;
      return { message: "Thank you. You can continue." };
    },
  });
  await show(<SecondFactorCard area="auth" />);
  await page.getByRole("button", { name: "Set up two-step sign-in" }).click();
  const password = "hearth-demo-2026";
  const start = await formNamed("Confirm that it is you");
  enter(start, { password });
  await press(start);
  const question = page.getByRole("dialog", { name: "Confirm that it is you" });
  await question.getByLabelText("Your password").fill(password);
  await question.getByRole("textbox", { name: /code/i }).fill("H7Q4-K2MX");
  await question.getByRole("button", { name: "Continue" }).click();
  await expect.poll(() => inputsOf("auth.setUpSecondFactor")).toEqual([{ password }, { password }]);
  await expect.element(page.getByRole("button", { name: "Switch on" })).toBeVisible();
});

it("asks for the passkey in place of a password that the account does not have, and goes on", async () => {
  const walletPage = fakeWalletPage();
  let isShown = false;
  answers({
    "payments.network": () => network({ walletOrigin }),
    "auth.secondFactor": () => ({ ...factor, hasPassword: false }),
    "auth.updateProfile": () => {
      if (!isShown) throw new HearthError("STEP_UP_REQUIRED");
      return account(renamed);
    },
    "passkeyWallet.beginProof": () => ({ challenge: "CCCC", credentialIds: ["first"] }),
    "passkeyWallet.stepUp": () => {
      isShown = true;
      return { message: "Thank you. You can continue." };
    },
  });
  await show(<ProfileForm account={account()} />);
  const form = await formNamed("Profile information");
  enter(form, renamed);
  await press(form);
  const question = page.getByRole("dialog", { name: "Confirm that it is you" });
  await expect.element(question.getByText("Your account has no password", { exact: false })).toBeVisible();
  await question.getByRole("button", { name: "Continue with Face ID, fingerprint or PIN" }).click();
  const asked = await walletPage.answerWith({ result: { assertion: shownAssertion } });
  expect(asked).toEqual({ method: "confirm", challenge: "CCCC", credentialIds: ["first"] });
  await expect.poll(() => inputsOf("auth.updateProfile")).toMatchObject([renamed, renamed]);
});
