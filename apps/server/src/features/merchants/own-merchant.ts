import { HearthError } from "@hearth/domain/errors";
import type { Deps } from "../../deps.ts";
import type { Actor } from "../../trpc/context.ts";
import { findStaffedMerchant, type OwnMerchant } from "./merchants.service.ts";

/** Whose things the account that asks may act on: its own merchant's, by its id; null for an administrator, who acts on everybody's, by calls of their own. */
export async function actingFor(deps: Deps, actor: Actor): Promise<string | null> {
  return actor.kind === "admin" ? null : (await requireOwnMerchant(deps, actor)).id;
}

/** The merchant that the account that asks owns or works for; every call of the merchant's area works on this one. @throws HearthError NOT_FOUND. */
export async function requireOwnMerchant(deps: Deps, actor: Actor): Promise<OwnMerchant> {
  const merchant = await findStaffedMerchant(deps.db, actor.userId);
  if (merchant === null) throw new HearthError("NOT_FOUND", { message: "No merchant account found" });
  return merchant;
}
