import type { Defect } from "./defect.ts";

const chain = "packages/chain/src";
const records = "apps/server/src/features/records";
const checking = `${records}/records.int.test.ts`;

/** Records with false content, and records that anybody can create, read or withdraw. */
export const recording: Defect[] = [
  {
    name: "prints the days of a rent record in UTC",
    file: `${records}/paper-record.ts`,
    find: "dayIn(new Date(paidAt * 1_000), timeZone)",
    plant: 'dayIn(new Date(paidAt * 1_000), "UTC")',
    test: `${records}/paper-record.test.ts`,
  },
  {
    name: "prints anybody's rent record",
    file: `${records}/records.repo.ts`,
    find: "const isOwn = and(eq(rentRecords.id, id), eq(rentRecords.userId, userId));",
    plant: "const isOwn = eq(rentRecords.id, id);",
    test: checking,
  },
  {
    name: "accepts a record with another recipient's transfer",
    file: `${chain}/record-check.ts`,
    find: "isSame(log.to, to) && ",
    plant: "",
    test: checking,
  },
  {
    name: "accepts a record whose amount differs from the chain",
    file: `${chain}/record-check.ts`,
    find: " && log.units === BigInt(units)",
    plant: "",
    test: checking,
  },
  {
    name: "lets one transfer prove any number of charges",
    file: `${chain}/record-check.ts`,
    find: " || parts.some(({ transfer }) => spent.has(transfer))",
    plant: "",
    test: checking,
  },
  {
    name: "proves a charge by unsigned terms",
    file: `${chain}/record-check.ts`,
    find: "deriveBinding(reference, chainId) === transfer.nonce",
    plant: "reference !== transfer.nonce",
    test: checking,
  },
  {
    name: "accepts terms as signed by a wallet that did not sign them",
    file: `${chain}/record-check.ts`,
    find: "if (found !== null && isSame(found, signer)) return true;",
    plant: "if (found !== null) return true;",
    test: checking,
  },
  {
    name: "reports the paid wallet as the signer of any terms",
    file: `${chain}/record-check.ts`,
    find: '? "payee" : "other"',
    plant: '? "payee" : "payee"',
    test: checking,
  },
  {
    name: "lets any wallet sign a landlord's terms",
    file: "apps/server/src/features/rent/leases/sign-terms.service.ts",
    find: "if (!(await signersOf(deps.db, merchant)).some((signer) => sameAddress(signer, address)))",
    plant: "if (address === lease.id)",
    test: checking,
  },
  {
    name: "trusts the payment time that a record states",
    file: `${chain}/record-check.ts`,
    find: 'if (isPaid && paidAt !== lastTime(record, charge)) return "false";',
    plant: "",
    test: checking,
  },
  {
    name: "accepts a transfer whose block left the chain",
    file: `${chain}/record-check.ts`,
    find: 'block.hash === transfer.blockHash ? "missing" : "reorganised"',
    plant: '"found"',
    test: checking,
  },
  {
    name: "reports a record as false while the node is unavailable",
    file: `${chain}/record-check.ts`,
    find: '["away", "behind", "contradiction"].includes(finding))) return "unsure"',
    plant: '["away", "behind", "contradiction"].includes(finding))) return "false"',
    test: checking,
  },
  {
    name: "leaves a field of a record unsigned",
    file: `${chain}/record-typed-data.ts`,
    find: '    { name: "paidAt", type: "uint64" },\n',
    plant: "",
    test: `${chain}/record-signing.test.ts`,
  },
  {
    name: "accepts records signed by any key",
    file: `${chain}/record-signing.ts`,
    find: "if (!isPublished)",
    plant: "if (!isPublished && chainId === 0)",
    test: `${chain}/record-signing.test.ts`,
  },
  {
    name: "accepts a replaced key",
    file: `${chain}/record-keys.ts`,
    find: "(until === null || issuedAt < until)",
    plant: "(until === null || issuedAt > 0)",
    test: `${chain}/record-keys.test.ts`,
  },
  {
    name: "lets anybody withdraw a tenant's link",
    file: `${records}/records.repo.ts`,
    find: ".where(and(eq(rentRecords.id, id), eq(rentRecords.userId, userId)))",
    plant: ".where(and(eq(rentRecords.id, id)))",
    test: checking,
  },
  {
    name: "makes the PDF of a receipt without its signed record",
    file: "apps/server/src/features/payments/receipt/receipt.service.ts",
    find: "if (deps.recordSigner === null) return null;",
    plant: "if (deps.recordSigner !== null) return null;",
    test: checking,
  },
  {
    name: "reads a PDF's first record instead of its last",
    file: "packages/domain/src/records/record-in-pdf.ts",
    find: ".at(-1)?.[1]",
    plant: ".at(0)?.[1]",
    test: "packages/domain/src/records/record-in-pdf.test.ts",
  },
];
