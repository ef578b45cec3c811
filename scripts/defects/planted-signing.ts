import type { Defect } from "./defect.ts";

const signer = "packages/chain/src/relay-signer.ts";
const signing = "apps/simulator/src/relay-signer.int.test.ts";

/** A remote signer whose answer is trusted unchecked. */
export const remoteSigning: Defect[] = [
  {
    name: "what a remote signer answers is sent unread",
    file: signer,
    find: "await requireSame(signed, address, transaction);",
    plant: "void requireSame;",
    test: signing,
  },
  {
    name: "a remote signer may send the relayer's money elsewhere",
    file: signer,
    find: 'isAddressEqual(to ?? "0x0000000000000000000000000000000000000000", asked.to) &&',
    plant: "",
    test: signing,
  },
  {
    name: "a remote signer may sign with another key",
    file: signer,
    find: "if (isSame && isAddressEqual(await recoverTransactionAddress({ serializedTransaction: raw }), address)) return;",
    plant: "if (isSame) return void recoverTransactionAddress;",
    test: signing,
  },
];
