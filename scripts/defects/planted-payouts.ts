import type { Defect } from "./defect.ts";

const features = "apps/server/src/features";
const watched = `${features}/settlement/recording/watched-wallets.ts`;
const unproven = `${features}/settlement/recording/unproven-payees.int.test.ts`;
const changing = `${features}/merchant/business/payout-change.int.test.ts`;

/** Payout wallets that count for unproven claims, or that can be changed too easily. */
export const payouts: Defect[] = [
  {
    name: "an unproven wallet has what no reference of its own binds",
    file: watched,
    find: "const first = isBound ? fromBlock : provenFromBlock;",
    plant: "const first = fromBlock;",
    test: unproven,
  },
  {
    name: "all of an unproven wallet's transfers are looked up",
    file: watched,
    find: "addresses: which(isProven),",
    plant: "addresses: which(() => true),",
    test: unproven,
  },
  {
    name: "a reference counts at an unproven wallet that its checkout does not name",
    file: `${features}/settlement/recording/record-transfer.ts`,
    find: "return payment !== null && sameAddress(payment.payeeAddress, to);",
    plant: "return payment !== null;",
    test: unproven,
  },
  {
    name: "who uses many authorizations stops the reading of everybody's money",
    file: "packages/chain/src/bindable-logs.ts",
    find: "if (troubleOf(error) === null) throw error;",
    plant: "if (troubleOf(error) !== null) throw error;",
    test: unproven,
  },
  {
    name: "what is kept at a wallet that is not read any more counts as made up",
    file: watched,
    find: "!found.has(placeKey(row)) && !whole.has(row.toAddress.toLowerCase())",
    plant: "!found.has(placeKey(row)) && whole.has(row.toAddress.toLowerCase())",
    test: unproven,
  },
  {
    name: "a payout wallet changes before its time",
    file: "packages/domain/src/merchants/payout-change.ts",
    find: "waitHours * 3_600_000",
    plant: "waitHours * 60_000",
    test: changing,
  },
  {
    name: "a password alone changes a payout wallet at once",
    file: "packages/domain/src/merchants/payout-change.ts",
    find: "!wasPaid || isSigned ||",
    plant: "!wasPaid || !isSigned ||",
    test: changing,
  },
  {
    name: "a change of a payout wallet that was stopped takes effect",
    file: `${features}/merchant/business/payout-changes.repo.ts`,
    find: "and(isNull(payeeChanges.appliedAt), isNull(payeeChanges.stoppedAt))",
    plant: "and(isNull(payeeChanges.appliedAt))",
    test: changing,
  },
  {
    name: "any wallet may agree to a change of the payout wallet",
    file: `${features}/merchant/business/payout-change.service.ts`,
    find: 'if (current === null || !sameAddress(current, signedBy.old)) throw new HearthError("WALLET_PROOF_INVALID");',
    plant: "",
    test: changing,
  },
  {
    name: "agreeing to one address lets payouts go to another",
    file: `${features}/merchant/business/payout-wallet.service.ts`,
    find: "payoutAddress !== null && sameAddress(payoutAddress, address)",
    plant: "payoutAddress !== null",
    test: changing,
  },
  {
    name: "what nobody read of a wallet is not read once it is proven",
    file: `${features}/merchants/merchants.repo.ts`,
    find: ".set({ provenAt: now, provenFromBlock, catchUpBlock })",
    plant: ".set({ provenAt: now, provenFromBlock })",
    test: unproven,
  },
];
