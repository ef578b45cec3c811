import type { Defect } from "./defect.ts";

const rooms = "apps/server/src/features";
const signing = "apps/wallet/src/signing.ts";
const signingTest = "apps/wallet/src/signing.test.ts";
const refunds = `${rooms}/refunds`;
const refundTest = `${refunds}/send-refund.int.test.ts`;

/** Passkey wallets that businesses are paid into and refund from. */
export const landlordWallets: Defect[] = [
  {
    name: "signs a payee card of another network or token with a passkey wallet",
    file: signing,
    find: "return chainId === network.chainId && token.toLowerCase() === network.usdc.address.toLowerCase();",
    plant: "return chainId > 0 && token !== network.usdc.name;",
    test: signingTest,
  },
  {
    name: "signs a payee card beside a payment",
    file: signing,
    find: 'const severalTogether: readonly Signable["kind"][] = ["transfer", "cancellation", "text"];',
    plant: 'const severalTogether: readonly Signable["kind"][] = ["transfer", "cancellation", "text", "payeeCard"];',
    test: signingTest,
  },
  {
    name: "does not warn of a payee card for another wallet",
    file: signing,
    find: "item.card.wallet.toLowerCase() !== address.toLowerCase()",
    plant: "item.card.wallet.toLowerCase() === address",
    test: signingTest,
  },
  {
    name: "calls a refund a payment in the wallet's page",
    file: signing,
    find: 'refund: "Refund" } as const;',
    plant: 'refund: "Pay" } as const;',
    test: signingTest,
  },
  {
    name: "has a passkey wallet sign typed data that is not what its page shows",
    file: "apps/web/src/lib/wagmi-passkey-signables.ts",
    find: "if (hashTypedData(asked) === hash) return item;",
    plant: 'if (hash !== "0x") return item;',
    test: "apps/web/src/lib/wagmi-passkey-signables.test.ts",
  },
  {
    name: "sends a refund from a wallet that is not the business's",
    file: `${refunds}/send-refund.service.ts`,
    find: "if (!(await isMerchantsWallet(deps.db, merchantId, from))) throw conflict(foreignWallet);",
    plant: "void foreignWallet;",
    test: refundTest,
  },
  {
    name: "sends the refund of somebody else's business",
    file: `${refunds}/send-refund.service.ts`,
    find: "if (!refund || refund.merchantId !== merchantId) throw",
    plant: "if (!refund || merchantId === refund.id) throw",
    test: refundTest,
  },
  {
    name: "relays a refund that was cancelled meanwhile",
    file: `${refunds}/refunds.service.ts`,
    find: 'if (!(await dropRefundRelays(tx, row.id, { failure: "refundCancelled", withQueued: true }, at))) throw conflict(onItsWay);',
    plant: "void onItsWay;",
    test: refundTest,
  },
  {
    name: "relays a refund that another wallet has sent",
    file: `${rooms}/payments/relay/send-queued.ts`,
    find: 'refundId !== null && (refunds.get(refundId)?.status === "completed" || sent.has(refundId));',
    plant: 'refundId !== null && refunds.get(refundId)?.status === "completed" && sent.size < 0;',
    test: refundTest,
  },
  {
    name: "counts refunds among the money that a person may send in a day",
    file: `${rooms}/ledger/relays.repo.ts`,
    find: "const isSend = sql`${relays.senderId} is not null`;",
    plant: "const isSend = sql`${relays.paymentId} is null`;",
    test: refundTest,
  },
  {
    name: "never relays a refund again whose block left the chain",
    file: `${rooms}/ledger/relays.repo.ts`,
    find: 'ne(payments.status, "completed"), eq(refunds.status, "open"))',
    plant: 'ne(payments.status, "completed"))',
    test: refundTest,
  },
];
