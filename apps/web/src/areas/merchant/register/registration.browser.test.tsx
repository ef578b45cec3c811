import { HearthError } from "@hearth/domain/errors";
import { afterEach, expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { session } from "../../../lib/session.ts";
import { answers, inputsOf, offline } from "../../../testing/answers.ts";
import { closeRecordingWindows, fakeWalletPage, madeWallet, walletOrigin } from "../../../testing/fake-wallet-page.ts";
import { testFormErrors } from "../../../testing/press.ts";
import { account, network } from "../../../testing/records.ts";
import { show } from "../../../testing/render.tsx";
import { countSubmits, refuse } from "../../../testing/taken.ts";
import { BusinessStep, ContactStep } from "./sign-up-steps.tsx";
import { draftStorage, emptyDraft, type RegistrationDraft } from "./registration.ts";
import type { RegistrationStep } from "./steps.ts";
import { RegistrationPage } from "./registration-page.tsx";

const { take, taken } = countSubmits();
const step = { onEdit: () => undefined, onBack: () => undefined, onNext: async () => void (await take()) };

const filled: RegistrationDraft = {
  ...emptyDraft,
  business: { name: "Juniper Court", businessType: "apartment", description: "Forty homes" },
  contact: { firstName: "Ada", lastName: "Lang", email: "landlord@hearth.test", phoneNumber: "555 0199" },
  address: { street: "1 Court Street", city: "Austin", state: "TX", zipCode: "78701", country: "United States" },
};

afterEach(() => {
  vi.restoreAllMocks();
  closeRecordingWindows();
});

const begun = { challenge: "AAAA", userId: "AAAA", userName: "landlord@hearth.test", displayName: "Ada Lang", existing: [] };
const byTouch = page.getByRole("button", { name: "Continue with Face ID, fingerprint or PIN" });

/** Opens the last step in a browser that has passkeys. Each business signs up by another email, because a begun sign-up outlives its page. */
async function openByTouch(email = `ada${crypto.randomUUID()}@hearth.test`) {
  const walletPage = fakeWalletPage();
  answers({ "payments.network": () => network({ walletOrigin }), "passkeyWallet.beginSignUp": () => begun });
  await openAt("account", { ...filled, contact: { ...filled.contact, email } });
  return { walletPage, email };
}

function openAt(requestedStep: RegistrationStep, draft = filled) {
  answers({ "merchant.signUp": refuse });
  draftStorage.keep(draft);
  return show(<RegistrationPage requestedStep={requestedStep} onStep={() => void take()} />);
}

testFormErrors({
  label: "Business",
  undrafted: true,
  open: () => show(<BusinessStep initial={emptyDraft.business} {...step} />),
  valid: filled.business,
  invalid: {
    "nothing entered": {
      values: emptyDraft.business,
      messages: {
        name: "Business name is required",
        businessType: "Business type is required",
        description: "Business description is required",
      },
    },
    "too long a name and no description": {
      values: { name: "x".repeat(121), description: " " },
      messages: { name: "Please use at most 120 characters", description: "Business description is required" },
    },
  },
  acceptedCount: taken,
});

testFormErrors({
  label: "Contact",
  undrafted: true,
  open: () => show(<ContactStep initial={emptyDraft.contact} {...step} />),
  valid: filled.contact,
  invalid: {
    "nothing entered": {
      values: emptyDraft.contact,
      messages: {
        firstName: "First name is required",
        lastName: "Last name is required",
        email: "Email is required",
        phoneNumber: "Phone number is required",
      },
    },
    "a wrong email and no phone number": {
      values: { email: "notmail", phoneNumber: "" },
      messages: { email: "Please enter a valid email address", phoneNumber: "Phone number is required" },
    },
  },
  acceptedCount: taken,
});

testFormErrors({
  label: "Address",
  undrafted: true,
  open: () => openAt("address"),
  valid: filled.address,
  invalid: {
    "nothing entered": {
      values: emptyDraft.address,
      messages: {
        street: "Street address is required",
        city: "City is required",
        state: "State is required",
        zipCode: "ZIP code is required",
      },
    },
    "a comma, and a ZIP code of four digits": {
      values: { city: "Austin, Texas", zipCode: "7870" },
      messages: { city: "Please leave out commas", zipCode: "Please enter a ZIP code of 5 digits, or 5 and 4" },
    },
  },
  acceptedCount: taken,
});

testFormErrors({
  label: "Account",
  undrafted: true,
  open: () => openAt("account"),
  valid: { password: "a long password", confirmPassword: "a long password", agreesToTerms: true, agreesToProcessing: true },
  invalid: {
    "nothing entered": {
      values: { password: "", confirmPassword: "", agreesToTerms: false, agreesToProcessing: false },
      messages: {
        password: "Password is required",
        confirmPassword: "Please confirm your password",
        agreesToTerms: "You must agree to the terms and conditions",
        agreesToProcessing: "You must agree to data processing",
      },
    },
    "a short password, unequal, and one agreement": {
      values: { password: "short", confirmPassword: "other", agreesToProcessing: false },
      messages: {
        password: "Password must be at least 8 characters",
        confirmPassword: "Passwords do not match",
        agreesToProcessing: "You must agree to data processing",
      },
    },
  },
  acceptedCount: () => inputsOf("merchant.signUp").length,
});

testFormErrors({
  label: "Account",
  undrafted: true,
  open: async () => {
    await openByTouch();
    answers({ "passkeyWallet.beginSignUp": refuse });
  },
  valid: { agreesToTerms: true, agreesToProcessing: true },
  invalid: {
    "no agreement": {
      values: { agreesToTerms: false, agreesToProcessing: false },
      messages: {
        agreesToTerms: "You must agree to the terms and conditions",
        agreesToProcessing: "You must agree to data processing",
      },
    },
  },
  acceptedCount: () => inputsOf("passkeyWallet.beginSignUp").length,
});

async function agree() {
  await page.getByLabelText("I agree to the terms and conditions").click();
  await page.getByLabelText("I agree to data processing").click();
}

it("signs up without a password: the wallet's page makes the passkey and the wallet, and the business is made with them", async () => {
  const { walletPage, email } = await openByTouch();
  answers({ "merchant.signUp": () => ({ token: "hra_new", user: account({ email, role: "merchant" }) }) });
  await agree();
  await byTouch.click();
  const made = madeWallet("0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC");
  expect(await walletPage.answerWith({ result: made })).toEqual({ method: "create", passkey: begun });
  await expect.element(page.getByText("Registration successful!", { exact: false })).toBeVisible();
  expect(inputsOf("passkeyWallet.beginSignUp")).toEqual([{ firstName: "Ada", lastName: "Lang", email }]);
  const { business, contact } = filled;
  const address = "1 Court Street, Austin, TX 78701, United States";
  const wallet = { ...made, name: expect.any(String) };
  expect(inputsOf("merchant.signUp")).toEqual([{ ...business, ...contact, email, address, wallet }]);
  expect(draftStorage.read()).toEqual(emptyDraft);
  await page.getByRole("button", { name: "Go to the dashboard" }).click();
  await expect.poll(() => session.get().authToken).toBe("hra_new");
});

it("makes no second wallet where the business could not be saved, and keeps what was typed", async () => {
  const { walletPage, email } = await openByTouch();
  answers({ "merchant.signUp": offline });
  await agree();
  await byTouch.click();
  await walletPage.answerWith({ result: madeWallet("0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC") });
  await expect.element(page.getByText("Your wallet is made, but your account could not be saved.", { exact: false })).toBeVisible();
  expect(draftStorage.read().contact.email).toBe(email);
  answers({ "merchant.signUp": () => ({ token: "hra_new", user: account({ email, role: "merchant" }) }) });
  await byTouch.click();
  await expect.element(page.getByText("Registration successful!", { exact: false })).toBeVisible();
  expect(inputsOf("passkeyWallet.beginSignUp")).toHaveLength(1);
});

it("says that an email is taken before a passkey is made, and goes on with a password", async () => {
  await openByTouch();
  answers({
    "passkeyWallet.beginSignUp": () => {
      throw new HearthError("EMAIL_ALREADY_USED");
    },
  });
  await agree();
  await byTouch.click();
  await expect.element(page.getByText("An account with this email already exists")).toBeVisible();
  await page.getByRole("button", { name: "Use a password instead" }).click();
  await expect.element(page.getByLabelText("Password", { exact: true })).toBeVisible();
  await expect.element(page.getByLabelText("I agree to data processing")).toBeChecked();
  await page.getByRole("button", { name: "Use Face ID, fingerprint or PIN instead" }).click();
  await expect.element(byTouch).toBeVisible();
});
