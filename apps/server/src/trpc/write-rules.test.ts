import { describe, expect, it } from "vitest";
import { z } from "zod";
import { effects } from "./effects.ts";
import { restRows } from "../rest/rows.ts";
import { baseProcedure, mutationRules, router } from "./init.ts";
import { besideSession, listProcedures } from "./procedure-meta.ts";
import { merchantProcedure, publicProcedure } from "./procedures.ts";

const mutations = listProcedures().filter(({ type }) => type === "mutation");
const act = () => null;

describe("a mutation", () => {
  it("names every rule, at both interfaces", () => {
    expect(mutations.length).toBeGreaterThan(100);
    const nameless = mutations.filter(({ meta }) => mutationRules.some((rule) => meta?.[rule] === undefined));
    expect(nameless.map(({ path }) => path)).toEqual([]);
    const writes = restRows.filter(({ method }) => method !== "GET").map(({ procedure }) => procedure);
    expect(writes.filter((path) => !mutations.some((mutation) => mutation.path === path))).toEqual([]);
  });

  it("cannot become part of a router without them, and neither can a query without a policy", () => {
    expect(() => router({ write: baseProcedure.mutation(act) })).toThrow(
      "write does not name its rules: policy, stepUp, business, strangers",
    );
    expect(() => router({ write: merchantProcedure.mutation(act) })).toThrow("write does not name its rules: stepUp");
    expect(() => router({ read: baseProcedure.query(act) })).toThrow("read does not name its rules: policy");
    expect(() => router({ read: publicProcedure.output(z.string()).query(() => "") })).toThrow(
      "Make the output of read with `synchronous`",
    );
    const early = publicProcedure.meta({ answersAccount: true });
    expect(() => router({ write: early.mutation(act) })).toThrow("The mutation write must read the account after its change");
    expect(() => router({ read: early.query(act), other: merchantProcedure.query(act) })).not.toThrow();
  });
});

it("a suspended business answers disputes and refunds, and its area writes nothing else", () => {
  const inArea = mutations.filter(({ path, meta }) => meta?.policy === "merchant" || path === "disputes.comment");
  const allowed = inArea.flatMap(({ path, meta }) => (typeof meta?.business === "object" ? [`${path}: ${meta.business.any}`] : []));
  expect(allowed.toSorted()).toEqual([
    "disputes.comment: It answers a dispute",
    "merchant.askPayer: It gives money back to a payer, or prepares it",
    "merchant.cancelRefund: It gives money back to a payer, or prepares it",
    "merchant.giveBack: It gives money back to a payer, or prepares it",
    "merchant.proveRefundWallet: It gives money back to a payer, or prepares it",
    "merchant.refundDispute: It gives money back to a payer, or prepares it",
    "merchant.refundPayment: It gives money back to a payer, or prepares it",
    "merchant.sendBackTransfer: It gives money back to a payer, or prepares it",
    "merchant.sendRefund: It gives money back to a payer, or prepares it",
    "rent.checkCharges: It checks its input, and writes nothing",
  ]);
});

it("only invitations, payment requests and leases mail people who may not know the business", () => {
  const mailing = mutations.flatMap(({ path, meta }) => (meta?.strangers === "nobody" ? [] : [`${path}: ${meta?.strangers}`]));
  expect(mailing.toSorted()).toEqual([
    "invitations.invite: invited",
    "invitations.inviteToLease: invited",
    "invitations.renew: namedTenants",
    "invitations.resend: invited",
    "rent.addTenant: namedTenants",
    "rent.changeTenant: namedTenants",
    "rent.createLease: namedTenants",
    "rent.remind: namedTenants",
    "rent.remindMany: namedTenants",
    "requests.create: askedToPay",
    "requests.remind: askedToPay",
    "staff.invite: invited",
  ]);
  const telling = Object.entries(effects).flatMap(([path, { tells }]) => ("nobody" in tells || !tells.includes("strangers") ? [] : [path]));
  expect(telling.toSorted()).toEqual(mailing.map((line) => line.replace(/:.*/, "")).toSorted());
});

it("every mutation names what it writes to the audit log and whom it notifies, or why nothing and nobody", () => {
  expect(Object.keys(effects).toSorted()).toEqual(mutations.map(({ path }) => path).toSorted());
  const empty = Object.entries(effects).filter(([, { audit, tells }]) => [audit, tells].some((one) => Object.values(one).join("") === ""));
  expect(empty).toEqual([]);
});

it("reads the business with the session for each query of the merchant's area, and for no change", () => {
  for (const { path, type, meta } of listProcedures()) {
    const isOfArea = type === "query" && meta?.policy === "merchant";
    expect(besideSession(path), path).toBe(isOfArea ? "business" : /^(auth|admin)\.me$/.test(path) ? "account" : undefined);
  }
});
