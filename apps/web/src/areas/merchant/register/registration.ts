import { accountStep, addressStep, businessStep, contactStep } from "@hearth/domain/merchants/business";
import { composeBusinessAddress } from "@hearth/domain/merchants/business-address";
import { z } from "zod";
import { windowStore } from "../../../lib/browser-store.ts";
import type { Inputs } from "../../../lib/trpc.ts";
import { type RegistrationStep, registrationSteps } from "./steps.ts";

/** Values of all steps. */
export interface RegistrationDraft {
  business: Omit<z.input<typeof businessStep>, "businessType"> & { businessType: string };
  contact: z.input<typeof contactStep>;
  address: z.input<typeof addressStep>;
  account: z.input<typeof accountStep>;
}

export const emptyDraft: RegistrationDraft = {
  business: { name: "", businessType: "", description: "" },
  contact: { firstName: "", lastName: "", email: "", phoneNumber: "" },
  address: { street: "", city: "", state: "", zipCode: "", country: "United States" },
  account: { password: "", confirmPassword: "", agreesToTerms: false, agreesToProcessing: false },
};

const schemas = { business: businessStep, contact: contactStep, address: addressStep, account: accountStep };

/** Returns the first incomplete step before the wanted one, or the wanted one. Prevents entering in the middle. */
export function reachableStep(draft: RegistrationDraft, requestedStep: RegistrationStep): RegistrationStep {
  const before = registrationSteps.slice(0, registrationSteps.indexOf(requestedStep));
  return before.find((step) => !schemas[step].safeParse(draft[step]).success) ?? requestedStep;
}

/** Converts the first three steps to API input. Throws if one is incomplete. */
export function merchantOf(draft: RegistrationDraft): Omit<Inputs["merchant"]["signUp"], "password" | "wallet" | "work"> {
  const address = composeBusinessAddress(addressStep.parse(draft.address));
  return { ...businessStep.parse(draft.business), ...contactStep.parse(draft.contact), address };
}

/** Converts the draft to API input, with the password. Throws if a step is incomplete. */
export function signUpOf(draft: RegistrationDraft): Inputs["merchant"]["signUp"] {
  return { ...merchantOf(draft), password: accountStep.parse(draft.account).password };
}

const place = "merchantRegistration";

/** Keeps the draft in this tab, so that a reload loses nothing. Never stores the password and the agreements. */
export const draftStorage = {
  read: (): RegistrationDraft => ({ ...emptyDraft, ...parse(windowStore.getItem(place)) }),
  keep: ({ business, contact, address }: RegistrationDraft): void =>
    windowStore.setItem(place, JSON.stringify({ business, contact, address })),
  forget: (): void => windowStore.removeItem(place),
};

const text = z.string();
const stored = z.object({
  business: z.object({ name: text, businessType: text, description: text }),
  contact: z.object({ firstName: text, lastName: text, email: text, phoneNumber: text }),
  address: z.object({ street: text, city: text, state: text, zipCode: text, country: text }),
});

function parse(storedText: string | null): Partial<RegistrationDraft> {
  try {
    return stored.parse(JSON.parse(storedText ?? "null"));
  } catch {
    return {};
  }
}
