import { expect, it } from "vitest";
import { setupStep, stepperOf } from "./setup-step.ts";

const nothing = { hasProvenWallet: false, hasConnectedWallet: false, isChanging: false };

it("goes from choosing a wallet over proving it to connected", () => {
  expect(setupStep(nothing)).toBe("choose");
  expect(setupStep({ ...nothing, hasConnectedWallet: true })).toBe("prove");
  expect(setupStep({ ...nothing, hasProvenWallet: true })).toBe("connected");
});

it("asks for proof of an address that was only typed in", () => {
  expect(setupStep({ ...nothing, hasConnectedWallet: true, hasProvenWallet: false })).toBe("prove");
});

it("begins again for somebody who wants another wallet, and keeps the linked one until then", () => {
  expect(setupStep({ hasProvenWallet: true, hasConnectedWallet: false, isChanging: true })).toBe("choose");
  expect(setupStep({ hasProvenWallet: true, hasConnectedWallet: true, isChanging: true })).toBe("prove");
});

it("shows what is done, what is now and what is to come", () => {
  expect(stepperOf("prove").steps.map(({ state }) => state)).toEqual(["done", "now", "next"]);
  expect(stepperOf("connected").steps.map(({ state }) => state)).toEqual(["done", "done", "done"]);
  expect(stepperOf("prove")).toMatchObject({ number: 2, total: 3 });
});
