import { bodyFields, nextCursorHeader, pageInput, type RestRow, row } from "../wire.ts";

/** The documented calls about merchants. */
export const merchantRoutes: RestRow[] = [
  row({
    method: "GET",
    path: "/api/merchants",
    procedure: "merchant.list",
    summary: "Lists the merchants that an account can enroll with, by name",
    input: pageInput,
    answer: ({ items, nextCursor }) => ({ ...nextCursorHeader(nextCursor), body: items }),
  }),
  row({
    method: "GET",
    path: "/api/merchants/all",
    procedure: "merchant.listAll",
    summary: "Lists all merchants that can appear in an account's history, by name; includes inactive ones",
    input: pageInput,
    answer: ({ items, nextCursor }) => ({ ...nextCursorHeader(nextCursor), body: items }),
  }),
  row({
    method: "GET",
    path: "/api/merchants/{id}",
    procedure: "merchant.get",
    summary: "Returns the account's own business",
    input: ({ params }) => ({ merchantId: params["id"] }),
  }),
  row({
    method: "PUT",
    path: "/api/merchants/{id}",
    procedure: "merchant.update",
    summary: "Updates the account's own business; a new wallet requires the password and may take effect a day later",
    refuses: ["WALLET_ALREADY_USED", "WRONG_PASSWORD", "CONFLICT", "STEP_UP_REQUIRED"],
    input: (parts) => ({ ...bodyFields(parts), merchantId: parts.params["id"] }),
  }),
  row({
    method: "POST",
    path: "/api/merchants/register",
    procedure: "merchant.register",
    summary: "Creates the business of a merchant's account; repeating the call returns the existing business",
    refuses: ["WALLET_ALREADY_USED", "CONFLICT"],
    answer: (merchant) => ({ status: 201, body: { merchant } }),
  }),
  row({
    method: "GET",
    path: "/api/staff",
    procedure: "staff.list",
    summary: "Lists the owner and the staff of the account's business",
  }),
  row({
    method: "POST",
    path: "/api/staff/{staffId}/hand-over",
    procedure: "account.handOver",
    summary: "Transfers the business to one of its co-owners; the former owner stays as a co-owner",
    refuses: ["CONFLICT", "STEP_UP_REQUIRED", "NOT_FOUND"],
    input: ({ params }) => params,
  }),
];
