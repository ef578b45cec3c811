import { expect, it } from "vitest";
import { transferVerdicts } from "../payments/status.ts";
import { refusalToSendBack, type SendBackFacts } from "./send-back.ts";

const facts: SendBackFacts = { verdict: "unmatched", from: `0x${"a".repeat(40)}`, isFromOwn: false, isConfirmed: true };
const refusal = (more: Partial<SendBackFacts>) => refusalToSendBack({ ...facts, ...more });

it("only money that belongs to no payment can be sent back", () => {
  const refused = transferVerdicts.filter((verdict) => refusal({ verdict }) !== null);
  expect(refused).toEqual(["matched", "part"]);
  expect(refusal({ verdict: "part" })).toBe("ofPayment");
});

it("only confirmed money from somebody else can be sent back", () => {
  expect(refusal({ from: `0x${"0".repeat(40)}` })).toBe("noSender");
  expect(refusal({ isFromOwn: true })).toBe("ownWallet");
  expect(refusal({ isConfirmed: false })).toBe("notConfirmed");
  expect(refusal({ isConfirmed: false, isFromOwn: true })).toBe("ownWallet");
});
