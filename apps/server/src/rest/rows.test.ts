import { describe, expect, it } from "vitest";
import { listProcedures } from "../trpc/procedure-meta.ts";
import { restRows } from "./rows.ts";

/** The documented calls that the product answers so far, logout, which the documents describe without a path, and receipts as PDF. */
const documented = [
  "DELETE /api/coinbase/clear-verification",
  "GET /api/admin/dashboard",
  "GET /api/admin/disputes",
  "GET /api/admin/disputes/{disputeId}",
  "GET /api/admin/merchants",
  "GET /api/admin/merchants/{merchantId}",
  "GET /api/admin/transactions",
  "GET /api/admin/transactions/{transactionId}",
  "GET /api/admin/users",
  "GET /api/admin/users/{userId}",
  "GET /api/auth/me",
  "GET /api/auth/wallet-address",
  "GET /api/auth/wallet-status",
  "GET /api/coinbase/check-wallet",
  "GET /api/coinbase/frontend-callback",
  "GET /api/coinbase/payment-methods",
  "GET /api/disputes/admin",
  "GET /api/disputes/my-disputes",
  "GET /api/disputes/{disputeId}",
  "GET /api/disputes/{disputeId}/documents/{documentId}",
  "GET /api/merchant-dashboard/disputes",
  "GET /api/merchant-dashboard/stats",
  "GET /api/merchant-dashboard/transactions",
  "GET /api/merchants",
  "GET /api/merchants/all",
  "GET /api/merchants/{id}",
  "GET /api/payments/status/{paymentId}",
  "GET /api/payments/user",
  "GET /api/payments/{paymentId}/receipt",
  "PATCH /api/payments/{paymentId}/cancel",
  "POST /api/admin/login",
  "POST /api/admin/logout",
  "POST /api/auth/clear-wallet-connection",
  "POST /api/auth/complete-enrollment",
  "POST /api/auth/login",
  "POST /api/auth/logout",
  "POST /api/auth/register",
  "POST /api/auth/save-smart-wallet",
  "POST /api/auth/update-wallet",
  "POST /api/coinbase/create-wallet",
  "POST /api/coinbase/initiate-auth",
  "POST /api/coinbase/retry-verification",
  "POST /api/disputes/create",
  "POST /api/disputes/{disputeId}/comments",
  "POST /api/merchants/register",
  "POST /api/payments/create-checkout",
  "POST /api/payments/record-success",
  "PUT /api/admin/change-password",
  "PUT /api/admin/merchants/{merchantId}",
  "PUT /api/admin/users/{userId}",
  "PUT /api/auth/change-password",
  "PUT /api/auth/update-profile",
  "PUT /api/disputes/{disputeId}/cancel",
  "PUT /api/disputes/{disputeId}/close",
  "PUT /api/disputes/{disputeId}/reopen",
  "PUT /api/disputes/{disputeId}/update",
  "PUT /api/merchants/{id}",
];

describe("the documented interface", () => {
  it("has exactly the documented paths", () => {
    expect([...new Set(restRows.map(({ method, path }) => `${method} ${path}`))].toSorted()).toEqual(documented);
  });

  it("has two rows for a path only where they take other bodies or admit other callers", () => {
    const policies = new Map(listProcedures().map(({ path, meta }) => [path, meta?.policy]));
    const kinds = restRows.map(({ method, path, takes, procedure }) => [method, path, takes, policies.get(procedure)].join(" "));
    expect(kinds).toEqual([...new Set(kinds)]);
  });

  it("reads with GET what a query answers, and writes with the others", () => {
    const types = new Map(listProcedures().map(({ path, type }) => [path, type]));
    for (const { method, path, procedure } of restRows) {
      expect(types.get(procedure), path).toBe(method === "GET" ? "query" : "mutation");
    }
  });
});

describe("the procedures", () => {
  it("all say who may call them", () => {
    const policies = ["public", "user", "merchant", "admin"];
    expect(listProcedures().length).toBeGreaterThan(20);
    for (const { path, meta } of listProcedures()) expect(policies, path).toContain(meta?.policy);
  });

  it("are open to strangers only where that is meant", () => {
    const open = listProcedures().filter(({ meta }) => meta?.policy === "public");
    expect(open.map(({ path }) => path).toSorted()).toEqual([
      "admin.login",
      "auth.login",
      "auth.register",
      "merchant.signUp",
      "payments.authorize",
      "payments.buyAtCheckout",
      "payments.checkout",
      "payments.network",
      "payments.openCheckout",
      "payments.watchCheckout",
    ]);
  });

  it("keep signing in and up out of batches", () => {
    const alone = listProcedures().filter(({ meta }) => meta?.alone);
    expect(alone.map(({ path }) => path).toSorted()).toEqual(["admin.login", "auth.login", "auth.register", "merchant.signUp"]);
  });
});
