import { checkRecord, findingsAgree, type RecordFindings } from "@hearth/chain/record-check";
import { type SignerStatus, signerStatus } from "@hearth/chain/record-keys";
import { openRecordNode } from "@hearth/chain/record-node";
import { hasValidSignature } from "@hearth/chain/record-typed-data";
import type { RecordNodes } from "@hearth/domain/records/inputs";
import type { RecordDocument } from "@hearth/domain/records/signed-record";

/** Result of checking a record with nodes. */
export interface Checked {
  findings: RecordFindings;
  /** True if the second node agrees. Null if none was asked, or if it did not answer. */
  agrees: boolean | null;
}

/** Result of checking a document's signature: its signer, broken, or unchecked. */
export type SignatureStanding = SignerStatus | "broken" | "unchecked";

/** Checks a document's signature and identifies the signer. */
export async function readSignature(document: RecordDocument): Promise<SignatureStanding> {
  const { signer, record } = document;
  try {
    return (await hasValidSignature(document)) ? signerStatus(signer, record) : "broken";
  } catch {
    return "unchecked";
  }
}

/** Checks each transfer of a record with the visitor's own nodes only. */
export async function checkDocument({ record }: RecordDocument, { node, other }: RecordNodes): Promise<Checked> {
  const findings = await checkRecord(record, openRecordNode(node));
  if (other === "" || findings.trouble !== null) return { findings, agrees: null };
  const second = await checkRecord(record, openRecordNode(other));
  return { findings, agrees: second.trouble === null ? findingsAgree(findings, second) : null };
}
