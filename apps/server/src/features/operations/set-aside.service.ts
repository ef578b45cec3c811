import { HearthError } from "@hearth/domain/errors";
import { publicId } from "@hearth/domain/ids";
import type { ListSetAsideInput, SetAsideItemInput } from "@hearth/domain/operations/inputs";
import { workLists } from "@hearth/domain/operations/work-lists";
import { insertAuditEntry } from "../../audit/audit.repo.ts";
import type { Deps } from "../../deps.ts";
import { endWait, listSetAside, type SetAsideRow } from "../../jobs/set-aside.repo.ts";
import type { Actor, CallOrigin } from "../../trpc/context.ts";
import type { SetAsideView } from "./operations.view.ts";

/** Returns the items that jobs have set aside, the earliest failure first. */
export async function listItems({ db }: Pick<Deps, "db">, input: ListSetAsideInput): Promise<SetAsideView[]> {
  return (await listSetAside(db, input)).map(viewItem);
}

/** Ends an item's wait, so that its job tries it in the next run. @throws HearthError CONFLICT where it is not set aside. */
export async function retryItem(
  { db, clock }: Pick<Deps, "db" | "clock">,
  { actor, origin }: { actor: Actor; origin: CallOrigin },
  { list, name }: SetAsideItemInput,
): Promise<{ message: string }> {
  const now = clock.now();
  return db.transaction(async (tx) => {
    if (!(await endWait(tx, { list, name }, now)))
      throw new HearthError("CONFLICT", { message: "Nothing of this name is set aside in this list" });
    await insertAuditEntry(tx, origin, { at: now, actorId: actor.userId, action: "setAside.retried", subject: name, data: { list } });
    return { message: `${name} is tried again with the next run of its job` };
  });
}

function viewItem({ list, name, merchantId, error, tries, nextTryAt, firstFailedAt, lastFailedAt }: SetAsideRow): SetAsideView {
  return {
    list,
    name,
    problem: workLists[list],
    merchantId: merchantId && publicId("merchant", merchantId),
    error,
    tries,
    nextTryAt: nextTryAt.toISOString(),
    firstFailedAt: firstFailedAt.toISOString(),
    lastFailedAt: lastFailedAt.toISOString(),
  };
}
