import { HearthError } from "@hearth/domain/errors";
import type { Deps } from "../../deps.ts";
import type { Actor } from "../../trpc/context.ts";
import { findStaffedMerchant, type OwnMerchant } from "./merchants.service.ts";

/**
 * Returns the id of the merchant that the user acts for. Null for an administrator, who acts for all merchants through procedures of their
 * own.
 */
export async function merchantIdFor(deps: Deps, actor: Actor): Promise<string | null> {
  return actor.kind === "admin" ? null : (await requireOwnMerchant(deps, actor)).id;
}

/** Reads the merchant that the user owns or works for. Every call of the merchant's area uses it. @throws HearthError NOT_FOUND. */
export async function requireOwnMerchant(deps: Deps, actor: Actor): Promise<OwnMerchant> {
  const merchant = await findStaffedMerchant(deps.db, actor.userId);
  if (merchant === null) throw new HearthError("NOT_FOUND", { message: "No merchant account found" });
  return merchant;
}
