import { describe, expect, it } from "vitest";
import { wizardSearch } from "./wizard-search.ts";
import { stepperOf, type WizardFacts, wizardStep } from "./wizard-step.ts";

const nothing: WizardFacts = {
  isLinked: false,
  verification: "none",
  isAway: false,
  hasProblem: false,
  isFresh: false,
  hasConnectedWallet: false,
  hasExchange: true,
};
const at = (search: object, facts: Partial<WizardFacts> = {}) => wizardStep(wizardSearch({ ...search }), { ...nothing, ...facts });

describe("initial step of the setup", () => {
  it("is the account check for a new user, and the last step for a connected one", () => {
    expect(at({})).toBe(1);
    expect(at({}, { isLinked: true, verification: "verified" })).toBe(5);
  });

  it("is restored from a pending verification, but not from an earlier failure", () => {
    expect(at({}, { verification: "pending" })).toBe(4);
    expect(at({}, { verification: "failed" })).toBe(1);
    expect(at({}, { verification: "pending", isLinked: true })).toBe(5);
  });

  it("is restored from the outcome in the exchange's redirect", () => {
    expect(at({ oauth_success: true }, { isLinked: true })).toBe(5);
    expect(at({ oauth_success: true })).toBe(1);
    expect(at({ oauth_error: "You did not allow access" })).toBe(4);
    expect(at({ oauth_error: "You did not allow access" }, { isLinked: true })).toBe(4);
  });

  it("is the signature for a wallet that is connected but not proven", () => {
    expect(at({}, { hasConnectedWallet: true })).toBe(3);
    expect(at({ step: 1 }, { hasConnectedWallet: true })).toBe(1);
  });
});

describe("step in the URL", () => {
  it.each([1, 2, 2.5, 3])("is shown: %s, even to a connected user", (step) => {
    expect(at({ step })).toBe(step);
    expect(at({ step }, { isLinked: true, verification: "verified" })).toBe(step);
  });

  it("falls back to the actual step if it is not possible", () => {
    expect(at({ step: 5 })).toBe(1);
    expect(at({ step: 4 })).toBe(1);
    expect(at({ step: 4 }, { isLinked: true, verification: "verified" })).toBe(5);
    expect(at({ step: 3, way: "wallet" })).toBe(1);
    expect(at({ step: 7 })).toBe(1);
    expect(at({ step: 5 }, { verification: "pending" })).toBe(4);
    expect(at({ step: 5 }, { verification: "verified", isFresh: true })).toBe(4);
    expect(at({ step: 5 }, { verification: "verified" })).toBe(1);
    expect(at({ step: "2.5; drop" })).toBe(1);
  });

  it("is the verification while the user is at the exchange, while the server waits, and after a failure", () => {
    expect(at({ step: 4 }, { isAway: true, isLinked: true, verification: "verified" })).toBe(4);
    expect(at({ step: 4 }, { verification: "pending" })).toBe(4);
    expect(at({ step: 4 }, { verification: "failed" })).toBe(4);
    expect(at({ step: 4 }, { hasProblem: true, isLinked: true, verification: "verified" })).toBe(4);
  });

  it("is never an exchange step if no exchange is configured", () => {
    for (const step of [2, 2.5, 3]) expect(at({ step }, { hasExchange: false })).toBe(1);
    expect(at({ oauth_error: "x" }, { hasExchange: false })).toBe(1);
    expect(at({ step: 3, way: "wallet" }, { hasExchange: false, hasConnectedWallet: true })).toBe(3);
  });
});

describe("the stepper", () => {
  const states = (...args: Parameters<typeof stepperOf>) => stepperOf(...args).steps.map(({ state }) => state);

  it("marks creating an account as skipped for a user who has one", () => {
    expect(states(3, "existing")).toEqual(["done", "skipped", "now", "next", "next"]);
    expect(stepperOf(3, "existing").steps.map(({ detail }) => detail)).toEqual([
      "You have a Coinbase account",
      "Not needed",
      undefined,
      undefined,
      undefined,
    ]);
  });

  it("includes creating an account for a user who has none, with the sign-up options as a part of it", () => {
    expect(states(3, "new")).toEqual(["done", "done", "now", "next", "next"]);
    expect(stepperOf(2.5, "new")).toMatchObject({ number: 2, total: 5 });
    expect(stepperOf(2.5, "new").steps[1]).toMatchObject({ state: "now", detail: "Sign-up options" });
  });

  it("does not mark linking as done if it was refused", () => {
    expect(states(4, "existing", true)).toEqual(["done", "skipped", "next", "now", "next"]);
    expect(states(4, "existing")).toEqual(["done", "skipped", "done", "now", "next"]);
  });

  it("names linking a wallet, and is complete at the end", () => {
    expect(stepperOf(3, "wallet").steps[2]?.name).toBe("Link wallet");
    expect(states(5, "wallet")).toEqual(["done", "skipped", "done", "done", "done"]);
  });
});
