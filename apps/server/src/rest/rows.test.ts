import { describe, expect, it } from "vitest";
import { listProcedures } from "../trpc/procedure-meta.ts";
import { restRows } from "./rows.ts";

/** The documented calls for consumers, and those shared by all roles, line by line. */
const ofConsumers = [
  "POST /api/auth/login",
  "POST /api/auth/register",
  "GET /api/auth/me",
  "GET /api/auth/wallet-address",
  "POST /api/auth/update-wallet",
  "GET /api/auth/wallet-status",
  "POST /api/auth/save-smart-wallet",
  "POST /api/auth/clear-wallet-connection",
  "POST /api/auth/complete-enrollment",
  "PUT /api/auth/update-profile",
  "PUT /api/auth/change-password",
  "GET /api/merchants",
  "GET /api/merchants/all",
  "GET /api/payments/user",
  "POST /api/payments/create-checkout",
  "POST /api/payments/record-success",
  "GET /api/payments/status/{paymentId}",
  "PATCH /api/payments/{paymentId}/cancel",
  "GET /api/coinbase/payment-methods",
  "POST /api/coinbase/initiate-auth",
  "GET /api/coinbase/check-wallet",
  "POST /api/coinbase/retry-verification",
  "GET /api/coinbase/frontend-callback",
  "POST /api/coinbase/create-wallet",
  "DELETE /api/coinbase/clear-verification",
  "POST /api/disputes/create",
  "GET /api/disputes/my-disputes",
  "PUT /api/disputes/{disputeId}/cancel",
  "PUT /api/disputes/{disputeId}/reopen",
  "PUT /api/disputes/{disputeId}/update",
];

/** The documented calls of the admin and merchant areas. Calls of both tables are in both lists. */
const ofMerchantsAndAdmins = [
  "POST /api/auth/login",
  "POST /api/auth/register",
  "POST /api/merchants/register",
  "GET /api/merchants/{id}",
  "PUT /api/merchants/{id}",
  "GET /api/merchant-dashboard/stats",
  "GET /api/merchant-dashboard/transactions",
  "GET /api/merchant-dashboard/disputes",
  "GET /api/disputes/{id}",
  "POST /api/disputes/{id}/comments",
  "GET /api/admin/dashboard",
  "GET /api/admin/merchants",
  "GET /api/admin/merchants/{id}",
  "PUT /api/admin/merchants/{id}",
  "GET /api/admin/users",
  "GET /api/admin/users/{id}",
  "PUT /api/admin/users/{id}",
  "GET /api/admin/transactions",
  "GET /api/admin/transactions/{id}",
  "GET /api/admin/disputes",
  "GET /api/admin/disputes/{id}",
  "GET /api/disputes/admin",
  "PUT /api/disputes/{id}/close",
  "POST /api/disputes/create",
  "PUT /api/admin/change-password",
  "GET /api/auth/me",
  "PUT /api/auth/update-profile",
  "PUT /api/auth/change-password",
  "GET /api/auth/wallet-status",
  "POST /api/coinbase/create-wallet",
  "GET /api/coinbase/check-wallet",
  "POST /api/coinbase/retry-verification",
];

/**
 * Calls that the documents describe without a path, or that their features need: signing in and out, the documents of a dispute, a receipt,
 * and unmatched money.
 */
const ofOurs = [
  "POST /api/admin/login",
  "POST /api/admin/logout",
  "POST /api/admin/step-up",
  "POST /api/auth/logout",
  "POST /api/auth/step-up",
  "GET /api/disputes/{disputeId}/documents/{documentId}",
  "GET /api/payments/{paymentId}/receipt",
  "GET /api/merchant-dashboard/transactions/{paymentId}/attachable-transfers",
  "POST /api/merchant-dashboard/transactions/{paymentId}/attach",
  "GET /api/staff",
  "POST /api/staff/{staffId}/hand-over",
];

/** Calls about leases, which the documents do not describe. */
const ofRent = [
  "GET /api/admin/leases/{leaseId}/money",
  "POST /api/admin/leases/{leaseId}/money/give-back",
  "POST /api/admin/deposits/{chargeId}/keep",
  "GET /api/admin/payments/{paymentId}/lease",
  "PUT /api/admin/payments/{paymentId}/lease",
  "GET /api/rent/payments/{paymentId}/lease",
  "PUT /api/rent/payments/{paymentId}/lease",
  "GET /api/rent/leases/{leaseId}/terms/{termsId}",
  "PUT /api/rent/leases/{leaseId}/terms/{termsId}/signature",
  "GET /api/rent/my-leases",
  "POST /api/rent/join",
  "GET /api/rent/properties",
  "POST /api/rent/properties",
  "POST /api/rent/properties/{propertyId}/units",
  "PUT /api/rent/properties/{propertyId}",
  "PUT /api/rent/units/{unitId}",
  "DELETE /api/rent/units/{unitId}",
  "GET /api/rent/tenants",
  "GET /api/rent/tenants/sums",
  "GET /api/rent/building",
  "POST /api/rent/leases",
  "GET /api/rent/leases/{leaseId}",
  "PUT /api/rent/leases/{leaseId}",
  "PUT /api/rent/leases/{leaseId}/end",
  "PUT /api/rent/leases/{leaseId}/renew",
  "PUT /api/rent/leases/{leaseId}/undo",
  "PUT /api/rent/leases/{leaseId}/part-payments",
  "POST /api/rent/leases/{leaseId}/tenants",
  "PUT /api/rent/leases/{leaseId}/tenants/{tenantId}",
  "PUT /api/rent/leases/{leaseId}/tenants/{tenantId}/move-out",
  "POST /api/rent/leases/{leaseId}/tenants/{tenantId}/invite",
  "GET /api/rent/leases/{leaseId}/ledger",
  "POST /api/rent/leases/{leaseId}/charges",
  "POST /api/rent/leases/{leaseId}/remind",
  "GET /api/rent/reminders",
  "PUT /api/rent/reminders",
  "POST /api/rent/charges/check",
  "POST /api/rent/charges",
  "PUT /api/rent/charges/{chargeId}/void",
  "POST /api/rent/leases/{leaseId}/credits",
  "GET /api/rent/leases/{leaseId}/wrong-fees",
  "GET /api/admin/leases/{leaseId}/wrong-fees",
  "PUT /api/rent/credits/{creditId}/reverse",
  "GET /api/rent/leases/{leaseId}/money",
  "POST /api/rent/leases/{leaseId}/money/give-back",
  "POST /api/rent/deposits/{chargeId}/keep",
  "GET /api/rent/my-leases/{leaseId}/ledger",
  "GET /api/rent/autopay",
  "POST /api/rent/my-leases/{leaseId}/autopay",
  "PUT /api/rent/autopay/{scheduledPaymentId}/sign",
  "PUT /api/rent/autopay/{scheduledPaymentId}/skip",
  "PUT /api/rent/my-leases/{leaseId}/autopay/pause",
  "PUT /api/rent/my-leases/{leaseId}/autopay/stop",
  "GET /api/admin/leases",
  "GET /api/admin/leases/{leaseId}/autopay",
  "GET /api/admin/merchants/{merchantId}/tenants",
  "GET /api/admin/leases/{leaseId}",
  "GET /api/admin/leases/{leaseId}/ledger",
  "GET /api/rent/leases/{leaseId}/statement",
  "GET /api/rent/my-leases/{leaseId}/statement",
  "GET /api/admin/leases/{leaseId}/statement",
  "PUT /api/admin/leases/{leaseId}",
  "PUT /api/admin/leases/{leaseId}/end",
  "PUT /api/admin/leases/{leaseId}/renew",
  "PUT /api/admin/leases/{leaseId}/undo",
  "PUT /api/admin/leases/{leaseId}/part-payments",
  "POST /api/admin/leases/{leaseId}/remind",
  "POST /api/admin/leases/{leaseId}/charges",
  "PUT /api/admin/charges/{chargeId}/void",
  "POST /api/admin/leases/{leaseId}/credits",
  "PUT /api/admin/credits/{creditId}/reverse",
  "GET /api/rent/roll",
  "GET /api/rent/roll/sums",
  "GET /api/rent/roll/file",
  "GET /api/rent/accounting/file",
  "GET /api/rent/month",
  "GET /api/rent/month/file",
  "PUT /api/rent/month/close",
  "PUT /api/rent/month/reopen",
];

/** Calls about payment requests, which the documents do not describe. */
const ofRequests = [
  "POST /api/payment-requests",
  "GET /api/payment-requests",
  "GET /api/payment-requests/{requestId}",
  "PUT /api/payment-requests/{requestId}/withdraw",
  "POST /api/payment-requests/{requestId}/remind",
  "GET /api/payment-requests/bills/{reference}",
  "POST /api/payment-requests/bills/{reference}/checkout",
];

/** Calls about payment records, which the documents do not describe. */
const ofRecords = [
  "POST /api/rent/leases/{leaseId}/records",
  "GET /api/rent/leases/{leaseId}/records",
  "GET /api/rent/records/{recordId}/pdf",
  "PUT /api/rent/records/{recordId}/withdraw",
  "GET /api/rent/records/shared/{reference}",
  "GET /api/payments/{paymentId}/signed-receipt",
];

/** Removes parameter names from a path: they are not part of the interface. */
const nameless = (call: string) => call.replaceAll(/\{\w+\}/g, "{}");

describe("the documented interface", () => {
  const calls = [...new Set(restRows.map(({ method, path }) => nameless(`${method} ${path}`)))];

  it.each([...ofConsumers, ...ofMerchantsAndAdmins])("answers %s", (call) => {
    expect(calls).toContain(nameless(call));
  });

  it("has no other calls, except the listed ones of our own", () => {
    const known = new Set([...ofConsumers, ...ofMerchantsAndAdmins, ...ofOurs, ...ofRent, ...ofRequests, ...ofRecords].map(nameless));
    expect(calls.toSorted()).toEqual([...known].toSorted());
  });

  it("has two rows for a path only if they take different bodies or admit different callers", () => {
    const policies = new Map(listProcedures().map(({ path, meta }) => [path, meta?.policy]));
    const kinds = restRows.map(({ method, path, takes, procedure }) => [method, path, takes, policies.get(procedure)].join(" "));
    expect(kinds).toEqual([...new Set(kinds)]);
  });

  it("uses GET for queries, and other methods for mutations", () => {
    const types = new Map(listProcedures().map(({ path, type }) => [path, type]));
    for (const { method, path, procedure } of restRows) {
      expect(types.get(procedure), path).toBe(method === "GET" ? "query" : "mutation");
    }
  });
});

describe("the procedures", () => {
  it("all have a policy", () => {
    const policies = ["public", "user", "merchant", "admin"];
    expect(listProcedures().length).toBeGreaterThan(20);
    for (const { path, meta } of listProcedures()) expect(policies, path).toContain(meta?.policy);
  });

  it("are public only where intended", () => {
    const open = listProcedures().filter(({ meta }) => meta?.policy === "public");
    expect(open.map(({ path }) => path).toSorted()).toEqual([
      "admin.beginFirstSignIn",
      "admin.completeFirstSignIn",
      "admin.login",
      "admin.signInWithPasskey",
      "auth.beginPasskeySignIn",
      "auth.confirmEmail",
      "auth.forgotPassword",
      "auth.login",
      "auth.register",
      "auth.replaceFirstPassword",
      "auth.requestDeviceLink",
      "auth.resetPassword",
      "auth.signInWithPasskey",
      "auth.signUpChallenge",
      "auth.useDeviceLink",
      "invitations.open",
      "invitations.renew",
      "merchant.signUp",
      "passkeyWallet.beginSignIn",
      "passkeyWallet.beginSignUp",
      "passkeyWallet.signIn",
      "passkeyWallet.signUp",
      "payees.cardOf",
      "payments.authorize",
      "payments.buyAtCheckout",
      "payments.checkout",
      "payments.network",
      "payments.openCheckout",
      "payments.topUpAtCheckout",
      "payments.watchCheckout",
      "records.shared",
      "requests.bill",
      "staff.accept",
      "staff.invitation",
    ]);
  });

  it("refuse signing in and up within batches", () => {
    const alone = listProcedures().filter(({ meta }) => meta?.alone);
    expect(alone.map(({ path }) => path).toSorted()).toEqual([
      "admin.beginFirstSignIn",
      "admin.completeFirstSignIn",
      "admin.login",
      "admin.signInWithPasskey",
      "auth.beginPasskeySignIn",
      "auth.confirmEmail",
      "auth.forgotPassword",
      "auth.login",
      "auth.register",
      "auth.replaceFirstPassword",
      "auth.requestDeviceLink",
      "auth.resetPassword",
      "auth.signInWithPasskey",
      "auth.useDeviceLink",
      "invitations.renew",
      "merchant.signUp",
      "passkeyWallet.beginSignIn",
      "passkeyWallet.beginSignUp",
      "passkeyWallet.signIn",
      "passkeyWallet.signUp",
      "staff.accept",
    ]);
  });
});
