import { filterInput, nextCursorHeader, pageInput, type RequestParts, type RestRow, row } from "../wire.ts";

/** Reads the documented filters of an admin's list; empty values are no filter. */
function listInput(parts: RequestParts): Record<string, unknown> {
  const { merchantId, userId, search, order } = parts.query;
  const filters = Object.entries({ merchantId, userId, search, order }).filter(([, value]) => value !== undefined && value !== "");
  return { ...Object.fromEntries(filters), ...filterInput(parts), ...pageInput(parts) };
}

const peopleInput = (parts: RequestParts) => {
  const { search } = parts.query;
  return { ...pageInput(parts), ...(search !== undefined && { search }) };
};

/** Takes the record's id from the path, overriding the body. */
const editInput = ({ params, body }: RequestParts) => ({ ...Object(body), ...params });

const listAnswer = ({ items, nextCursor }: { items: unknown[]; nextCursor: string | null }) => ({
  ...nextCursorHeader(nextCursor),
  body: items,
});

/** The documented calls of the admin area. All except signing in require an admin token. */
export const adminRoutes: RestRow[] = [
  row({
    method: "POST",
    path: "/api/admin/login",
    procedure: "admin.login",
    summary: "Signs in an administrator, and returns an admin token",
    refuses: [
      "INVALID_CREDENTIALS",
      "ACCOUNT_INACTIVE",
      "ACCOUNT_SUSPENDED",
      "FORBIDDEN",
      "SECOND_FACTOR_REQUIRED",
      "PASSKEY_REQUIRED",
      "SECOND_FACTOR_INVALID",
      "SECOND_FACTOR_SETUP_NEEDED",
    ],
  }),
  row({
    method: "POST",
    path: "/api/admin/logout",
    procedure: "admin.logout",
    summary: "Signs out: revokes the admin token",
  }),
  row({
    method: "POST",
    path: "/api/admin/step-up",
    procedure: "admin.stepUp",
    summary: "Proves the identity of the signed-in person again, for calls that fail with STEP_UP_REQUIRED",
    refuses: ["WRONG_PASSWORD", "WRONG_CODE"],
  }),
  row({
    method: "PUT",
    path: "/api/admin/change-password",
    procedure: "admin.changePassword",
    summary: "Changes the administrator's own password and ends the account's other sessions",
    refuses: ["WRONG_PASSWORD", "CONFLICT"],
  }),
  row({
    method: "GET",
    path: "/api/admin/dashboard",
    procedure: "admin.dashboard",
    summary: "Returns totals, recent transactions and recent disputes",
    followsZone: true,
  }),
  row({
    method: "GET",
    path: "/api/admin/transactions",
    procedure: "admin.transactions",
    summary: "Lists the transactions of all accounts, newest first by default",
    input: listInput,
    answer: listAnswer,
  }),
  row({
    method: "GET",
    path: "/api/admin/transactions/{transactionId}",
    procedure: "admin.transaction",
    summary: "Returns a transaction with its timeline and transfers",
    input: ({ params }) => params,
  }),
  row({
    method: "GET",
    path: "/api/admin/users",
    procedure: "admin.users",
    summary: "Lists all accounts, newest first",
    input: peopleInput,
    answer: listAnswer,
  }),
  row({
    method: "GET",
    path: "/api/admin/users/{userId}",
    procedure: "admin.user",
    summary: "Returns an account",
    input: ({ params }) => params,
  }),
  row({
    method: "PUT",
    path: "/api/admin/users/{userId}",
    procedure: "admin.editUser",
    summary: "Updates an account; omitted fields stay unchanged",
    refuses: ["EMAIL_ALREADY_USED", "WALLET_ALREADY_USED", "CONFLICT", "OWN_STATUS", "LAST_ADMIN", "STEP_UP_REQUIRED"],
    input: editInput,
  }),
  row({
    method: "GET",
    path: "/api/admin/merchants",
    procedure: "admin.merchants",
    summary: "Lists all merchants, newest first",
    input: peopleInput,
    answer: listAnswer,
  }),
  row({
    method: "GET",
    path: "/api/admin/merchants/{merchantId}",
    procedure: "admin.merchant",
    summary: "Returns a merchant",
    input: ({ params }) => params,
  }),
  row({
    method: "PUT",
    path: "/api/admin/merchants/{merchantId}",
    procedure: "admin.editMerchant",
    summary: "Updates a merchant; a new wallet requires the administrator's password",
    refuses: ["WALLET_ALREADY_USED", "CONFLICT", "WRONG_PASSWORD"],
    input: editInput,
  }),
];
