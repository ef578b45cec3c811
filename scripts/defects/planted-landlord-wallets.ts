import type { Defect } from "./defect.ts";

const rooms = "apps/server/src/features";
const signing = "apps/wallet/src/signing.ts";
const signingTest = "apps/wallet/src/signing.test.ts";
const business = `${rooms}/merchant-area/business`;
const payoutTest = `${business}/passkey-payout.int.test.ts`;
const wallet = `${rooms}/wallet/passkey-wallet`;
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
  {
    name: "has a business paid into a wallet that one lost device loses",
    file: `${business}/payout-change.service.ts`,
    find: "if (merchant !== null) await requireSafePayout(tx, merchant.ownerUserId, address);",
    plant: "void merchant;",
    test: payoutTest,
  },
  {
    name: "applies a change to a wallet that lost its second passkey in the meantime",
    file: `${business}/payout-change.service.ts`,
    find: "    await requireSafePayout(tx, merchant.ownerUserId, address);\n    const provenBy",
    plant: "    const provenBy",
    test: payoutTest,
  },
  {
    name: "registers a business with a wallet that one lost device loses",
    file: `${business}/registration.service.ts`,
    find: "await requireSafePayout(tx, actor.userId, address);",
    plant: "void actor;",
    test: payoutTest,
  },
  {
    name: "removes the second passkey of a wallet that a business is paid into",
    file: `${wallet}/passkey-wallet.service.ts`,
    find: "if (!isRecoverable(others) && (await isPaidInto(tx, userId, wallet.address)))",
    plant: "if (!isRecoverable(others) && others.passkeys.length === 0)",
    test: payoutTest,
  },
  {
    name: "deletes a passkey wallet that a business is paid into",
    file: `${wallet}/passkey-wallet.service.ts`,
    find: "if (isLinkedForPayouts || (await isPaidInto(tx, userId, address)))",
    plant: "if (isLinkedForPayouts)",
    test: payoutTest,
  },
  {
    name: "takes another person's passkey wallet as proven",
    file: `${business}/payout-wallet.service.ts`,
    find: 'return own !== null && sameAddress(own, address) ? "new" : null;',
    plant: 'return own === null || !sameAddress(own, address) || address !== "0x" ? "new" : null;',
    test: payoutTest,
  },
  {
    name: "has a person sign twice to be paid into the wallet that they made",
    file: "apps/web/src/features/wallet/payout-wallet-proof.tsx",
    find: "if (onOwn !== undefined && !canSend(wallet)) {",
    plant: "if (onOwn !== undefined && canSend(wallet)) {",
    test: "apps/web/src/areas/merchant/settings/connect-payout.browser.test.tsx",
  },
  {
    name: "offers a wallet on one device as a payout wallet",
    file: "apps/web/src/features/wallet/passkey/own-payout-wallet.tsx",
    find: "own.data.wallet === null || own.data.wallet.mostAtRisk !== null;",
    plant: "own.data.wallet === null;",
    test: "apps/web/src/areas/merchant/settings/connect-payout.browser.test.tsx",
  },
  {
    name: "has a refund signed again although the server may have the first signature",
    file: "apps/web/src/features/wallet/send-refund.tsx",
    find: "const signed = unanswered.current ?? (await sign(wallet));",
    plant: "const signed = await sign(wallet);",
    test: "apps/web/src/features/wallet/send-refund.browser.test.tsx",
  },
  {
    name: "mails a landlord each try of a refund that could not be sent",
    file: `${rooms}/businesses/owner-notices.ts`,
    find: "key: `refundNotSent:${refundId}`",
    plant: "key: `refundNotSent:${refundId}:${now.toISOString()}`",
    test: refundTest,
  },
  {
    name: "tells no landlord of a refund that could not be sent",
    file: `${rooms}/payments/relay/end-relays.ts`,
    find: "if (!unnoticedFailures.has(failure)) await notifyNotSent(tx, refund, failure, now);",
    plant: "void notifyNotSent;",
    test: refundTest,
  },
  {
    name: "lists a refund that was not sent without the next step",
    file: "packages/domain/src/notifications/payment-words.ts",
    find: '      listText: text.join(" "),\n',
    plant: "",
    test: "packages/domain/src/notifications/words.test.ts",
  },
  {
    name: "tells a landlord that a refund was not sent which another wallet sent",
    file: `${rooms}/payments/relay/end-relays.ts`,
    find: 'const unnoticedFailures = new Set(["alreadyPaid", "refundCancelled"]);',
    plant: 'const unnoticedFailures = new Set(["refundCancelled"]);',
    test: refundTest,
  },
  {
    name: "says of the day's number of refunds what it says of any limit",
    file: `${refunds}/send-refund.service.ts`,
    find: 'throw new HearthError("RATE_LIMITED", { message, retryAfterSeconds });',
    plant: "void message;\n    throw error;",
    test: refundTest,
  },
];
