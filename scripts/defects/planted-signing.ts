import type { Defect } from "./defect.ts";

const signer = "packages/chain/src/relay-signer.ts";
const signing = "apps/simulator/src/relay-signer.int.test.ts";

/** A remote signer whose answer is trusted unchecked. */
export const remoteSigning: Defect[] = [
  {
    name: "broadcasts a remote signer's transaction unchecked",
    file: signer,
    find: "await requireSame(signed, address, transaction);",
    plant: "void requireSame;",
    test: signing,
  },
  {
    name: "lets a remote signer send the relayer's money elsewhere",
    file: signer,
    find: 'isAddressEqual(to ?? "0x0000000000000000000000000000000000000000", request.to) &&',
    plant: "",
    test: signing,
  },
  {
    name: "accepts a remote signer's signature by another key",
    file: signer,
    find: "if (isSame && isAddressEqual(await recoverTransactionAddress({ serializedTransaction: raw }), address)) return;",
    plant: "if (isSame) return void recoverTransactionAddress;",
    test: signing,
  },
];
