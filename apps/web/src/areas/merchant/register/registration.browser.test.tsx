import { answers, inputsOf } from "../../../testing/answers.ts";
import { testFormErrors } from "../../../testing/press.ts";
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

function openAt(requestedStep: RegistrationStep) {
  answers({ "merchant.signUp": refuse });
  draftStorage.keep(filled);
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
