import { isAfter } from "@hearth/db/after";
import type { DatabaseOrTransaction } from "@hearth/db/client";
import { merchantMatches } from "@hearth/db/search";
import { merchants } from "@hearth/db/schema/merchants";
import { payeeChanges } from "@hearth/db/schema/payee-changes";
import { payees } from "@hearth/db/schema/payees";
import { users } from "@hearth/db/schema/users";
import { and, asc, desc, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { CursorPosition } from "../../../paging/cursor.ts";

function selectMerchants(db: DatabaseOrTransaction) {
  return db
    .select({
      merchant: merchants,
      owner: { id: users.id, firstName: users.firstName, lastName: users.lastName, email: users.email },
      payeeAddress: payees.address,
      payeeProvenAt: payees.provenAt,
      pending: payeeChanges,
    })
    .from(merchants)
    .innerJoin(users, eq(users.id, merchants.ownerUserId))
    .leftJoin(payees, and(eq(payees.merchantId, merchants.id), isNull(payees.endedAt)))
    .leftJoin(payeeChanges, and(eq(payeeChanges.merchantId, merchants.id), isNull(payeeChanges.appliedAt), isNull(payeeChanges.stoppedAt)));
}

/** A search: words of a name, contact or email, or an exact set of merchants. */
export type MerchantSearch = { text: string } | { ids: string[] };

function matching(search: MerchantSearch | undefined): SQL | undefined {
  if (search === undefined) return undefined;
  return "text" in search ? merchantMatches(search.text) : inArray(merchants.id, search.ids);
}

/** Returns merchants of every status, newest first, after a cursor position. */
export async function listMerchants(
  db: DatabaseOrTransaction,
  { search, after, limit }: { search?: MerchantSearch | undefined; after?: CursorPosition | undefined; limit: number },
) {
  return selectMerchants(db)
    .where(and(matching(search), isAfter(merchants.createdAt, merchants.id, after)))
    .orderBy(desc(merchants.createdAt), desc(merchants.id))
    .limit(limit);
}
export type MerchantRow = Awaited<ReturnType<typeof listMerchants>>[number];

export async function findMerchant(db: DatabaseOrTransaction, merchantId: string): Promise<MerchantRow | null> {
  const [row] = await selectMerchants(db).where(eq(merchants.id, merchantId));
  return row ?? null;
}

/** Finds the merchants that are paid at an address, or were in the past. */
export async function findMerchantIdsByAddress(db: DatabaseOrTransaction, address: string): Promise<string[]> {
  const rows = await db
    .selectDistinct({ id: payees.merchantId })
    .from(payees)
    .where(eq(sql`lower(${payees.address})`, address.toLowerCase()));
  return rows.map(({ id }) => id);
}

/** Returns merchants' names in alphabetical order, up to a limit. */
export async function listMerchantNames(db: DatabaseOrTransaction, limit: number) {
  const { id, name } = merchants;
  return db.select({ id, name }).from(merchants).orderBy(asc(name), asc(id)).limit(limit);
}
