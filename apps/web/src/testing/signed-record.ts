import type { Outputs } from "../lib/trpc.ts";

/** A rent record with an active link. */
export function rentRecord(more: Partial<Outputs["records"]["list"][number]> = {}): Outputs["records"]["list"][number] {
  const url = `${window.location.origin}/verify?record=${"ab".repeat(32)}`;
  return { _id: "rrc_1", startDate: "2026-01-01", endDate: "2026-12-31", charges: 12, url, createdAt: "2026-11-22T10:00:00.000Z", ...more };
}

/** Unsigned terms of a lease. */
export function terms(more: Partial<Outputs["rent"]["mine"][number]["terms"]> = {}): Outputs["rent"]["mine"][number]["terms"] {
  return { _id: "ltm_1", effectiveFrom: "2025-01-01", rent: 1450, dueDay: 1, graceDays: 3, lateFee: null, signed: null, ...more };
}

/** A rent record with one charge and its transfer, signed with the demo key. The transfer is on no chain. */
export const signedRecordFile = {
  format: "hearth-record-1",
  record: {
    kind: "rentRecord",
    id: "0x1111111111111111111111111111111111111111111111111111111111111111",
    issuedAt: 1796100000,
    chainId: 84532,
    token: "0x2222222222222222222222222222222222222222",
    tenant: "Maya Okafor",
    landlord: "Juniper Court",
    place: "",
    description: "",
    timeZone: "America/Chicago",
    from: "2026-11-01",
    to: "2026-11-30",
    transfers: [
      {
        txHash: "0x3333333333333333333333333333333333333333333333333333333333333333",
        logIndex: 4,
        blockNumber: 1000,
        blockHash: "0x5555555555555555555555555555555555555555555555555555555555555555",
        time: 1793520000,
        from: "0x6666666666666666666666666666666666666666",
        to: "0x7777777777777777777777777777777777777777",
        units: "1450000000",
        nonce: "0x0000000000000000000000000000000000000000000000000000000000000000",
      },
    ],
    charges: [
      {
        kind: "rent",
        description: "Rent for November 2026",
        dueOn: "2026-11-01",
        dueAt: 1793509200,
        lateFrom: 1793599200,
        cents: 145000,
        paidAt: 1793520000,
        daysLate: 0,
        parts: [
          {
            transfer: 0,
            cents: 145000,
          },
        ],
        otherCents: 0,
        terms: [],
      },
    ],
  },
  signer: "0xa0Ee7A142d267C1f36714E4a8F75612F20a79720",
  signature:
    "0x69908005dda0de161c0fdacdc0acaaaa504442d7126adb3a0d7d1f95f5fd71286aba3de915afeef34b2fe4ed9fbb9c879e54a1a6e8bf1ebbedcd0ba2f94890ab1c",
  jws: "",
};
