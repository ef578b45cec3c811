import type { DatabaseOrTransaction, Transaction } from "@hearth/db/client";
import { leaseTerms } from "@hearth/db/schema/lease-terms";
import { termsSignatures } from "@hearth/db/schema/terms-signatures";
import { asc, eq, inArray } from "drizzle-orm";
import type { LeaseTermsRow } from "./lease-rows.repo.ts";

export type TermsSignatureRow = typeof termsSignatures.$inferSelect;

/** A row of terms with the wallet that signed it last, if any did. */
export interface SignedTermsRow extends LeaseTermsRow {
  signed: TermsSignatureRow | null;
}

/** What these leases cost, in the order in which it was said, each with who signed it. */
export async function listSignedTerms(db: DatabaseOrTransaction, leaseIds: string[]): Promise<Map<string, SignedTermsRow[]>> {
  const rows = await db
    .select({ terms: leaseTerms, signed: termsSignatures })
    .from(leaseTerms)
    .leftJoin(termsSignatures, eq(termsSignatures.termsId, leaseTerms.id))
    .where(inArray(leaseTerms.leaseId, leaseIds))
    .orderBy(asc(leaseTerms.id), asc(termsSignatures.id));
  const last = new Map(rows.map(({ terms, signed }) => [terms.id, { ...terms, signed }]));
  return Map.groupBy(last.values(), ({ leaseId }) => leaseId);
}

export async function findTerms(db: DatabaseOrTransaction, id: string): Promise<LeaseTermsRow | null> {
  const [row] = await db.select().from(leaseTerms).where(eq(leaseTerms.id, id));
  return row ?? null;
}

/** Keeps a wallet's signature; false where it had signed already. */
export async function insertTermsSignature(tx: Transaction, values: typeof termsSignatures.$inferInsert): Promise<boolean> {
  const rows = await tx.insert(termsSignatures).values(values).onConflictDoNothing().returning({ id: termsSignatures.id });
  return rows.length > 0;
}
