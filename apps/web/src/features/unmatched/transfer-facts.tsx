import { Description } from "../../ui/description-list.tsx";
import { Hash } from "../../ui/hash.tsx";
import { Time } from "../../ui/moment.tsx";
import { claimant } from "./claims.tsx";
import { type Area, asideWords, type OddTransfer } from "./area.ts";
import { TimeZoneContext } from "../../ui/time-zone.ts";

interface TransferFactsProps {
  area: Area;
  transfer: OddTransfer;
}

/** Facts about a transfer, as rows of a description list. */
export function TransferFacts({ area, transfer }: TransferFactsProps) {
  const { sendBack } = transfer;
  return (
    <TimeZoneContext value={transfer.timeZone}>
      <Description label="What it is">{transferKind(transfer)}</Description>
      <Description label="Payer">{transfer.meantFor?.payer}</Description>
      <Description label="Received">
        <Time at={transfer.receivedAt} shape="minute" />
      </Description>
      <Description label="From wallet">
        <Hash value={transfer.from} shape="detail" what="sender's address" />
      </Description>
      <Description label="Transaction">
        <Hash value={transfer.transactionHash} shape="detail" explorerUrl={transfer.explorerUrl ?? undefined} />
      </Description>
      <Description label={asideWords[area].since}>{transfer.setAsideAt && <Time at={transfer.setAsideAt} shape="minute" />}</Description>
      <Description label="Being sent back since">{sendBack?.status === "begun" && <Time at={sendBack.at} shape="minute" />}</Description>
      <Description label="Sent back">{sendBack?.status === "sentBack" && <Time at={sendBack.at} shape="minute" />}</Description>
      <Description label="Sent back with">
        {sendBack?.transactionHash && (
          <Hash value={sendBack.transactionHash} shape="detail" explorerUrl={sendBack.explorerUrl ?? undefined} />
        )}
      </Description>
    </TimeZoneContext>
  );
}

/** Short text for a list: who claims a transfer, or the payment it most likely belongs to. */
export function likelyFor({ suggestion, claims }: Pick<OddTransfer, "suggestion" | "claims">): string {
  const [claim] = claims;
  const claimText = claim ? `Claimed by ${claimant(claim)}` : suggestion && `${suggestion.payer}, ${suggestion.description}`;
  return claimText ?? "No match";
}

/** Says in a few words why a transfer is unmatched. */
export function transferKind(transfer: Pick<OddTransfer, "verdict" | "meantFor" | "isAttached" | "sendBack">): string {
  return transfer.sendBack?.status === "begun" ? `${kindOf(transfer)}, being sent back` : kindOf(transfer);
}

function kindOf({ verdict, meantFor, isAttached }: Pick<OddTransfer, "verdict" | "meantFor" | "isAttached">): string {
  if (isAttached) return `Attached to ${meantFor?.description ?? "a payment"}${verdict === "short" ? ", which is still short" : ""}`;
  if (verdict === "short") return `Too little for ${meantFor?.description ?? "its payment"}`;
  if (verdict === "duplicate") return `Second transfer for ${meantFor?.description ?? "its payment"}`;
  return "Without a reference";
}

/** Accessible name of a row's link. */
export function oddTransferName(transfer: OddTransfer): string {
  return `${transfer.usdc} USDC, ${transferKind(transfer).toLowerCase()}`;
}
