import { describe, expect, it } from "vitest";
import { businessTypes } from "./business-types.ts";
import { letsHomes, wordingFor } from "./party-words.ts";

describe("letsHomes", () => {
  it("is true for landlords, and for a business that is not known", () => {
    expect(businessTypes.filter(letsHomes)).toEqual(["real_estate", "apartment"]);
    expect(letsHomes(undefined)).toBe(true);
  });
});

describe("wordingFor", () => {
  it.each(["apartment", "real_estate", undefined] as const)("leaves a sentence as it was written for %s", (type) => {
    const sentence = "A tenant's lease with the landlord. Tenants and customers.";
    expect(wordingFor(type)(sentence)).toBe(sentence);
  });

  it.each([
    ["Tenants", "Customers"],
    ["lease", "agreement"],
    ["3 of 40 tenants owe", "3 of 40 customers owe"],
    ["Tenant's name", "Customer's name"],
    ["The landlord’s wallet", "The merchant’s wallet"],
    ["the tenants' credit", "the customers' credit"],
    ["Add a tenant", "Add a customer"],
    ["Make a lease, or a Lease", "Make an agreement, or an Agreement"],
    ["A lease binds", "An agreement binds"],
    ["Ask a landlord", "Ask a merchant"],
    ["Another tenant of this lease", "Another customer of this agreement"],
    ["No lease has ended.", "No agreement has ended."],
    ["Your tenants and customers find you", "Your customers find you"],
    ["Tenants and customers pay", "Customers pay"],
    ["tenant-1 leases", "customer-1 agreements"],
  ])("rewrites %j as %j for businesses that let no homes", (original, rewritten) => {
    expect(wordingFor("service_provider")(original)).toBe(rewritten);
  });

  it.each(["Please pay the release of September", "tenancy", "leased", "lieutenant", "subtenants", "Rent roll"])(
    "keeps words that only contain a replaced word: %s",
    (sentence) => {
      expect(wordingFor("retail")(sentence)).toBe(sentence);
    },
  );

  it("uses the same words for every business that lets no homes, and is idempotent", () => {
    const others = businessTypes.filter((type) => !letsHomes(type));
    const rewritten = others.map((type) => wordingFor(type)("A tenant has a lease"));
    expect(new Set(rewritten)).toEqual(new Set(["A customer has an agreement"]));
    expect(wordingFor("other")(rewritten[0] ?? "")).toBe(rewritten[0]);
  });

  it("does not change a name that is inserted afterwards", () => {
    const reword = wordingFor("education");
    expect(`${reword("See lease of")} Lease Tower`).toBe("See agreement of Lease Tower");
  });
});
