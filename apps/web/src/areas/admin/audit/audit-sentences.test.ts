import { auditActions } from "@hearth/domain/admin/audit-actions";
import { describe, expect, it } from "vitest";
import { aboutOf, sentenceOf, unnamedActor } from "./audit-sentences.ts";

const maya = { name: "Maya Okafor", page: { kind: "user" as const, _id: "usr_1" } };
const home = { name: "Juniper Court 4B", page: { kind: "lease" as const, _id: "lse_1" } };
const signed = { _id: "chq_1", amountCents: 145_000, period: "2027-03-01", names: [maya, home] };

describe("a sentence of the audit log", () => {
  it.each(auditActions)("says %s in the past tense, with and without data", (action) => {
    const bare = sentenceOf({ action, data: {}, mentions: [] });
    expect(bare).toMatch(/^[a-z][^.]*[a-z]$/);
    expect(bare).not.toMatch(/[a-z]\.[a-z]|undefined|cheque/i);
    expect(sentenceOf({ action, data: {}, mentions: [signed] })).not.toMatch(/undefined|NaN/);
  });

  it("says the month and the amount of a signed payment, from its row or its data", () => {
    expect(sentenceOf({ action: "autopay.signed", data: {}, mentions: [signed] })).toBe("signed autopay for Mar 2027, $1,450.00");
    expect(sentenceOf({ action: "autopay.signed", data: { cents: 50_000 }, mentions: [] })).toBe("signed autopay, $500.00");
  });

  it("says reasons, days and changes in words", () => {
    expect(sentenceOf({ action: "merchant.refused", data: { reason: "Not a business" }, mentions: [] })).toBe(
      "declined a business: Not a business",
    );
    expect(sentenceOf({ action: "rent.leaseEnded", data: { to: "2027-03-31" }, mentions: [] })).toBe(
      "changed the end of a lease to Mar 31, 2027",
    );
    const role = { from: "viewer", to: "manager" };
    expect(sentenceOf({ action: "merchant.staffRoleChanged", data: { role }, mentions: [] })).toBe(
      "changed a staff role: viewer to manager",
    );
  });

  it("shows an unknown action as it is stored", () => {
    expect(sentenceOf({ action: "something.new", data: {}, mentions: [] })).toBe("something.new");
  });

  it("names each person and home once, without the person who acted", () => {
    const actor = { _id: "usr_1", name: "Maya Okafor", email: "maya@hearth.test" };
    expect(aboutOf({ actor, mentions: [signed, { ...signed, _id: "lse_1", names: [home] }] })).toEqual([home]);
    expect(aboutOf({ actor: null, mentions: [signed] })).toEqual([maya, home]);
  });

  it("tells the operator, a visitor and Hearth itself apart", () => {
    expect(unnamedActor({ action: "auth.secondFactorReset", data: { by: "operator" }, ip: null })).toBe("The operator");
    expect(unnamedActor({ action: "auth.signInFailed", data: {}, ip: "127.0.0.1" })).toBe("Someone");
    expect(unnamedActor({ action: "refund.completed", data: {}, ip: null })).toBe("Hearth");
  });
});
