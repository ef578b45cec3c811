import { describe, expect, it } from "vitest";
import { emptyDraft, reachableStep, type RegistrationDraft, signUpOf } from "./registration.ts";

const whole: RegistrationDraft = {
  business: { name: "Cedar House", businessType: "apartment", description: "Twelve apartments" },
  contact: { firstName: "Cora", lastName: "Vale", email: "Cora@Example.com", phoneNumber: "555" },
  address: { street: "12 Cedar Street", city: "Albany", state: "NY", zipCode: "12207", country: "United States" },
  account: { password: "a decent password", confirmPassword: "a decent password", agreesToTerms: true, agreesToProcessing: true },
};

describe("merchant sign-up", () => {
  it("submits the four steps at once, with the address as one string", () => {
    expect(signUpOf(whole)).toEqual({
      ...whole.business,
      ...whole.contact,
      email: "cora@example.com",
      address: "12 Cedar Street, Albany, NY 12207, United States",
      password: "a decent password",
    });
  });

  it("returns to the first incomplete step", () => {
    expect(reachableStep(emptyDraft, "account")).toBe("business");
    expect(reachableStep({ ...whole, address: emptyDraft.address }, "account")).toBe("address");
    expect(reachableStep({ ...whole, address: emptyDraft.address }, "contact")).toBe("contact");
    expect(reachableStep(whole, "account")).toBe("account");
  });
});
