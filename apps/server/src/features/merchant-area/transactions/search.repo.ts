import { hideFromPlanner, withoutIndex } from "@hearth/db/built-once";
import type { DatabaseOrTransaction } from "@hearth/db/client";
import { hashBeginning, hashBegins, pattern, searchText, userMatches } from "@hearth/db/search";
import { payments } from "@hearth/db/schema/payments";
import { transfers } from "@hearth/db/schema/transfers";
import { users } from "@hearth/db/schema/users";
import { isHumanCode, parsePublicId } from "@hearth/domain/ids";
import { and, asc, desc, eq, or, type SQL, sql } from "drizzle-orm";

/** The maximum number of tenants matched by a text, and of newest payments of each. */
const maxTenants = 8;
const mostOfEach = 3;
/** A search by description covers this many of the merchant's newest payments, so that no search reads a whole history. */
const mostDescribed = 1_000;

/** A resolved search: a condition for individual payments, or all payments of some tenants. */
export type Searched = { kind: "payments"; is: SQL } | { kind: "tenants"; is?: never; ids: string[] };

/**
 * Resolves a merchant's search text. A reference, id, or transaction hash (or its beginning) matches individual payments. Any other text
 * matches the first tenants by name, email or apartment.
 */
export async function readSearched(db: DatabaseOrTransaction, merchantId: string, text: string): Promise<Searched> {
  const named = nameOf(text);
  if (named !== null) return { kind: "payments", is: named };
  const tenants = await tenantsOf(db, merchantId, text);
  return { kind: "tenants", ids: tenants.map(({ id }) => id) };
}

/**
 * Finds a merchant's payments by a text, and returns their ids. A reference, id, or transaction hash (or its beginning) matches individual
 * payments. Any other text matches the newest payments of tenants by name, email or apartment. Without such a tenant, it matches the
 * descriptions of the newest payments.
 */
export async function findPaymentIds(db: DatabaseOrTransaction, merchantId: string, text: string, limit: number): Promise<string[]> {
  const named = nameOf(text);
  if (named !== null) return idsOf(await ofName(db, merchantId, named, limit));
  const ofSomebody = await ofTenants(db, merchantId, text, limit);
  return idsOf(ofSomebody.length > 0 ? ofSomebody : await described(db, merchantId, text, limit));
}

/** Returns the condition of a text that identifies individual payments; null where the text is words. */
function nameOf(text: string): SQL | null {
  const id = parsePublicId("payment", text);
  if (id !== null) return eq(payments.id, id);
  if (isHumanCode(text)) return eq(payments.code, text.toUpperCase());
  return hashBeginning.test(text) ? isPaidWith(text) : null;
}

/** Matches payments that have a transfer whose transaction hash begins with this. */
function isPaidWith(beginning: string): SQL {
  return sql`${payments.id} in (select t.payment_id from ${transfers} t where ${hashBegins(sql`t.tx_hash`, beginning)} limit 50)`;
}

function ofName(db: DatabaseOrTransaction, merchantId: string, named: SQL, limit: number) {
  return db
    .select({ id: payments.id })
    .from(payments)
    .where(and(named, eq(payments.merchantId, merchantId)))
    .orderBy(desc(payments.createdAt), desc(payments.id))
    .limit(limit);
}

function tenantsOf(db: DatabaseOrTransaction, merchantId: string, text: string) {
  const isMeant = or(userMatches(text), sql`${searchText(users.aptNumber)} = ${searchText(text)}`);
  return db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.enrolledMerchantId, merchantId), isMeant))
    .orderBy(asc(users.lastName), asc(users.id))
    .limit(maxTenants);
}

function ofTenants(db: DatabaseOrTransaction, merchantId: string, text: string, limit: number) {
  const tenants = tenantsOf(db, merchantId, text).as("tenants");
  const newest = db
    .select({ id: payments.id, createdAt: payments.createdAt })
    .from(payments)
    .where(and(eq(payments.consumerId, tenants.id), withoutIndex(eq(payments.merchantId, merchantId))))
    .orderBy(desc(payments.createdAt), desc(payments.id))
    .limit(mostOfEach)
    .as("newest");
  return db
    .select({ id: newest.id })
    .from(tenants)
    .innerJoinLateral(newest, sql`true`)
    .orderBy(desc(newest.createdAt))
    .limit(limit);
}

/**
 * Finds payments whose description has all of the words. The merchant's id and the limit are hidden from the planner in subqueries.
 * Otherwise it would scan all merchants' newest payments, or all of this merchant's, instead of that many in the merchant's own index.
 */
function described(db: DatabaseOrTransaction, merchantId: string, text: string, limit: number) {
  const searchWords = text.split(/\s+/).filter(Boolean);
  const hasAll = searchWords.map((word) => sql`newest.description like ${pattern(word)}`);
  return db.execute<{ id: string }>(sql`select newest.id
    from (select p.id, p.created_at, search_text(p.description) as description from ${payments} p where p.merchant_id = ${hideFromPlanner(sql`${merchantId}`)}
      order by p.created_at desc, p.id desc limit (select ${mostDescribed}::int)) newest
    where ${and(...hasAll)} order by newest.created_at desc, newest.id desc limit ${limit}`);
}

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);
