import type { RecordCharge, RecordDocument } from "@hearth/domain/records/signed-record";
import { expect, it } from "vitest";
import { toPaperRecord } from "./paper-record.ts";

const seconds = (iso: string) => Date.parse(iso) / 1_000;

function charge(dueOn: string, changes: Partial<RecordCharge>): RecordCharge {
  const dueAt = seconds(`${dueOn}T06:00:00Z`);
  return {
    kind: "rent",
    description: `Rent due ${dueOn}`,
    dueOn,
    dueAt,
    lateFrom: dueAt + 86_400,
    cents: 145_000,
    paidAt: 0,
    daysLate: 0,
    parts: [],
    otherCents: 0,
    terms: [],
    ...changes,
  };
}

it("prints the record's own figures, with days in the zone of the lease and how late each charge was paid", () => {
  const document: RecordDocument = {
    format: "hearth-record-1",
    record: {
      kind: "rentRecord",
      id: `0x${"1".repeat(64)}`,
      issuedAt: seconds("2026-12-03T18:00:00Z"),
      chainId: 8_453,
      token: `0x${"2".repeat(40)}`,
      tenant: "Maya Okafor",
      landlord: "",
      place: "",
      description: "",
      timeZone: "America/Chicago",
      from: "2026-09-01",
      to: "2027-01-31",
      transfers: [],
      charges: [
        // Evening in Chicago, the next day in UTC
        charge("2026-09-01", { paidAt: seconds("2026-09-02T03:00:00Z"), parts: [{ transfer: 0, cents: 145_000 }] }),
        charge("2026-10-01", {
          paidAt: seconds("2026-10-04T15:00:00Z"),
          daysLate: 3,
          parts: [{ transfer: 1, cents: 45_000 }],
          otherCents: 100_000,
        }),
        charge("2026-11-01", { otherCents: 20_000 }),
        charge("2027-01-01", {}),
      ],
    },
    signer: `0x${"3".repeat(40)}`,
    signature: `0x${"4".repeat(130)}`,
    jws: "",
  };
  const { facts, charges, signed } = toPaperRecord(document, "https://hearth.example/verify");
  expect(charges.map(({ cents, paidCents, outsideCents, paidOn, standing }) => [cents, paidCents, outsideCents, paidOn, standing])).toEqual(
    [
      [145_000, 145_000, 0, "2026-09-01", "On time"],
      [145_000, 145_000, 100_000, "2026-10-04", "3 days late"],
      [145_000, 20_000, 20_000, null, "Past due"],
      [145_000, 0, 0, null, "Not due yet"],
    ],
  );
  expect(facts.map(({ label, value }) => `${label}: ${value}`)).toEqual([
    "Tenant: Maya Okafor",
    "Paid on time: 1",
    "Paid late: 1, of which 0 by 30 days or more",
    "Past due: 1",
    "Created: Dec 3, 2026, 12:00 PM CST",
    "Time zone: Central Time (Chicago)",
  ]);
  expect(signed.checkedAt).toBe("https://hearth.example/verify");
});
