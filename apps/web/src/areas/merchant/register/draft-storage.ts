import { z } from "zod";
import { emptyDraft, type RegistrationDraft } from "./registration.ts";

const place = "merchantRegistration";

/** What was entered so far in this tab, so that a reload loses nothing; passwords and agreements are never kept. */
export const draftStorage = {
  read: (): RegistrationDraft => ({ ...emptyDraft, ...parse(window.sessionStorage.getItem(place)) }),
  keep: ({ business, contact, address }: RegistrationDraft): void =>
    window.sessionStorage.setItem(place, JSON.stringify({ business, contact, address })),
  forget: (): void => window.sessionStorage.removeItem(place),
};

const text = z.string();
const stored = z.object({
  business: z.object({ name: text, businessType: text, description: text }),
  contact: z.object({ firstName: text, lastName: text, email: text, phoneNumber: text }),
  address: z.object({ street: text, city: text, state: text, zipCode: text, country: text }),
});

function parse(kept: string | null): Partial<RegistrationDraft> {
  try {
    return stored.parse(JSON.parse(kept ?? "null"));
  } catch {
    return {};
  }
}
