import { networks } from "@hearth/chain/networks";
import type { RecordDocument } from "@hearth/domain/records/signed-record";
import { sumUpRecord } from "@hearth/domain/records/standing";
import { dayWords } from "../../../features/rent/due.ts";
import { Description, DescriptionList } from "../../../ui/description-list.tsx";
import { Card } from "../../../ui/page.tsx";
import { writeTime } from "./write-time.ts";

/** What a record says of itself: who, which days, and how much of it was on time. */
export function RecordFacts({ document: { record, signer } }: { document: RecordDocument }) {
  const { kind, tenant, landlord, place, description, from, to, issuedAt, timeZone, chainId } = record;
  const { onTime, late, late30, open } = sumUpRecord(record);
  const names = Object.values(networks).filter((network) => network.chainId === chainId);
  return (
    <Card>
      <DescriptionList>
        <Description label="What">{kind === "receipt" ? "Receipt of a payment" : "Rent record"}</Description>
        <Description label="Paid by">{tenant}</Description>
        <Description label="Paid to">{landlord}</Description>
        <Description label="Where">{place}</Description>
        <Description label="Description">{description}</Description>
        <Description label="Days">{from === to ? dayWords(from) : `${dayWords(from)} to ${dayWords(to)}`}</Description>
        {kind === "rentRecord" && (
          <>
            <Description label="Paid on time">{String(onTime)}</Description>
            <Description label="Paid late">{late === 0 ? "0" : `${late}, of which ${late30} by 30 days or more`}</Description>
            <Description label="Open">{String(open)}</Description>
          </>
        )}
        <Description label="Signed">{writeTime(issuedAt, timeZone)}</Description>
        <Description label="Signed by">{signer}</Description>
        <Description label="Network">{names.map(({ label }) => label).join(" or ") || `Chain ${chainId}`}</Description>
      </DescriptionList>
    </Card>
  );
}
