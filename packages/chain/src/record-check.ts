import { centsToUsdcUnits, usdcUnitsToWholeCents } from "@hearth/domain/money";
import { daysLateOf } from "@hearth/domain/records/timeliness";
import type { RecordAgreement, RecordCharge, RecordTransfer, SignedRecord } from "@hearth/domain/records/signed-record";
import { compareWithTerms } from "@hearth/domain/rent/lease-terms";
import { type Hex, recoverTypedDataAddress, zeroHash } from "viem";
import { deriveBinding } from "./binding.ts";
import { scheduledPaymentReference } from "./scheduled-payment-reference.ts";
import type { NodeReceipt, RecordNode } from "./record-node.ts";
import { termsTypedData } from "./terms-typed-data.ts";

/** Reasons why a node cannot check a record at all: it is away, or serves another chain. */
export type NodeTrouble = "away" | "otherChain";

/**
 * Result of checking a transfer at a node:
 *
 * - `found`: exactly as the record says;
 * - `recent`: found, but its block may still be reorganised;
 * - `moved`: the same transfer, in another block than the record says;
 * - `reorganised`: its block left the chain, and it did not come back;
 * - `missing`: the block is there, and never held it;
 * - `different`: the transaction moved other money;
 * - `contradiction`: the node's answers exclude each other;
 * - `behind`: the node has not reached the block;
 * - `away`: the node stopped answering.
 */
export type TransferFinding = "found" | "recent" | "moved" | "reorganised" | "missing" | "different" | "contradiction" | "behind" | "away";

/**
 * Result of checking a charge:
 *
 * - `proven`: the payer's own signature committed to the bill, and the chain has the time;
 * - `agreed`: the chain has the money and the time, and the paid wallet signed when it was due;
 * - `paid`: like `agreed`, but the due day is only Hearth's statement;
 * - `stated`: it relies on Hearth's statement, such as a payment that the landlord recorded from elsewhere;
 * - `unsure`: its transfers could not be checked;
 * - `false`: it contradicts the chain or itself.
 */
export type ChargeFinding = "proven" | "agreed" | "paid" | "stated" | "unsure" | "false";

/**
 * Result of checking terms that a landlord's wallet signed:
 *
 * - `payee`: a transfer of the record paid that wallet, so only the landlord can have signed;
 * - `other`: it signed, but only Hearth states that it is the landlord's;
 * - `different`: it signed, but a charge of the record deviates from the terms;
 * - `unsigned`: the signature is not that wallet's;
 * - `unsure`: only a node can tell, and none did.
 */
export type AgreementFinding = "payee" | "other" | "different" | "unsigned" | "unsure";

export interface RecordFindings {
  trouble: NodeTrouble | null;
  transfers: TransferFinding[];
  charges: ChargeFinding[];
  agreements: AgreementFinding[];
}

const zeroNonce: Hex = zeroHash;
/** Days with a clock change have 23 to 25 hours. */
const dayRange = { least: 22 * 3_600, most: 26 * 3_600 };

/** Checks a record against one node: each transfer it names, and the result for each charge. Never rejects. */
export async function checkRecord(record: SignedRecord, node: RecordNode): Promise<RecordFindings> {
  const trouble = await retryHintOf(record, node);
  const transfers: TransferFinding[] = [];
  // Sequential, because public nodes refuse many concurrent calls.
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
  if (!isOneZone || record.charges.some((charge) => compareWithTerms(charge, agreement) === "not")) return "different";
  return record.transfers.some(({ to }) => isSame(to, agreement.signer)) ? "payee" : "other";
}

/** A key's signature is checked without a node, a contract's needs one. Null if the contract could not be asked. */
async function hasSigned({ chainId }: SignedRecord, agreement: RecordAgreement, node: RecordNode | null): Promise<boolean | null> {
  const { terms, signer, signature } = agreement;
  const typedData = termsTypedData(terms, chainId);
  const found = await recoverTypedDataAddress({ ...typedData, signature }).catch(() => null);
  if (found !== null && isSame(found, signer)) return true;
  return node === null ? null : node.hasSigned(signer, typedData, signature).catch(() => null);
}

async function retryHintOf({ chainId }: SignedRecord, node: RecordNode): Promise<NodeTrouble | null> {
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
  // A block's hash covers its time, so the same block with another time cannot exist.
  if (block.time !== transfer.time) return "contradiction";
  const final = await node.finalBlock().catch(() => null);
  return final !== null && final < transfer.blockNumber ? "recent" : "found";
}

function hasTransfer({ logIndex, from, to, units, nonce, blockHash }: RecordTransfer, receipt: NodeReceipt): boolean {
  const isSameBlock = receipt.blockHash === blockHash;
  const hasMoved = receipt.transfers.some(
    (log) =>
      // In another block its logs have other indexes.
      (!isSameBlock || log.logIndex === logIndex) && isSame(log.from, from) && isSame(log.to, to) && log.units === BigInt(units),
  );
  return hasMoved && (nonce === zeroNonce || receipt.authorizations.some((used) => isSame(used.from, from) && used.nonce === nonce));
}

function isSame(left: string, right: string): boolean {
  return left.toLowerCase() === right.toLowerCase();
}

type Found = Pick<RecordFindings, "transfers" | "agreements">;

/** Derives the result of each charge from those of its transfers and of the landlord's signatures. */
function judgeCharges(record: SignedRecord, found: Found): ChargeFinding[] {
  const spent = overspent(record);
  return record.charges.map((charge) => judgeCharge(record, charge, found, spent));
}

/** Indexes of transfers from which the charges together take more than they moved. */
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

/** True if the wallet that received all of a charge has signed exactly its amount and due day. */
function isAgreed({ agreements = [], transfers }: SignedRecord, charge: RecordCharge, found: Found): boolean {
  return agreements.some(
    (agreement, place) =>
      found.agreements[place] === "payee" &&
      compareWithTerms(charge, agreement) === "exactly" &&
      charge.parts.every(({ transfer }) => isSame(transfers[transfer]?.to ?? "", agreement.signer)),
  );
}

/** True if a charge's own fields are consistent. */
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

/** True if one transfer paid the whole charge by an authorization whose nonce commits to exactly its terms. */
function isCommitted({ chainId, transfers }: SignedRecord, { parts, terms: [terms], cents }: RecordCharge): boolean {
  const [part] = parts;
  const transfer = part && transfers[part.transfer];
  if (terms === undefined || transfer === undefined || parts.length !== 1 || part?.cents !== cents) return false;
  const { leaseId, period, dueAt, payee, salt } = terms;
  const reference = scheduledPaymentReference({ leaseId, period, cents, dueAt: new Date(dueAt * 1_000), payee, salt });
  return (
    deriveBinding(reference, chainId) === transfer.nonce && isSame(transfer.to, payee) && BigInt(transfer.units) === centsToUsdcUnits(cents)
  );
}

/** True if two nodes agree on a record, as far as both answered. */
export function findingsAgree(left: RecordFindings, right: RecordFindings): boolean {
  const isSilent = (finding: TransferFinding | undefined) => finding === undefined || finding === "away" || finding === "behind";
  const settle = (finding: TransferFinding | undefined) => (finding === "recent" ? "found" : finding);
  return left.transfers.every((finding, place) => {
    const other = right.transfers[place];
    return isSilent(finding) || isSilent(other) || settle(finding) === settle(other);
  });
}
