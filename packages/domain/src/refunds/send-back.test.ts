import { expect, it } from "vitest";
import { transferVerdicts } from "../payments/status.ts";
import { refusalToSendBack, type SendBackFacts } from "./send-back.ts";

const facts: SendBackFacts = { verdict: "unmatched", from: `0x${"a".repeat(40)}`, isFromOwn: false, isConfirmed: true };
const refusal = (more: Partial<SendBackFacts>) => refusalToSendBack({ ...facts, ...more });

it("what no payment has can be sent back, and nothing else", () => {
  const refused = transferVerdicts.filter((verdict) => refusal({ verdict }) !== null);
  expect(refused).toEqual(["matched", "part"]);
  expect(refusal({ verdict: "part" })).toBe("ofPayment");
});

it("only money that somebody else sent, and that is here for good", () => {
  expect(refusal({ from: `0x${"0".repeat(40)}` })).toBe("noSender");
  expect(refusal({ isFromOwn: true })).toBe("ownWallet");
  expect(refusal({ isConfirmed: false })).toBe("notConfirmed");
  expect(refusal({ isConfirmed: false, isFromOwn: true })).toBe("ownWallet");
});
