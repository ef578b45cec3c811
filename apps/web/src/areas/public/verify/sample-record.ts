import type { RecordDocument } from "@hearth/domain/records/signed-record";

/** Receipt of a payment that nobody made, signed with the key of demonstrations. */
export const sampleRecord: RecordDocument = {
  format: "hearth-record-1",
  record: {
    kind: "receipt",
    id: "0x5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a",
    issuedAt: 1793520060,
    chainId: 84532,
    token: "0x036CbD53842c5426634e7929541eC2318f3dCF7e",
    tenant: "Maya Okafor",
    landlord: "Juniper Court",
    place: "",
    description: "Rent for November 2026",
    timeZone: "UTC",
    from: "2026-11-01",
    to: "2026-11-01",
    transfers: [
      {
        txHash: "0xa90c6b1f4e27d3580b96c7e1a4f2d8853b60e9c471aa5df21c8e3790b5d4f6e2",
        logIndex: 4,
        blockNumber: 41250310,
        blockHash: "0x1d7c52e9b0a3f84667e1c09d2ab835f4d9067ce1b32f58a41e70d9c6385ba2f7",
        time: 1793520000,
        from: "0x3f5ce5fbfe3e9af3971dd833d26ba9b5c936f0be",
        to: "0x8ba1f109551bd432803012645ac136ddd64dba72",
        units: "1450000000",
        nonce: "0x0000000000000000000000000000000000000000000000000000000000000000",
      },
    ],
    charges: [],
  },
  signer: "0xa0Ee7A142d267C1f36714E4a8F75612F20a79720",
  signature:
    "0x3fdc651a24486635e53fad1c08e1bbb4fa6c893ddc03b918d57f169bcd9c1ee8629347b8b329007cc6c814e502e4ea17a297f022e4e8e540e00e0d05f682671d1b",
  jws: "",
};
