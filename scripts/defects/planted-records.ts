import type { Defect } from "./defect.ts";

const chain = "packages/chain/src";
const records = "apps/server/src/features/records";
const checking = `${records}/records.int.test.ts`;

/** Records with false content, and records that anybody can create, read or withdraw. */
export const recording: Defect[] = [
  {
    name: "a record counts with the money of another recipient",
    file: `${chain}/record-check.ts`,
    find: "isSame(log.to, to) && ",
    plant: "",
    test: checking,
  },
  {
    name: "a record counts with another amount than the chain's",
    file: `${chain}/record-check.ts`,
    find: " && log.units === BigInt(units)",
    plant: "",
    test: checking,
  },
  {
    name: "one transfer pays as many charges as a record likes",
    file: `${chain}/record-check.ts`,
    find: " || parts.some(({ transfer }) => spent.has(transfer))",
    plant: "",
    test: checking,
  },
  {
    name: "a charge is proven by terms that nobody signed",
    file: `${chain}/record-check.ts`,
    find: "deriveBinding(reference, chainId) === transfer.nonce",
    plant: "reference !== transfer.nonce",
    test: checking,
  },
  {
    name: "terms count as signed by a wallet that did not sign them",
    file: `${chain}/record-check.ts`,
    find: "if (found !== null && isSame(found, signer)) return true;",
    plant: "if (found !== null) return true;",
    test: checking,
  },
  {
    name: "terms count as signed by the wallet that was paid, whoever signed",
    file: `${chain}/record-check.ts`,
    find: '? "payee" : "other"',
    plant: '? "payee" : "payee"',
    test: checking,
  },
  {
    name: "anybody's wallet signs a landlord's terms",
    file: "apps/server/src/features/rent/leases/sign-terms.service.ts",
    find: "if (!(await signersOf(deps.db, merchant)).some((one) => sameAddress(one, address)))",
    plant: "if (address === lease.id)",
    test: checking,
  },
  {
    name: "a record says itself when it was paid",
    file: `${chain}/record-check.ts`,
    find: 'if (isPaid && paidAt !== lastTime(record, charge)) return "false";',
    plant: "",
    test: checking,
  },
  {
    name: "a transfer whose block left the chain counts",
    file: `${chain}/record-check.ts`,
    find: 'block.hash === transfer.blockHash ? "missing" : "reorganised"',
    plant: '"found"',
    test: checking,
  },
  {
    name: "a node that is away makes a record false",
    file: `${chain}/record-check.ts`,
    find: '["away", "behind", "contradiction"].includes(finding))) return "unsure"',
    plant: '["away", "behind", "contradiction"].includes(finding))) return "false"',
    test: checking,
  },
  {
    name: "a field of a record is not part of what is signed",
    file: `${chain}/record-typed-data.ts`,
    find: '    { name: "paidAt", type: "uint64" },\n',
    plant: "",
    test: `${chain}/record-signing.test.ts`,
  },
  {
    name: "any key signs records",
    file: `${chain}/record-signing.ts`,
    find: "if (!isPublished)",
    plant: "if (!isPublished && chainId === 0)",
    test: `${chain}/record-signing.test.ts`,
  },
  {
    name: "a key that was replaced goes on counting",
    file: `${chain}/record-keys.ts`,
    find: "(until === null || issuedAt < until)",
    plant: "(until === null || issuedAt > 0)",
    test: `${chain}/record-keys.test.ts`,
  },
  {
    name: "anybody takes a tenant's link back",
    file: `${records}/records.repo.ts`,
    find: ".where(and(eq(rentRecords.id, id), eq(rentRecords.userId, userId)))",
    plant: ".where(and(eq(rentRecords.id, id)))",
    test: checking,
  },
];
