import { type RestRow, row } from "../wire.ts";

/** The documented calls about the account and its wallet. */
export const authRoutes: RestRow[] = [
  row({
    method: "POST",
    path: "/api/auth/login",
    procedure: "auth.login",
    summary: "Signs in with an email address and a password, and returns an auth token",
    refuses: [
      "INVALID_CREDENTIALS",
      "ACCOUNT_INACTIVE",
      "ACCOUNT_SUSPENDED",
      "FIRST_PASSWORD_REPLACEMENT_NEEDED",
      "SECOND_FACTOR_REQUIRED",
      "PASSKEY_REQUIRED",
      "SECOND_FACTOR_INVALID",
    ],
  }),
  row({
    method: "POST",
    path: "/api/auth/register",
    procedure: "auth.register",
    summary: "Creates an account and signs it in",
    refuses: ["EMAIL_ALREADY_USED"],
    answer: (body) => ({ status: 201, body }),
  }),
  row({ method: "POST", path: "/api/auth/logout", procedure: "auth.logout", summary: "Signs out: revokes the token" }),
  row({ method: "GET", path: "/api/auth/me", procedure: "auth.me", summary: "Returns the signed-in account" }),
  row({
    method: "GET",
    path: "/api/auth/wallet-address",
    procedure: "wallet.address",
    summary: "Returns the address of the account's own wallet",
  }),
  row({
    method: "POST",
    path: "/api/auth/update-wallet",
    procedure: "wallet.update",
    summary: "Links a wallet address without proof; an empty string unlinks it",
    refuses: ["WALLET_ALREADY_USED", "CONFLICT"],
  }),
  row({
    method: "GET",
    path: "/api/auth/wallet-status",
    procedure: "wallet.status",
    summary: "Returns the wallets that are linked to the account; 404 if there are none",
    refuses: ["WALLET_SETUP_NEEDED"],
  }),
  row({
    method: "POST",
    path: "/api/auth/save-smart-wallet",
    procedure: "wallet.saveSmart",
    summary: "Links the address of a smart wallet without proof",
    refuses: ["WALLET_ALREADY_USED", "CONFLICT"],
  }),
  row({
    method: "POST",
    path: "/api/auth/complete-enrollment",
    procedure: "auth.completeEnrollment",
    summary: "Enrolls the account with a merchant",
    refuses: ["FORBIDDEN", "MERCHANT_UNAVAILABLE"],
    repeatable: true,
  }),
  row({
    method: "PUT",
    path: "/api/auth/update-profile",
    procedure: "auth.updateProfile",
    summary:
      "Updates the account's name and email address; a new address takes effect after it is confirmed by a link that is emailed to it",
    refuses: ["STEP_UP_REQUIRED", "CONFLICT"],
  }),
  row({
    method: "POST",
    path: "/api/auth/step-up",
    procedure: "auth.stepUp",
    summary: "Proves the identity of the signed-in person again, for calls that fail with STEP_UP_REQUIRED",
    refuses: ["WRONG_PASSWORD", "WRONG_CODE"],
  }),
  row({
    method: "PUT",
    path: "/api/auth/change-password",
    procedure: "auth.changePassword",
    summary: "Changes the account's password and signs out its other devices",
    refuses: ["WRONG_PASSWORD", "CONFLICT"],
  }),
];
