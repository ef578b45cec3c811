import { centsToUsdcUnits, usdcUnitsToWholeCents } from "@hearth/domain/money";
import { daysLateOf } from "@hearth/domain/records/standing";
import type { RecordAgreement, RecordCharge, RecordTransfer, SignedRecord } from "@hearth/domain/records/signed-record";
import { holdsTo } from "@hearth/domain/rent/lease-terms";
import { type Hex, recoverTypedDataAddress, zeroHash } from "viem";
import { deriveBinding } from "./binding.ts";
import { chequeReference } from "./cheque-reference.ts";
import type { NodeReceipt, RecordNode } from "./record-node.ts";
import { termsTypedData } from "./terms-typed-data.ts";

/** Why a node could say nothing of a record at all: it is away, or speaks for another chain. */
export type NodeTrouble = "away" | "otherChain";

/**
 * What a node says of a transfer. Found: exactly as the record says. Recent: found, but its block may still be taken back. Moved: the same transfer, in
 * another block than the record says. Reorganised: its block left the chain, and it did not come back. Missing: the block is there, and never held it.
 * Different: the transaction moved other money. Contradiction: the node says two things that cannot both be. Behind: the node has not read so far.
 * Away: it stopped answering.
 */
export type TransferFinding = "found" | "recent" | "moved" | "reorganised" | "missing" | "different" | "contradiction" | "behind" | "away";

/**
 * How far a charge's standing is proven. Proven: the payer's own signature committed to the bill and the chain has the time. Agreed: the chain has the money
 * and the time, and the wallet that was paid signed when it was due. Paid: the same, and Hearth says when it was due. Stated: it rests on Hearth's word, such as what the landlord says came another way. Unsure: its
 * transfers could not be seen. False: it contradicts the chain or itself.
 */
export type ChargeFinding = "proven" | "agreed" | "paid" | "stated" | "unsure" | "false";

/**
 * What is found of terms that a landlord's wallet signed. Payee: that wallet was paid by a transfer of the record, so that nobody but the landlord can have
 * signed. Other: it signed, and that it is the landlord's is Hearth's word. Different: it signed, and a charge of the record is other than it says. Unsigned:
 * the signature is not that wallet's. Unsure: only a node can tell, and none did.
 */
export type AgreementFinding = "payee" | "other" | "different" | "unsigned" | "unsure";

export interface RecordFindings {
  trouble: NodeTrouble | null;
  transfers: TransferFinding[];
  charges: ChargeFinding[];
  agreements: AgreementFinding[];
}

const zeroNonce: Hex = zeroHash;
/** Days where clocks are set have 23 to 25 hours. */
const dayRange = { least: 22 * 3_600, most: 26 * 3_600 };

/** Holds a record against one node: each transfer it names, and what follows for each charge. Never rejects. */
export async function checkRecord(record: SignedRecord, node: RecordNode): Promise<RecordFindings> {
  const trouble = await troubleOf(record, node);
  const transfers: TransferFinding[] = [];
  // One after the other: public nodes refuse many calls at once.
  for (const transfer of record.transfers) transfers.push(trouble === null ? await checkTransfer(record, transfer, node) : "away");
  const agreements: AgreementFinding[] = [];
  for (const agreement of record.agreements ?? []) agreements.push(await checkAgreement(record, agreement, trouble === null ? node : null));
  return { trouble, transfers, charges: judgeCharges(record, { transfers, agreements }), agreements };
}

async function checkAgreement(record: SignedRecord, agreement: RecordAgreement, node: RecordNode | null): Promise<AgreementFinding> {
  const isSigned = await hasSigned(record, agreement, node);
  if (isSigned === null) return "unsure";
  if (!isSigned) return "unsigned";
  const isOneZone = agreement.terms.timeZone === record.timeZone;
  if (!isOneZone || record.charges.some((charge) => holdsTo(charge, agreement) === "not")) return "different";
  return record.transfers.some(({ to }) => isSame(to, agreement.signer)) ? "payee" : "other";
}

/** A key's signature is found without a node; what a contract says of one is not. Null where that could not be asked. */
async function hasSigned({ chainId }: SignedRecord, agreement: RecordAgreement, node: RecordNode | null): Promise<boolean | null> {
  const { terms, signer, signature } = agreement;
  const typedData = termsTypedData(terms, chainId);
  const found = await recoverTypedDataAddress({ ...typedData, signature }).catch(() => null);
  if (found !== null && isSame(found, signer)) return true;
  return node === null ? null : node.hasSigned(signer, typedData, signature).catch(() => null);
}

async function troubleOf({ chainId }: SignedRecord, node: RecordNode): Promise<NodeTrouble | null> {
  try {
    return (await node.chainId()) === chainId ? null : "otherChain";
  } catch {
    return "away";
  }
}

async function checkTransfer({ token }: SignedRecord, transfer: RecordTransfer, node: RecordNode): Promise<TransferFinding> {
  try {
    const receipt = await node.receipt(transfer.txHash, token);
    return receipt === null ? await whyMissing(transfer, node) : await compare(transfer, receipt, node);
  } catch {
    return "away";
  }
}

async function whyMissing(transfer: RecordTransfer, node: RecordNode): Promise<TransferFinding> {
  if ((await node.newestBlock()) < transfer.blockNumber) return "behind";
  const block = await node.block(transfer.blockNumber);
  if (block === null) return "contradiction";
  return block.hash === transfer.blockHash ? "missing" : "reorganised";
}

async function compare(transfer: RecordTransfer, receipt: NodeReceipt, node: RecordNode): Promise<TransferFinding> {
  if (!receipt.isSuccess || !hasTransfer(transfer, receipt)) return "different";
  const block = await node.block(receipt.blockNumber);
  if (block === null || block.hash !== receipt.blockHash || block.number !== receipt.blockNumber) return "contradiction";
  if (block.hash !== transfer.blockHash || block.number !== transfer.blockNumber) return "moved";
  // A hash stands for all of its block, the time among it: the same block of another time does not exist.
  if (block.time !== transfer.time) return "contradiction";
  const final = await node.finalBlock().catch(() => null);
  return final !== null && final < transfer.blockNumber ? "recent" : "found";
}

function hasTransfer({ logIndex, from, to, units, nonce, blockHash }: RecordTransfer, receipt: NodeReceipt): boolean {
  const isSameBlock = receipt.blockHash === blockHash;
  const hasMoved = receipt.transfers.some(
    (log) =>
      // In another block its logs have other places.
      (!isSameBlock || log.logIndex === logIndex) && isSame(log.from, from) && isSame(log.to, to) && log.units === BigInt(units),
  );
  return hasMoved && (nonce === zeroNonce || receipt.authorizations.some((used) => isSame(used.from, from) && used.nonce === nonce));
}

function isSame(left: string, right: string): boolean {
  return left.toLowerCase() === right.toLowerCase();
}

type Found = Pick<RecordFindings, "transfers" | "agreements">;

/** What follows for each charge from what was found of the transfers and of what the landlord signed. */
function judgeCharges(record: SignedRecord, found: Found): ChargeFinding[] {
  const spent = overspent(record);
  return record.charges.map((charge) => judgeCharge(record, charge, found, spent));
}

/** The places of transfers that the charges together take more from than they moved. */
function overspent({ charges, transfers }: SignedRecord): Set<number> {
  const used = new Map<number, number>();
  for (const { transfer, cents } of charges.flatMap(({ parts }) => parts)) used.set(transfer, (used.get(transfer) ?? 0) + cents);
  const tooMuch = [...used].filter(([place, cents]) => cents > usdcUnitsToWholeCents(BigInt(transfers[place]?.units ?? 0)));
  return new Set(tooMuch.map(([place]) => place));
}

function judgeCharge(record: SignedRecord, charge: RecordCharge, found: Found, spent: Set<number>): ChargeFinding {
  const { parts, otherCents, cents, paidAt } = charge;
  if (!isPlausible(record, charge) || parts.some(({ transfer }) => spent.has(transfer))) return "false";
  const findings = parts.map(({ transfer }) => found.transfers[transfer] ?? "different");
  if (findings.some((finding) => ["missing", "different", "reorganised", "moved"].includes(finding))) return "false";
  if (findings.some((finding) => ["away", "behind", "contradiction"].includes(finding))) return "unsure";
  if (parts.length === 0) return "stated";
  if (otherCents > 0) return "stated";
  const sum = parts.reduce((total, part) => total + part.cents, 0);
  const isPaid = sum === cents;
  if (isPaid !== paidAt > 0) return "false";
  if (isPaid && paidAt !== lastTime(record, charge)) return "false";
  if (isPaid && isCommitted(record, charge)) return "proven";
  return isAgreed(record, charge, found) ? "agreed" : "paid";
}

/** Whether the wallet that all of a charge was paid to has signed exactly what was due and when. */
function isAgreed({ agreements = [], transfers }: SignedRecord, charge: RecordCharge, found: Found): boolean {
  return agreements.some(
    (agreement, place) =>
      found.agreements[place] === "payee" &&
      holdsTo(charge, agreement) === "exactly" &&
      charge.parts.every(({ transfer }) => isSame(transfers[transfer]?.to ?? "", agreement.signer)),
  );
}

/** Whether what a charge says of itself fits together. */
function isPlausible({ timeZone }: SignedRecord, charge: RecordCharge): boolean {
  const { parts, otherCents, cents, dueAt, lateFrom, daysLate, terms } = charge;
  const day = lateFrom - dueAt;
  if (day < dayRange.least || day > dayRange.most) return false;
  if (parts.reduce((total, part) => total + part.cents, otherCents) > cents) return false;
  if (terms.some((signed) => signed.dueAt !== dueAt || signed.cents !== cents)) return false;
  return daysLateOf(charge, timeZone) === daysLate;
}

function lastTime({ transfers }: SignedRecord, { parts }: RecordCharge): number {
  return Math.max(...parts.map(({ transfer }) => transfers[transfer]?.time ?? 0));
}

/** Whether one transfer paid all of a charge by an authorization whose nonce commits to exactly its terms. */
function isCommitted({ chainId, transfers }: SignedRecord, { parts, terms: [terms], cents }: RecordCharge): boolean {
  const [part] = parts;
  const transfer = part && transfers[part.transfer];
  if (terms === undefined || transfer === undefined || parts.length !== 1 || part?.cents !== cents) return false;
  const { leaseId, period, dueAt, payee, salt } = terms;
  const reference = chequeReference({ leaseId, period, cents, dueAt: new Date(dueAt * 1_000), payee, salt });
  return (
    deriveBinding(reference, chainId) === transfer.nonce && isSame(transfer.to, payee) && BigInt(transfer.units) === centsToUsdcUnits(cents)
  );
}

/** Whether two nodes say the same of a record, where both answered. */
export function doAgree(left: RecordFindings, right: RecordFindings): boolean {
  const isSilent = (finding: TransferFinding | undefined) => finding === undefined || finding === "away" || finding === "behind";
  const settle = (finding: TransferFinding | undefined) => (finding === "recent" ? "found" : finding);
  return left.transfers.every((finding, place) => {
    const other = right.transfers[place];
    return isSilent(finding) || isSilent(other) || settle(finding) === settle(other);
  });
}
