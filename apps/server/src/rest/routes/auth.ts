import { type RestRow, row } from "../wire.ts";

/** The documented calls about the account and its wallet. */
export const authRoutes: RestRow[] = [
  row({
    method: "POST",
    path: "/api/auth/login",
    procedure: "auth.login",
    summary: "Signs in with e-mail and password, and answers a token",
    refuses: ["INVALID_CREDENTIALS", "ACCOUNT_INACTIVE", "ACCOUNT_SUSPENDED", "SECOND_FACTOR_REQUIRED", "SECOND_FACTOR_INVALID"],
  }),
  row({
    method: "POST",
    path: "/api/auth/register",
    procedure: "auth.register",
    summary: "Makes an account and signs it in",
    refuses: ["EMAIL_ALREADY_USED"],
    answer: (body) => ({ status: 201, body }),
  }),
  row({ method: "POST", path: "/api/auth/logout", procedure: "auth.logout", summary: "Ends the session that the token belongs to" }),
  row({ method: "GET", path: "/api/auth/me", procedure: "auth.me", summary: "The account that is signed in" }),
  row({ method: "GET", path: "/api/auth/wallet-address", procedure: "wallet.address", summary: "The address of the account's own wallet" }),
  row({
    method: "POST",
    path: "/api/auth/update-wallet",
    procedure: "wallet.update",
    summary: "Links a wallet address without proof; an empty string unlinks",
    refuses: ["WALLET_ALREADY_USED", "CONFLICT"],
  }),
  row({
    method: "GET",
    path: "/api/auth/wallet-status",
    procedure: "wallet.status",
    summary: "What is linked to the account; 404 while that is nothing",
    refuses: ["WALLET_SETUP_NEEDED"],
  }),
  row({
    method: "POST",
    path: "/api/auth/save-smart-wallet",
    procedure: "wallet.saveSmart",
    summary: "Links a smart wallet's address without proof",
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
    summary: "Changes the account's name and e-mail; another e-mail signs its other devices out",
    refuses: ["EMAIL_ALREADY_USED", "STEP_UP_REQUIRED"],
  }),
  row({
    method: "POST",
    path: "/api/auth/step-up",
    procedure: "auth.stepUp",
    summary: "Shows who is signed in once more, for the calls that answer STEP_UP_REQUIRED",
    refuses: ["WRONG_PASSWORD", "WRONG_CODE"],
  }),
  row({
    method: "PUT",
    path: "/api/auth/change-password",
    procedure: "auth.changePassword",
    summary: "Changes the account's password and signs its other devices out",
    refuses: ["WRONG_PASSWORD", "CONFLICT"],
  }),
];
