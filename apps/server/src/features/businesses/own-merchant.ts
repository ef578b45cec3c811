import { HearthError } from "@hearth/domain/errors";
import type { Deps } from "../../deps.ts";
import type { Actor } from "../../trpc/context.ts";
import type { BusinessRule, StrangersRule } from "../../trpc/write-rules.ts";
import { findStanding } from "./merchants.repo.ts";
import { findStaffedMerchant, type OwnMerchant } from "./merchants.service.ts";

/**
 * Returns the id of the merchant that the user acts for. Null for an administrator, who acts for all merchants through procedures of their
 * own.
 */
export async function merchantIdFor(deps: Deps, actor: Actor): Promise<string | null> {
  return actor.kind === "admin" ? null : (await requireOwnMerchant(deps, actor)).id;
}

/** Finds the merchant that the user owns or works for, unless the session's statement has read it for this call. */
export async function findBusinessOf(deps: Deps, actor: Actor): Promise<OwnMerchant | null> {
  return actor.business === undefined ? findStaffedMerchant(deps.db, actor.userId) : actor.business;
}

/** Reads the merchant that the user owns or works for. Every call of the merchant's area uses it. @throws HearthError NOT_FOUND. */
export async function requireOwnMerchant(deps: Deps, actor: Actor): Promise<OwnMerchant> {
  const merchant = await findBusinessOf(deps, actor);
  if (merchant === null) throw noMerchant();
  return merchant;
}

/** The error of an account without a merchant in a call of the merchant's area. */
export const noMerchant = (): HearthError => new HearthError("NOT_FOUND", { message: "No merchant account found" });

/**
 * Requires what a mutation's rules ask of the user and of the business that they own or work for. @throws HearthError BUSINESS_SUSPENDED,
 * EMAIL_UNCONFIRMED, MERCHANT_WALLET_MISSING.
 */
export async function requireStanding(
  { db }: Pick<Deps, "db">,
  { userId }: Pick<Actor, "userId">,
  { business, strangers }: { business?: BusinessRule; strangers?: StrangersRule },
): Promise<void> {
  const mailsStrangers = strangers === "invited" || strangers === "askedToPay";
  if (business !== "notSuspended" && !mailsStrangers) return;
  const { status, hasPayee, emailConfirmedAt } = await findStanding(db, userId);
  if (business === "notSuspended" && status === "suspended") throw new HearthError("BUSINESS_SUSPENDED");
  if (mailsStrangers && emailConfirmedAt === null) throw new HearthError("EMAIL_UNCONFIRMED");
  if (strangers === "askedToPay" && status !== null && !hasPayee) throw new HearthError("MERCHANT_WALLET_MISSING", { message: noPayee });
}

const noPayee = "Please set up your payout wallet first, in the settings. No one can pay a request before.";
