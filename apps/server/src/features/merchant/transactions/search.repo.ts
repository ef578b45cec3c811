import { anyId } from "@hearth/db/built-once";
import type { DatabaseOrTransaction } from "@hearth/db/client";
import { hashBeginning, hashBegins, pattern, searchText, userMatches } from "@hearth/db/search";
import { payments } from "@hearth/db/schema/payments";
import { transfers } from "@hearth/db/schema/transfers";
import { users } from "@hearth/db/schema/users";
import { isHumanCode, parsePublicId } from "@hearth/domain/ids";
import { and, asc, desc, eq, or, type SQL, sql } from "drizzle-orm";

/** So many tenants are found by name, and so many of the newest payments of each. */
const mostTenants = 8;
const mostOfEach = 3;
/** A description is looked for among so many of a merchant's newest payments: no search reads a whole history. */
const mostDescribed = 1_000;

/** What a text may mean among a merchant's payments: those that it names one by one, or all of some tenants. */
export type Searched = { kind: "payments"; is: SQL } | { kind: "tenants"; is?: never; ids: string[] };

/** What a merchant looks for: a reference, an id, a transaction's hash or its beginning; else the first tenants whose name, email or apartment it is. */
export async function readSearched(db: DatabaseOrTransaction, merchantId: string, text: string): Promise<Searched> {
  const named = nameOf(text);
  if (named !== null) return { kind: "payments", is: named };
  const tenants = await tenantsOf(db, merchantId, text);
  return { kind: "tenants", ids: tenants.map(({ id }) => id) };
}

/**
 * The ids of a merchant's payments that a text may mean: those that a reference, an id, or a transaction's hash or its beginning names; or the
 * newest ones of each tenant whose name, email or apartment it is; where it is nobody's, those of the newest that are described so.
 */
export async function findPaymentIds(db: DatabaseOrTransaction, merchantId: string, text: string, limit: number): Promise<string[]> {
  const named = nameOf(text);
  if (named !== null) return idsOf(await ofName(db, merchantId, named, limit));
  const ofSomebody = await ofTenants(db, merchantId, text, limit);
  return idsOf(ofSomebody.length > 0 ? ofSomebody : await described(db, merchantId, text, limit));
}

/** What names payments one by one; null where the text is words. */
function nameOf(text: string): SQL | null {
  const id = parsePublicId("payment", text);
  if (id !== null) return eq(payments.id, id);
  if (isHumanCode(text)) return eq(payments.code, text.toUpperCase());
  return hashBeginning.test(text) ? isPaidWith(text) : null;
}

/** Whether a transaction for it has a hash that begins so. */
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
    .limit(mostTenants);
}

function ofTenants(db: DatabaseOrTransaction, merchantId: string, text: string, limit: number) {
  const tenants = tenantsOf(db, merchantId, text).as("tenants");
  const newest = db
    .select({ id: payments.id, createdAt: payments.createdAt })
    .from(payments)
    .where(and(eq(payments.consumerId, tenants.id), eq(payments.merchantId, merchantId)))
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
 * Those whose description has all of these words. Whose they are and how many are looked at is hidden from the planner: it would rather walk
 * through everybody's newest, or fetch all that a merchant has, than go through that many in the merchant's own index.
 */
function described(db: DatabaseOrTransaction, merchantId: string, text: string, limit: number) {
  const words = text.split(/\s+/).filter(Boolean);
  const hasAll = words.map((word) => sql`newest.description like ${pattern(word)}`);
  return db.execute<{ id: string }>(sql`select newest.id
    from (select p.id, p.created_at, search_text(p.description) as description from ${payments} p where p.merchant_id = ${anyId(sql`${merchantId}`)}
      order by p.created_at desc, p.id desc limit (select ${mostDescribed}::int)) newest
    where ${and(...hasAll)} order by newest.created_at desc, newest.id desc limit ${limit}`);
}

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);
