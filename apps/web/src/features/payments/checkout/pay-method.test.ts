import { expect, it } from "vitest";
import { payMethod, type PaySituation } from "./pay-method.ts";

const usual: PaySituation = {
  isRelayAvailable: true,
  relayFailure: null,
  isSmartWallet: false,
  hasCode: false,
  refusal: null,
  isChosen: false,
  canSend: true,
};

it("pays by signature if possible, so that the payer needs no ETH", () => {
  expect(payMethod(usual)).toEqual({ by: "signature", note: null });
  expect(payMethod({ ...usual, isSmartWallet: true, hasCode: true }).by).toBe("signature");
  expect(payMethod({ ...usual, isSmartWallet: true, hasCode: undefined }).by).toBe("signature");
});

it("lets an undeployed smart wallet send the transfer, because its signature could not be verified", () => {
  expect(payMethod({ ...usual, isSmartWallet: true })).toEqual({
    by: "transfer",
    note: "This smart wallet has not been used on the network yet. Your wallet sends the payment itself.",
  });
});

it("falls back to a transfer and says why if the server cannot relay or the network refused the signature", () => {
  expect(payMethod({ ...usual, isRelayAvailable: false }).note).toContain("not available at the moment");
  expect(payMethod({ ...usual, relayFailure: "reverted" })).toMatchObject({ by: "transfer" });
  expect(payMethod({ ...usual, refusal: "It was refused." })).toMatchObject({ by: "transfer" });
});

it("asks for a new signature if that resolves the failure", () => {
  for (const relayFailure of ["expired", "balance", "paused"]) {
    const { by, note } = payMethod({ ...usual, relayFailure });
    expect(by).toBe("signature");
    expect(note).toMatch(/No money has moved\. You can sign again\.$/);
  }
});

it("gives no reason if the payer chose to send the transfer", () => {
  expect(payMethod({ ...usual, isChosen: true, isRelayAvailable: false })).toEqual({ by: "transfer", note: null });
});

it("never has a wallet send the transfer that only signs, and says why it cannot pay now", () => {
  const signing = { ...usual, canSend: false };
  expect(payMethod(signing)).toEqual({ by: "signature", note: null });
  expect(payMethod({ ...signing, isChosen: true })).toEqual({ by: "signature", note: null });
  for (const situation of [
    { isRelayAvailable: false },
    { refusal: "Too many payments are waiting to be sent." },
    { relayFailure: "reverted" },
  ]) {
    const { by, note } = payMethod({ ...signing, ...situation });
    expect(by).toBe("signature");
    expect(note).not.toBeNull();
    expect(note).not.toContain("Your wallet sends the payment itself");
  }
});
