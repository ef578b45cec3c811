import { HearthError } from "@hearth/domain/errors";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { answers, inputsOf, never, offline } from "../../../testing/answers.ts";
import {
  closeRecordingWindows,
  fakeWalletPage,
  madeWallet,
  shownAssertion as assertion,
  walletOrigin,
} from "../../../testing/fake-wallet-page.ts";
import { enter, formNamed, press, testFormErrors } from "../../../testing/press.ts";
import { account, network } from "../../../testing/records.ts";
import { closePage, openPage, show } from "../../../testing/render.tsx";
import { countSubmits } from "../../../testing/taken.ts";
import { session } from "../../../lib/session.ts";
import { SecondFactorCard } from "../second-factor/second-factor-card.tsx";
import { TouchSignUpForm } from "./touch-sign-up.tsx";

const { take, taken } = countSubmits();
const shared = "All fields are required";
const address = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
const begun = { challenge: "AAAA", userId: "AAAA", userName: "maya@hearth.test", displayName: "Maya Okafor", existing: [] };
const byTouch = page.getByRole("button", { name: "Continue with Face ID, fingerprint or PIN" });
const withoutPassword = { enabledAt: null, recoveryCodesLeft: 0, passkeys: 0, hasPassword: false, isRequired: false };

let people = 0;
/** A person whom no other test signs up, because a begun sign-up outlives its page. */
const newPerson = () => ({ firstName: "Maya", lastName: "Okafor", email: `maya${(people += 1)}@hearth.test` });

let walletPage: ReturnType<typeof fakeWalletPage>;
beforeEach(() => {
  walletPage = fakeWalletPage();
  answers({
    "payments.network": () => network({ walletOrigin }),
    "passkeyWallet.beginSignUp": () => begun,
    "auth.me": never,
    "auth.emailStanding": never,
    "autopay.mine": never,
    "disputes.list": never,
    "invitations.mine": never,
    "payments.dashboard": never,
    "refunds.asked": never,
    "rent.mine": never,
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  closeRecordingWindows();
});

testFormErrors({
  label: "Sign up",
  open: () => show(<TouchSignUpForm onPerson={take} onPassword={() => {}} />),
  valid: { firstName: "Maya", lastName: "Okafor", email: "maya@hearth.test" },
  invalid: {
    "nothing entered": {
      values: { firstName: "", lastName: "", email: "" },
      messages: { firstName: "", lastName: "", email: "" },
      title: shared,
    },
    "a wrong email": { values: { email: "notmail" }, messages: { email: "Please enter a valid email address" } },
  },
  acceptedCount: taken,
});

/** Opens the sign-up and types who signs up. */
async function typePerson(person = newPerson(), path = "/register") {
  await openPage(path);
  await expect.element(byTouch).toBeVisible();
  const form = await formNamed("Sign up");
  enter(form, person);
  return { person, form };
}

const saved = (person: ReturnType<typeof newPerson>) => ({ token: "hra_new", user: account({ ...person, _id: `usr_${people}` }) });

it("signs up without a password: the wallet's page makes the passkey and the wallet", async () => {
  const { person } = await typePerson();
  answers({ "passkeyWallet.signUp": () => saved(person) });
  await byTouch.click();
  const made = madeWallet(address);
  expect(await walletPage.answerWith({ result: made })).toEqual({ method: "create", passkey: begun });
  await expect.poll(() => session.get().authToken).toBe("hra_new");
  expect(inputsOf("passkeyWallet.beginSignUp")).toEqual([person]);
  expect(inputsOf("passkeyWallet.signUp")).toEqual([{ ...person, wallet: { ...made, name: expect.any(String) } }]);
});

it("names the invitation, whose sign-ups have a limit of their own, and has its email", async () => {
  const person = newPerson();
  const link = encodeURIComponent("/invitation?accept=true#hrm_token");
  await openPage(`/register?redirect=${link}&email=${encodeURIComponent(person.email)}`);
  await expect.element(page.getByLabelText("Email")).toHaveValue(person.email);
  await page.getByLabelText("First name").fill(person.firstName);
  await page.getByLabelText("Last name").fill(person.lastName);
  await byTouch.click();
  await walletPage.answerWith({ refusal: "cancelled" });
  expect(inputsOf("passkeyWallet.beginSignUp")).toEqual([{ ...person, invitation: "hrm_token" }]);
});

it("counts one sign-up where its maker closes the wallet's page and presses again", async () => {
  await typePerson();
  for (let times = 0; times < 2; times += 1) {
    await byTouch.click();
    await walletPage.answerWith({ refusal: "cancelled" });
    await expect
      .element(page.getByText("You closed your wallet's page before it was finished, so nothing was made.", { exact: false }))
      .toBeVisible();
  }
  expect(inputsOf("passkeyWallet.beginSignUp")).toHaveLength(1);
});

it("makes no second wallet where the account could not be saved", async () => {
  const { person } = await typePerson();
  answers({ "passkeyWallet.signUp": offline });
  await byTouch.click();
  await walletPage.answerWith({ result: madeWallet(address) });
  await expect.element(page.getByText("Your wallet is made, but your account could not be saved.", { exact: false })).toBeVisible();
  answers({ "passkeyWallet.signUp": () => saved(person) });
  await byTouch.click();
  await expect.poll(() => session.get().authToken).toBe("hra_new");
  expect(inputsOf("passkeyWallet.beginSignUp")).toHaveLength(1);
});

it("never says that a passkey opens nothing where the answer to its sign-up was lost", async () => {
  await typePerson();
  answers({ "passkeyWallet.signUp": offline });
  await byTouch.click();
  await walletPage.answerWith({ result: madeWallet(address) });
  await expect.element(page.getByText("Your wallet is made, but your account could not be saved.", { exact: false })).toBeVisible();
  answers({
    "passkeyWallet.signUp": () => {
      throw new HearthError("PASSKEY_INVALID");
    },
  });
  await byTouch.click();
  await expect.element(page.getByText("Your account may have been made. Please sign in with Face ID, fingerprint or PIN.")).toBeVisible();
});

it("says that the network is away before a passkey is made, and keeps what was typed", async () => {
  const { person } = await typePerson();
  answers({ "passkeyWallet.beginSignUp": offline });
  await byTouch.click();
  await expect.element(page.getByText("Hearth could not be reached, so nothing has changed.", { exact: false })).toBeVisible();
  await expect.element(page.getByRole("dialog", { name: "Your wallet" })).not.toBeInTheDocument();
  await expect.element(page.getByLabelText("Email")).toHaveValue(person.email);
  answers({ "passkeyWallet.beginSignUp": () => begun, "passkeyWallet.signUp": () => saved(person) });
  await byTouch.click();
  await walletPage.answerWith({ result: madeWallet(address) });
  await expect.poll(() => session.get().authToken).toBe("hra_new");
});

it("says that an email is taken before a passkey is made", async () => {
  answers({
    "passkeyWallet.beginSignUp": () => {
      throw new HearthError("EMAIL_ALREADY_USED");
    },
  });
  await typePerson();
  await byTouch.click();
  await expect.element(page.getByText("An account with this email already exists", { exact: false })).toBeVisible();
  await expect.element(page.getByRole("dialog", { name: "Your wallet" })).not.toBeInTheDocument();
});

it("says that the passkey opens nothing where the email was taken meanwhile", async () => {
  await typePerson();
  answers({
    "passkeyWallet.signUp": () => {
      throw new HearthError("EMAIL_ALREADY_USED");
    },
  });
  await byTouch.click();
  await walletPage.answerWith({ result: madeWallet(address) });
  await expect.element(page.getByText("It opens nothing, and you can delete it.", { exact: false })).toBeVisible();
});

it("offers the password beside it, and alone where the device or the server cannot", async () => {
  await typePerson();
  await page.getByRole("button", { name: "Use a password instead" }).click();
  await expect.element(page.getByLabelText("Password", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Use Face ID, fingerprint or PIN instead" }).click();
  await expect.element(byTouch).toBeVisible();
});

it("offers the password alone where the device cannot", async () => {
  vi.spyOn(PublicKeyCredential, "isUserVerifyingPlatformAuthenticatorAvailable").mockResolvedValue(false);
  await openPage("/register");
  await expect.element(page.getByLabelText("Password", { exact: true })).toBeVisible();
  await expect.element(byTouch).not.toBeInTheDocument();
});

it("signs in by the passkey of a wallet", async () => {
  const { token, user } = saved(newPerson());
  const { _id, firstName, lastName, email, role, selectedMerchantId } = user;
  answers({
    "passkeyWallet.beginSignIn": () => ({ challenge: "BBBB" }),
    "passkeyWallet.signIn": () => ({ token, _id, firstName, lastName, email, role, selectedMerchantId, redirectPath: "/dashboard" }),
  });
  await openPage("/login");
  await page.getByRole("button", { name: "Use Face ID, fingerprint or PIN" }).click();
  expect(await walletPage.answerWith({ result: { assertion } })).toEqual({ method: "signIn", challenge: "BBBB" });
  await expect.poll(() => session.get().authToken).toBe(token);
  expect(inputsOf("passkeyWallet.signIn")).toEqual([{ response: assertion }]);
});

it("says that no answer came where a sign-in's answer was lost, and not that nothing has changed", async () => {
  answers({ "passkeyWallet.beginSignIn": () => ({ challenge: "BBBB" }), "passkeyWallet.signIn": offline });
  await openPage("/login");
  await page.getByRole("button", { name: "Use Face ID, fingerprint or PIN" }).click();
  await walletPage.answerWith({ result: { assertion } });
  await expect.element(page.getByText("Hearth did not answer. Check your connection and use your passkey again.")).toBeVisible();
});

it("keeps an account without a business out of the merchants' sign-in, and revokes its token", async () => {
  const { token, user } = saved(newPerson());
  const { _id, firstName, lastName, email } = user;
  const account = { _id, firstName, lastName, email, role: "user" as const, selectedMerchantId: null };
  answers({
    "passkeyWallet.beginSignIn": () => ({ challenge: "BBBB" }),
    "passkeyWallet.signIn": () => ({ token, ...account, redirectPath: "/dashboard" }),
    "auth.logout": () => ({ message: "Logged out" }),
  });
  await openPage("/merchant/login");
  await page.getByRole("button", { name: "Use Face ID, fingerprint or PIN" }).click();
  await walletPage.answerWith({ result: { assertion } });
  await expect.element(page.getByText(/This account does not have merchant privileges/)).toBeVisible();
  await expect.poll(() => inputsOf("auth.logout")).toHaveLength(1);
  expect(session.get().authToken).toBeNull();
});

/** Answers calls that need a recent step-up, until a passkey was shown. */
function needsTouch<Answer>(answer: Answer) {
  let isShown = false;
  answers({
    "auth.secondFactor": () => withoutPassword,
    "passkeyWallet.beginProof": () => ({ challenge: "CCCC", credentialIds: ["first"] }),
    "passkeyWallet.stepUp": () => {
      isShown = true;
      return { message: "Thank you. You can continue." };
    },
  });
  return () => {
    if (!isShown) throw new HearthError("STEP_UP_REQUIRED");
    return answer;
  };
}

it("sets up two-step sign-in without a password", async () => {
  answers({
    "auth.setUpSecondFactor": needsTouch({ secret: "JBSWY3DPEHPK3PXP", uri: "otpauth://totp/Hearth?secret=JBSWY3DPEHPK3PXP" }),
  });
  await show(<SecondFactorCard area="auth" />);
  await page.getByRole("button", { name: "Set up two-step sign-in" }).click();
  const start = await formNamed("Confirm that it is you");
  await expect.element(page.getByLabelText("Your password")).not.toBeInTheDocument();
  await press(start);
  await page.getByRole("button", { name: "Continue with Face ID, fingerprint or PIN" }).click();
  await walletPage.answerWith({ result: { assertion } });
  await expect.poll(() => inputsOf("auth.setUpSecondFactor")).toEqual([{}, {}]);
  await expect.element(page.getByRole("button", { name: "Switch on" })).toBeVisible();
});

it("says that no answer came where a confirmation's answer was lost, and confirms at the second touch", async () => {
  const setUp = { secret: "JBSWY3DPEHPK3PXP", uri: "otpauth://totp/Hearth?secret=JBSWY3DPEHPK3PXP" };
  answers({ "auth.setUpSecondFactor": needsTouch(setUp), "passkeyWallet.stepUp": offline });
  await show(<SecondFactorCard area="auth" />);
  await page.getByRole("button", { name: "Set up two-step sign-in" }).click();
  await press(await formNamed("Confirm that it is you"));
  await page.getByRole("button", { name: "Continue with Face ID, fingerprint or PIN" }).click();
  await walletPage.answerWith({ result: { assertion } });
  await expect.element(page.getByText("Hearth did not answer. Check your connection and use your passkey again.")).toBeVisible();
  answers({ "auth.setUpSecondFactor": needsTouch(setUp) });
  await page.getByRole("button", { name: "Continue with Face ID, fingerprint or PIN" }).click();
  await walletPage.answerWith({ result: { assertion } });
  await expect.element(page.getByRole("button", { name: "Switch on" })).toBeVisible();
});

it("tells an invited person only the steps that are left: the invitation has chosen the landlord", async () => {
  const choose = page.getByText("Choose your landlord");
  await openPage("/register");
  await expect.element(choose).toBeVisible();
  await closePage();
  await openPage(`/register?redirect=${encodeURIComponent("/invitation?accept=true#hrm_1")}`);
  await expect.element(page.getByText("Pay, and keep the receipt")).toBeVisible();
  await expect.element(choose).not.toBeInTheDocument();
});
