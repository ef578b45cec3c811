import type { Database, Transaction } from "@hearth/db/client";
import { HearthError } from "@hearth/domain/errors";
import { nameSkeleton } from "./name-skeleton.ts";
import { findLookAlike, holdSkeleton, listWithoutSkeleton, setSkeleton } from "./reviews.repo.ts";

const filledAtOnce = 500;

/** Computes the missing name skeletons. Call before `findConfusable`; costs one statement where none are missing. */
export async function fillSkeletons(db: Database): Promise<void> {
  for (;;) {
    const page = await listWithoutSkeleton(db, filledAtOnce);
    for (const { id, name } of page) await setSkeleton(db, { id, name, nameSkeleton: nameSkeleton(name) });
    if (page.length < filledAtOnce) return;
  }
}

/**
 * Finds the business that a name resembles, or null. Until the transaction ends, no concurrent call can take a name with the same skeleton.
 */
export async function findConfusable(tx: Transaction, name: string, exceptId?: string): Promise<{ id: string; name: string } | null> {
  const skeleton = nameSkeleton(name);
  await holdSkeleton(tx, skeleton);
  return findLookAlike(tx, skeleton, exceptId);
}

/** Refuses a new name for a business that resembles another business's name. @throws HearthError VALIDATION on the name. */
export async function requireOwnName(tx: Transaction, merchantId: string, name: string): Promise<void> {
  if ((await findConfusable(tx, name, merchantId)) === null) return;
  const message = "This name is too close to another business's. Please choose another one, or contact us.";
  throw new HearthError("VALIDATION", { message, fields: { name: message } });
}
