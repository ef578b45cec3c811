import { checkRecord, doAgree, type RecordFindings } from "@hearth/chain/record-check";
import { type SignerStanding, standingOfSigner } from "@hearth/chain/record-keys";
import { openRecordNode } from "@hearth/chain/record-node";
import { isSignedAsSaid } from "@hearth/chain/record-typed-data";
import type { RecordNodes } from "@hearth/domain/records/inputs";
import type { RecordDocument } from "@hearth/domain/records/signed-record";

/** What nodes say of a record. */
export interface Checked {
  findings: RecordFindings;
  /** Whether the second node says the same; null where none was asked, or it did not answer. */
  agrees: boolean | null;
}

/** What is known of a document's signature: whose it is, that it is broken, or that it could not be checked. */
export type SignatureStanding = SignerStanding | "broken" | "unchecked";

/** Who signed a document, or that its signature is broken or could not be checked. */
export async function readSignature(document: RecordDocument): Promise<SignatureStanding> {
  const { signer, record } = document;
  try {
    return (await isSignedAsSaid(document)) ? standingOfSigner(signer, record) : "broken";
  } catch {
    return "unchecked";
  }
}

/** Asks the visitor's own nodes about each transfer of a record, and nobody else. */
export async function checkDocument({ record }: RecordDocument, { node, other }: RecordNodes): Promise<Checked> {
  const findings = await checkRecord(record, openRecordNode(node));
  if (other === "" || findings.trouble !== null) return { findings, agrees: null };
  const second = await checkRecord(record, openRecordNode(other));
  return { findings, agrees: second.trouble === null ? doAgree(findings, second) : null };
}
