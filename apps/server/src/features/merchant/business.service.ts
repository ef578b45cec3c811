import { HearthError } from "@hearth/domain/errors";
import { parsePublicId } from "@hearth/domain/ids";
import type { Deps } from "../../deps.ts";
import type { Actor } from "../../trpc/context.ts";
import { ownsMerchant } from "../merchants/merchants.service.ts";
import { type BusinessView, viewBusiness } from "./business.view.ts";
import { requireOwnMerchant } from "./own-merchant.ts";
import { countTransactions } from "./transactions.repo.ts";

/** The business of the account that asks. */
export async function readBusiness(deps: Deps, actor: Actor): Promise<BusinessView> {
  const merchant = await requireOwnMerchant(deps, actor);
  return viewBusiness(merchant, await countTransactions(deps.db, { merchantId: merchant.id }));
}

/** The same, asked for by its public id; an unknown id and somebody else's are equally absent. */
export async function readBusinessById(deps: Deps, actor: Actor, merchantId: string): Promise<BusinessView> {
  await requireOwnership(deps, actor, merchantId);
  return readBusiness(deps, actor);
}

/** Lets only the owner of that merchant pass. @throws HearthError NOT_FOUND. */
export async function requireOwnership(deps: Deps, actor: Actor, merchantId: string): Promise<void> {
  const id = parsePublicId("merchant", merchantId);
  if (id === null || !(await ownsMerchant(deps.db, actor.userId, id)))
    throw new HearthError("NOT_FOUND", { message: "Merchant not found" });
}
