import type { Defect } from "./defect.ts";

const features = "apps/server/src/features";
const watched = `${features}/settlement/recording/watched-wallets.ts`;
const unproven = `${features}/settlement/recording/unproven-payees.int.test.ts`;
const changing = `${features}/merchant-area/business/payout-change.int.test.ts`;

/** Payout wallets that count for unproven claims, or that can be changed too easily. */
export const payouts: Defect[] = [
  {
    name: "credits transfers without a matching reference to an unproven wallet",
    file: watched,
    find: "const first = isBound ? fromBlock : provenFromBlock;",
    plant: "const first = fromBlock;",
    test: unproven,
  },
  {
    name: "reads all transfers of an unproven wallet",
    file: watched,
    find: "addresses: which(isProven),",
    plant: "addresses: which(() => true),",
    test: unproven,
  },
  {
    name: "accepts a reference at an unproven wallet of another checkout",
    file: `${features}/settlement/recording/record-transfer.ts`,
    find: "return payment !== null && sameAddress(payment.payeeAddress, to);",
    plant: "return payment !== null;",
    test: unproven,
  },
  {
    name: "stops reading the chain when one payer uses many authorizations",
    file: "packages/chain/src/bindable-logs.ts",
    find: "if (retryHintOf(error) === null) throw error;",
    plant: "if (retryHintOf(error) !== null) throw error;",
    test: unproven,
  },
  {
    name: "treats stored transfers of an unwatched wallet as invented",
    file: watched,
    find: "!found.has(placeKey(row)) && !whole.has(row.toAddress.toLowerCase())",
    plant: "!found.has(placeKey(row)) && whole.has(row.toAddress.toLowerCase())",
    test: unproven,
  },
  {
    name: "changes a payout wallet before the waiting time is over",
    file: "packages/domain/src/merchants/payout-change.ts",
    find: "waitHours * 3_600_000",
    plant: "waitHours * 60_000",
    test: changing,
  },
  {
    name: "changes a payout wallet at once with a password alone",
    file: "packages/domain/src/merchants/payout-change.ts",
    find: "!wasPaid || isAgreed ||",
    plant: "!wasPaid || !isAgreed ||",
    test: changing,
  },
  {
    name: "shortens the wait of a payout wallet change by the new wallet's signature",
    file: `${features}/merchant-area/business/payout-change.service.ts`,
    find: 'const isAgreed = signedBy !== null && signedBy !== "new";',
    plant: "const isAgreed = signedBy !== null;",
    test: changing,
  },
  {
    name: "forgets that the new wallet of a waiting change signed",
    file: `${features}/merchant-area/business/payout-change.service.ts`,
    find: "if (waiting !== null) return isProven ? markProven(tx, waiting.id) : undefined;",
    plant: "if (waiting !== null) return;",
    test: changing,
  },
  {
    name: "changes a payout wallet by the password alone where the account has something stronger",
    file: `${features}/merchant-area/business/payout-wallet.service.ts`,
    find: "  await requireStepUpBesidePassword(deps, actor);\n",
    plant: "  void requireStepUpBesidePassword;\n",
    test: "apps/server/src/features/auth/factors/strongest-proof.int.test.ts",
  },
  {
    name: "applies a cancelled payout wallet change",
    file: `${features}/merchant-area/business/payout-changes.repo.ts`,
    find: "and(isNull(payeeChanges.appliedAt), isNull(payeeChanges.stoppedAt))",
    plant: "and(isNull(payeeChanges.appliedAt))",
    test: changing,
  },
  {
    name: "accepts any wallet's approval of a payout wallet change",
    file: `${features}/merchant-area/business/payout-change.service.ts`,
    find: 'if (current === null || !sameAddress(current, signedBy.old)) throw new HearthError("WALLET_PROOF_INVALID");',
    plant: "",
    test: changing,
  },
  {
    name: "applies the approval of one payout address to another",
    file: `${features}/merchant-area/business/payout-wallet.service.ts`,
    find: "payoutAddress !== null && sameAddress(payoutAddress, address)",
    plant: "payoutAddress !== null",
    test: changing,
  },
  {
    name: "does not read a wallet's earlier transfers once it is proven",
    file: `${features}/businesses/merchants.repo.ts`,
    find: ".set({ provenAt: now, provenFromBlock, catchUpBlock })",
    plant: ".set({ provenAt: now, provenFromBlock })",
    test: unproven,
  },
];
