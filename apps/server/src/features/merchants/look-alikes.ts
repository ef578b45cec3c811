import type { Database, Transaction } from "@hearth/db/client";
import { HearthError } from "@hearth/domain/errors";
import { nameSkeleton } from "./name-skeleton.ts";
import { findLookAlike, holdSkeleton, listWithoutSkeleton, setSkeleton } from "./reviews.repo.ts";

const filledAtOnce = 500;

/** Gives a skeleton to each name that is older than the question; asked before `findConfusable`, and one statement where all have theirs. */
export async function fillSkeletons(db: Database): Promise<void> {
  for (;;) {
    const page = await listWithoutSkeleton(db, filledAtOnce);
    for (const { id, name } of page) await setSkeleton(db, { id, name, nameSkeleton: nameSkeleton(name) });
    if (page.length < filledAtOnce) return;
  }
}

/** The business that a name can be taken for, or null; until the transaction ends nobody else takes a name that looks like it. */
export async function findConfusable(tx: Transaction, name: string, exceptId?: string): Promise<{ id: string; name: string } | null> {
  const skeleton = nameSkeleton(name);
  await holdSkeleton(tx, skeleton);
  return findLookAlike(tx, skeleton, exceptId);
}

/** Lets a business take another name only where nobody else's looks like it. @throws HearthError VALIDATION on the name. */
export async function requireOwnName(tx: Transaction, merchantId: string, name: string): Promise<void> {
  if ((await findConfusable(tx, name, merchantId)) === null) return;
  const message = "This name is too close to another business's. Please choose another one, or contact us.";
  throw new HearthError("VALIDATION", { message, fields: { name: message } });
}
