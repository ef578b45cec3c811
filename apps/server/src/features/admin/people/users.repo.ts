import { isAfter } from "@hearth/db/after";
import type { DatabaseOrTransaction } from "@hearth/db/client";
import { userMatches } from "@hearth/db/search";
import { disputes } from "@hearth/db/schema/disputes";
import { merchants } from "@hearth/db/schema/merchants";
import { payments } from "@hearth/db/schema/payments";
import { users } from "@hearth/db/schema/users";
import { wallets } from "@hearth/db/schema/wallets";
import { aliasedTable, and, desc, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { CursorPosition } from "../../../paging/cursor.ts";

const enrolled = aliasedTable(merchants, "enrolled");
const owned = aliasedTable(merchants, "owned");

function selectUsers(db: DatabaseOrTransaction) {
  return db
    .select({
      id: users.id,
      firstName: users.firstName,
      lastName: users.lastName,
      email: users.email,
      phoneNumber: users.phoneNumber,
      address: users.address,
      aptNumber: users.aptNumber,
      role: users.role,
      status: users.status,
      createdAt: users.createdAt,
      updatedAt: users.updatedAt,
      enrolled: { id: enrolled.id, name: enrolled.name },
      owned: { id: owned.id, name: owned.name },
      walletAddress: wallets.address,
      walletProvenAt: wallets.provenAt,
    })
    .from(users)
    .leftJoin(enrolled, eq(enrolled.id, users.enrolledMerchantId))
    .leftJoin(owned, eq(owned.ownerUserId, users.id))
    .leftJoin(wallets, and(eq(wallets.userId, users.id), eq(wallets.kind, "external"), isNull(wallets.unlinkedAt)));
}

/** A search: words of a name or email, or an exact set of accounts. */
export type UserSearch = { text: string } | { ids: string[] };

function matching(search: UserSearch | undefined): SQL | undefined {
  if (search === undefined) return undefined;
  return "text" in search ? userMatches(search.text) : inArray(users.id, search.ids);
}

/** Returns accounts of every role, newest first, after a cursor position. */
export async function listUsers(
  db: DatabaseOrTransaction,
  { search, after, limit }: { search?: UserSearch | undefined; after?: CursorPosition | undefined; limit: number },
) {
  return selectUsers(db)
    .where(and(matching(search), isAfter(users.createdAt, users.id, after)))
    .orderBy(desc(users.createdAt), desc(users.id))
    .limit(limit);
}
export type UserRow = Awaited<ReturnType<typeof listUsers>>[number];

export async function findUser(db: DatabaseOrTransaction, userId: string): Promise<UserRow | null> {
  const [row] = await selectUsers(db).where(eq(users.id, userId));
  return row ?? null;
}

/** Returns the ids of the disputes that accounts have filed, by account. */
export async function listDisputeIds(db: DatabaseOrTransaction, userIds: string[]): Promise<Map<string, string[]>> {
  const byUser = new Map<string, string[]>();
  if (userIds.length === 0) return byUser;
  // Reads each index once for all accounts. A look-up for each payment would read its upper levels each time.
  const rows = await db.execute<{ id: string; userId: string }>(sql`
    with paid as materialized (
      select p.id, p.consumer_id from unnest(${sql.param(userIds)}::uuid[]) as person(id)
      cross join lateral (select id, consumer_id from ${payments} where consumer_id = person.id offset 0) as p
    ), filed as materialized (
      select d.id, d.payment_id, d.created_at from ${disputes} d where d.payment_id = any(array(select id from paid))
    )
    select d.id, p.consumer_id as "userId" from filed d join paid p on p.id = d.payment_id order by d.created_at desc`);
  for (const { id, userId } of rows) byUser.set(userId, [...(byUser.get(userId) ?? []), id]);
  return byUser;
}
