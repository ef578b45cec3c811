import type { AgreementFinding, ChargeFinding, NodeTrouble, TransferFinding } from "@hearth/chain/record-check";
import type { ChargeTimeliness } from "@hearth/domain/records/timeliness";
import type { SignatureStanding } from "./check-document.ts";

type Tone = "good" | "bad" | "waiting" | "info";

/** Message about a document, by its signature and signer. */
export const signatureWords: Record<SignatureStanding, { tone: Tone; title: string; text: string }> = {
  broken: {
    tone: "bad",
    title: "This file was changed after it was signed",
    text: "The signature does not belong to what the file says. Believe nothing in it, and ask for the original.",
  },
  unchecked: {
    tone: "waiting",
    title: "The signature could not be checked",
    text: "A part of this page did not arrive. Please open the page again while you are connected, and add the file once more.",
  },
  unknown: {
    tone: "bad",
    title: "Hearth did not sign this file",
    text: "The signature is whole, but the key is none of Hearth's for this network and time. Anyone could have made it.",
  },
  demo: {
    tone: "waiting",
    title: "Signed with the key of demonstrations",
    text: "Everyone knows this key, so the signature proves nothing. You can still check the transfers below.",
  },
  retired: {
    tone: "good",
    title: "Signed by Hearth",
    text: "With a key that has been replaced since. It was in use when the file was signed.",
  },
  known: { tone: "good", title: "Signed by Hearth", text: "Nothing in the file was changed since." },
};

export const troubleWords: Record<NodeTrouble, string> = {
  away: "The node did not answer, so nothing was checked. Please look at its address, or try another node.",
  otherChain: "This node belongs to another network than the record. Please enter a node of the network named above.",
};

export const transferWords: Record<TransferFinding, string> = {
  found: "On the chain, as the record says",
  recent: "On the chain; its block is new and could still be reversed",
  moved: "On the chain in another block than the record says, so the time is another",
  reorganised: "Not on the chain: its block was reversed by a reorganization",
  missing: "Not on the chain: its block never held it",
  different: "The transaction is there and moved other money",
  contradiction: "The node's answers contradict each other. Please try another one",
  behind: "The node has not read so far yet",
  away: "The node did not answer",
};

export const chargeWords: Record<ChargeFinding, string> = {
  proven: "Proven: the payer signed for this bill, and the chain has the time",
  agreed: "Paid on the chain; the wallet that was paid signed when it was due",
  paid: "Paid on the chain; the due date is Hearth's word",
  stated: "Stated by the landlord or Hearth, with no transfer behind all of it",
  unsure: "Could not be checked",
  false: "False: the chain or the record itself says otherwise",
};

export const agreementWords: Record<AgreementFinding, string> = {
  payee: "Signed by a wallet that these transfers paid",
  other: "Signed by this wallet; that it is the landlord's is Hearth's word",
  different: "Signed, and a charge of this record says otherwise",
  unsigned: "This wallet did not sign that",
  unsure: "Only a node can tell whether this wallet signed",
};

export const standingWords: Record<ChargeTimeliness, string> = {
  onTime: "On time",
  late: "Late",
  notDue: "Not due yet",
  open: "Open",
};

/** Messages about a file without a record. */
export const fileWords: Record<"pdfWithoutRecord" | "unreadable" | "noRecord", { title: string; text: string }> = {
  pdfWithoutRecord: {
    title: "This PDF carries no signed record",
    text: "Receipts that Hearth makes carry one. A printed, scanned or newly saved copy loses it. Please ask for the original file, or for the link.",
  },
  unreadable: { title: "This file could not be read", text: "Please add it once more. If it is in a cloud folder, download it first." },
  noRecord: {
    title: "This file is no rent record or signed receipt of Hearth's",
    text: "Please add the PDF of a receipt, or the .json file of a rent record.",
  },
};
