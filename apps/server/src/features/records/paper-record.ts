import { formatMoment } from "@hearth/domain/moment";
import { dayIn } from "@hearth/domain/rent/calendar";
import { toPdfProperty } from "@hearth/domain/records/record-in-pdf";
import type { RecordCharge, RecordDocument } from "@hearth/domain/records/signed-record";
import { sumUpRecord, timelinessOf } from "@hearth/domain/records/timeliness";
import { zoneName } from "@hearth/domain/zone-name";

interface PaperCharge {
  dueOn: string;
  description: string;
  cents: number;
  paidCents: number;
  /** The part of `paidCents` that the landlord reported as received outside Hearth. */
  outsideCents: number;
  /** The day of the last part in the lease's time zone; null while something is open. */
  paidOn: string | null;
  standing: string;
}

/** A signed rent record's texts and figures, ready to print. Amounts are in cents. */
export interface PaperRecord {
  from: string;
  to: string;
  /** Labels and values. The caller leaves out what the tenant did not show. */
  facts: readonly { label: string; value: string }[];
  charges: readonly PaperCharge[];
  /** The signed record that the file carries, and the page that checks it. */
  signed: { property: string; checkedAt: string };
}

/** Prints a signed record: the figures that the record itself holds, with days in the lease's time zone. */
export function toPaperRecord(document: RecordDocument, checkedAt: string): PaperRecord {
  const { from, to, tenant, landlord, place, timeZone, issuedAt, charges } = document.record;
  const { onTime, late, late30, open } = sumUpRecord(document.record);
  const facts = [
    { label: "Tenant", value: tenant },
    { label: "Landlord", value: landlord },
    { label: "Address", value: place },
    { label: "Paid on time", value: String(onTime) },
    { label: "Paid late", value: late === 0 ? "0" : `${late}, of which ${late30} by 30 days or more` },
    { label: "Past due", value: String(open) },
    { label: "Created", value: formatMoment(new Date(issuedAt * 1_000), "minute", timeZone) },
    { label: "Time zone", value: zoneName(timeZone) },
  ];
  return {
    from,
    to,
    facts: facts.filter(({ value }) => value !== ""),
    charges: charges.map((charge) => paperCharge(charge, { issuedAt, timeZone })),
    signed: { property: toPdfProperty(document), checkedAt },
  };
}

function paperCharge(charge: RecordCharge, { issuedAt, timeZone }: { issuedAt: number; timeZone: string }): PaperCharge {
  const { dueOn, description, cents, parts, otherCents, paidAt } = charge;
  return {
    dueOn,
    description,
    cents,
    paidCents: parts.reduce((sum, part) => sum + part.cents, otherCents),
    outsideCents: otherCents,
    paidOn: paidAt === 0 ? null : dayIn(new Date(paidAt * 1_000), timeZone),
    standing: standingOf(charge, issuedAt),
  };
}

function standingOf(charge: RecordCharge, issuedAt: number): string {
  const standing = timelinessOf(charge, issuedAt);
  if (standing === "late") return charge.daysLate === 1 ? "1 day late" : `${charge.daysLate} days late`;
  return { onTime: "On time", notDue: "Not due yet", open: "Past due" }[standing];
}
