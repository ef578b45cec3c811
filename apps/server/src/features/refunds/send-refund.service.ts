import { mostTogether } from "@hearth/chain/authorization-batch";
import type { Transaction } from "@hearth/db/client";
import { HearthError } from "@hearth/domain/errors";
import { parsePublicId } from "@hearth/domain/ids";
import { formatUsdc } from "@hearth/domain/money";
import { formatMoment } from "@hearth/domain/moment";
import type { SendRefundInput } from "@hearth/domain/refunds/inputs";
import { waitingTime } from "@hearth/domain/retry-words";
import type { Deps } from "../../deps.ts";
import { sharedLimitRules } from "../../shared-limits.ts";
import { findBusiness } from "../businesses/merchants.service.ts";
import { findRefund, isMerchantsWallet, listSentRefunds, type RefundRow } from "../ledger/refunds.repo.ts";
import { dropRefundRelays, findRefundRelay, insertRelay } from "../ledger/relays.repo.ts";
import { authorizationErrors } from "../payments/relay/authorize-payment.ts";
import { isInTime } from "../payments/relay/queue-place.ts";
import { refusedSend, requireWindow } from "../payments/relay/wallet-sends.service.ts";
import { withChain } from "../settlement/reading/with-chain.ts";
import { auditRefund } from "../settlement/returns/audit-refund.ts";
import { lockRefundWithOrigin, notifyPageFollowers } from "../settlement/returns/settle-refund.ts";
import { findPasskeyWalletAddress, holdWallet, noWallet } from "../wallet/passkey-wallet/passkey-wallet.service.ts";
import type { Refunder } from "./refunder.ts";
import { type RefundSendView, viewRefundSend } from "./refunds.view.ts";

/**
 * Queues an open refund, or money sent back, that the passkey wallet of the person who refunds has signed. The relayer pays the gas.
 * Recipient, amount and nonce are the refund's own, and the token takes the nonce once. While the refund is on its way, the same call
 * returns the first one.
 *
 * @throws HearthError NOT_FOUND, WALLET_SETUP_NEEDED. CONFLICT for a refund that is not open or was sent by other means, and for a wallet from which it does not count.
 * RATE_LIMITED above the business's number, with the time from which it may send again. RELAY_UNAVAILABLE, RELAY_BUSY, or the token's reason.
 */
export async function sendRefund(deps: Deps, refunder: Refunder, input: SendRefundInput): Promise<RefundSendView> {
  const { merchantId, actor, origin } = refunder;
  const { relayerAddress } = deps.env;
  const refund = await requireOwn(deps, merchantId, input.refundId);
  const from = await findPasskeyWalletAddress(deps.db, actor.userId);
  if (from === null) throw noWallet();
  const first = await findRefundRelay(deps.db, refund.id);
  if (first !== null && (first.status === "queued" || first.status === "sent")) return viewRefundSend(first);
  requireOpen(refund);
  if (!(await isMerchantsWallet(deps.db, merchantId, from))) throw conflict(foreignWallet);
  if (relayerAddress === null) throw new HearthError("RELAY_UNAVAILABLE", { message: noRelayer });
  requireWindow({ validAfter: 0, validBefore: input.validBefore }, deps.clock.now());
  const { chainId, toAddress, usdcUnits, binding: nonce } = refund;
  const signature = `0x${input.signature.slice(2)}` as const;
  const authorization = { from, to: toAddress, usdcUnits, validAfter: 0n, validBefore: BigInt(input.validBefore), nonce, signature };
  const simulation = await withChain(() => deps.chain.simulateAuthorization(authorization));
  // The refund was mined a moment ago, by the call that another tab made.
  if (!simulation.ok && simulation.reason === "used" && first !== null && first.status === "mined") return viewRefundSend(first);
  if (!simulation.ok) throw refusedSend(authorizationErrors[simulation.reason]);
  return deps.db.transaction(async (tx) => {
    const { address: fromAddress } = await holdWallet(tx, actor);
    if (fromAddress !== from) throw new HearthError("CONFLICT");
    const locked = await lockRefundWithOrigin(tx, refund.id);
    if (locked !== null) requireOpen(locked);
    const now = deps.clock.now();
    const under = await underWay(tx, refund, now);
    if (under !== null) return under;
    const relay = await insertRelay(tx, {
      refundId: refund.id,
      chainId,
      fromAddress,
      toAddress,
      usdcUnits,
      nonce,
      signature,
      relayerAddress,
      mostTogether: mostTogether.keys,
      validAfter: 0,
      validBefore: input.validBefore,
      createdAt: now,
      updatedAt: now,
    });
    if (relay === null) throw new HearthError("CONFLICT");
    if (!(await isInTime(tx, relay, now))) throw new HearthError("RELAY_BUSY", { message: busy });
    await countRefund(deps, tx, merchantId, now);
    const data = { usdc: formatUsdc(usdcUnits), from: fromAddress, to: toAddress };
    await auditRefund(tx, refund, { what: "sent", at: now, data, by: { actorId: actor.userId, origin } });
    await notifyPageFollowers(tx, refund);
    return viewRefundSend({ ...relay, txHash: null });
  });
}

/** Returns the refund's authorization that is on its way, or null. @throws HearthError CONFLICT where a transfer of the refund was seen. */
async function underWay(tx: Transaction, { id }: RefundRow, now: Date): Promise<RefundSendView | null> {
  if ((await listSentRefunds(tx, [id])).length > 0) throw conflict(alreadySent);
  if (await dropRefundRelays(tx, id, { failure: "lost", withQueued: false }, now)) return null;
  const relay = await findRefundRelay(tx, id);
  return relay && viewRefundSend(relay);
}

/** Counts a refund that the relayer sends for a business. @throws HearthError RATE_LIMITED, with the time from which the business may send again. */
async function countRefund({ sharedLimits }: Deps, tx: Transaction, merchantId: string, now: Date): Promise<void> {
  try {
    await sharedLimits.take("refundRelay", merchantId, tx);
  } catch (error) {
    if (!(error instanceof HearthError) || error.code !== "RATE_LIMITED") throw error;
    const { retryAfterSeconds = 0 } = error;
    const again = new Date(now.getTime() + retryAfterSeconds * 1_000);
    const moment = formatMoment(again, "minute", (await findBusiness(tx, merchantId))?.timeZone);
    const message = dayIsUsedUp(waitingTime(retryAfterSeconds), moment);
    throw new HearthError("RATE_LIMITED", { message, retryAfterSeconds });
  }
}

const dayIsUsedUp = (wait: string, moment: string) =>
  `Your business can refund ${sharedLimitRules.refundRelay.max} times in 24 hours from a passkey wallet, and it has. ` +
  `Please try again in ${wait}, after ${moment}. The refund stays open, and nothing left your wallet.`;

async function requireOwn({ db }: Deps, merchantId: string, refundId: string): Promise<RefundRow> {
  const id = parsePublicId("refund", refundId);
  const refund = id && (await findRefund(db, id));
  if (!refund || refund.merchantId !== merchantId) throw new HearthError("NOT_FOUND", { message: "Refund not found" });
  return refund;
}

function requireOpen({ status }: RefundRow): void {
  if (status !== "open") throw conflict("This refund is not open any more");
}

const noRelayer = "Sending a refund from this wallet is not possible at the moment. Please try again later. Nothing left your wallet.";
const busy = "Too many payments are waiting to be sent. Please try again in some minutes. Nothing left your wallet.";
const foreignWallet = "A refund counts only from a wallet that you are paid to or have proven. Nothing left your wallet.";
const alreadySent = "It was already sent, and is waiting for its confirmations";

function conflict(message: string): HearthError {
  return new HearthError("CONFLICT", { message });
}
