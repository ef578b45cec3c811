import type { DatabaseOrTransaction, Transaction } from "@hearth/db/client";
import { leaseTerms } from "@hearth/db/schema/lease-terms";
import { termsSignatures } from "@hearth/db/schema/terms-signatures";
import { asc, eq, inArray } from "drizzle-orm";
import type { LeaseTermsRow } from "./lease-rows.repo.ts";

export type TermsSignatureRow = typeof termsSignatures.$inferSelect;

/** Terms with the newest wallet signature, or null. */
export interface SignedTermsRow extends LeaseTermsRow {
  signed: TermsSignatureRow | null;
}

/** The versions of these leases' terms, the oldest first, each with its newest signature. */
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

/** Stores a wallet's signature. Returns false where it has signed already. */
export async function insertTermsSignature(tx: Transaction, values: typeof termsSignatures.$inferInsert): Promise<boolean> {
  const rows = await tx.insert(termsSignatures).values(values).onConflictDoNothing().returning({ id: termsSignatures.id });
  return rows.length > 0;
}
