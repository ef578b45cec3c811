import { bodyFields, nextCursorHeader, pageInput, type RestRow, row } from "../wire.ts";

/** The documented calls about merchants. */
export const merchantRoutes: RestRow[] = [
  row({
    method: "GET",
    path: "/api/merchants",
    procedure: "merchant.list",
    summary: "Merchants that can be enrolled with, by name",
    input: pageInput,
    answer: ({ items, nextCursor }) => ({ ...nextCursorHeader(nextCursor), body: items }),
  }),
  row({
    method: "GET",
    path: "/api/merchants/all",
    procedure: "merchant.listAll",
    summary: "Merchants that history may name, by name",
    input: pageInput,
    answer: ({ items, nextCursor }) => ({ ...nextCursorHeader(nextCursor), body: items }),
  }),
  row({
    method: "GET",
    path: "/api/merchants/{id}",
    procedure: "merchant.get",
    summary: "The account's own business",
    input: ({ params }) => ({ merchantId: params["id"] }),
  }),
  row({
    method: "PUT",
    path: "/api/merchants/{id}",
    procedure: "merchant.update",
    summary: "Changes the account's own business or, with the password, its wallet, which may take effect a day later",
    refuses: ["WALLET_ALREADY_USED", "WRONG_PASSWORD", "CONFLICT", "STEP_UP_REQUIRED"],
    input: (parts) => ({ ...bodyFields(parts), merchantId: parts.params["id"] }),
  }),
  row({
    method: "POST",
    path: "/api/merchants/register",
    procedure: "merchant.register",
    summary: "Gives a merchant's account its business; may be repeated",
    refuses: ["WALLET_ALREADY_USED", "CONFLICT"],
    answer: (merchant) => ({ status: 201, body: { merchant } }),
  }),
  row({
    method: "GET",
    path: "/api/staff",
    procedure: "staff.list",
    summary: "Who owns the account's business, and who works for it",
  }),
  row({
    method: "POST",
    path: "/api/staff/{staffId}/hand-over",
    procedure: "account.handOver",
    summary: "Hands the business to somebody who works for it as an owner; its owner before stays as a co-owner",
    refuses: ["CONFLICT", "STEP_UP_REQUIRED", "NOT_FOUND"],
    input: ({ params }) => params,
  }),
];
