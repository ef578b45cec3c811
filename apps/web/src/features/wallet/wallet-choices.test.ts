import { expect, it } from "vitest";
import { walletChoices } from "./wallet-choices.ts";

const smart = { id: "baseAccount", type: "baseAccount", name: "Base Account" };
const unnamed = { id: "injected", type: "injected", name: "Injected" };
const named = { id: "io.example", type: "injected", name: "Example Wallet", icon: "data:image/png;base64,AAAA" };
const test = { id: "hearthTestWallet", type: "hearthTestWallet", name: "Test wallet (local network only)" };
const passkey = { id: "hearthPasskeyWallet", type: "hearthPasskeyWallet", name: "Passkey wallet" };
const around = { passkey: "possible", isLocal: true, isSignedIn: true, hasUnnamedWallet: true } as const;

const names = (choices: { name: string }[]) => choices.map(({ name }) => name);

it("offers the test wallet first on the local network and the smart wallet first elsewhere", () => {
  expect(names(walletChoices([smart, named, test], around))).toEqual([test.name, named.name, smart.name]);
  expect(names(walletChoices([named, smart], { ...around, isLocal: false }))).toEqual([smart.name, named.name]);
});

it("offers an unnamed browser wallet only if there is one and no other has announced itself", () => {
  expect(names(walletChoices([unnamed], around))).toEqual(["Browser wallet"]);
  expect(walletChoices([unnamed], { ...around, hasUnnamedWallet: false })).toEqual([]);
  expect(names(walletChoices([unnamed, named], around))).toEqual([named.name]);
});

it("shows a wallet's own picture only if it needs no request", () => {
  const [first, second] = walletChoices([named, { ...named, icon: "https://tracker.example/logo.png" }], around);
  expect(first?.image).toBe(named.icon);
  expect(second?.image).toBeUndefined();
});

it("asks a visitor to sign in for the test wallet, which belongs to an account", () => {
  const [choice] = walletChoices([test], { ...around, isSignedIn: false });
  expect(choice).toMatchObject({ isPossible: false, detail: "Sign in to use it" });
});

it("offers the passkey wallet first, and only where this browser can use it", () => {
  const all = [smart, passkey, test];
  const own = "Continue with Face ID, fingerprint or PIN";
  expect(names(walletChoices(all, around))).toEqual([own, test.name, smart.name]);
  expect(names(walletChoices(all, { ...around, isLocal: false }))[0]).toBe(own);
  expect(names(walletChoices(all, { ...around, passkey: "impossible" }))).not.toContain(own);
});

it("says why the passkey wallet cannot be used inside another app, and asks a visitor to sign in", () => {
  const [inside] = walletChoices([passkey], { ...around, passkey: "insideApp" });
  expect(inside).toMatchObject({ isPossible: false, detail: "Not inside another app. Open this page in Safari or Chrome." });
  const [visitor] = walletChoices([passkey], { ...around, isSignedIn: false });
  expect(visitor).toMatchObject({ isPossible: false, detail: "Sign in to use it" });
});
