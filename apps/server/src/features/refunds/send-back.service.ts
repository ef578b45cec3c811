import { confirmationsOf } from "@hearth/chain/judge-transfer";
import type { DatabaseOrTransaction, Transaction } from "@hearth/db/client";
import { HearthError } from "@hearth/domain/errors";
import { publicId } from "@hearth/domain/ids";
import { formatUsdc, usdcUnitsToWholeCents } from "@hearth/domain/money";
import { isLargeRefund } from "@hearth/domain/auth/step-up";
import { refusalToSendBack, type SendBackRefusal, sendBackRefusals } from "@hearth/domain/refunds/send-back";
import type { Deps } from "../../deps.ts";
import { findStoredAnswer, once } from "../../idempotency/once.ts";
import { requireStepUp } from "../auth/factors/require-step-up.ts";
import { findCursor } from "../ledger/chain-cursor.repo.ts";
import { sumHeld, sumReturnedByTransfer } from "../ledger/journal.repo.ts";
import { isMerchantsWallet } from "../ledger/refunds.repo.ts";
import { findRefundRelay } from "../ledger/relays.repo.ts";
import { type TransferRow, updateTransfer } from "../ledger/transfers.repo.ts";
import { lockUnmatchedTransfer } from "../payments/unmatched/attach-transfer.ts";
import { readTransferId } from "../payments/unmatched/unmatched-transfers.service.ts";
import { auditRefund } from "../settlement/returns/audit-refund.ts";
import { notifyPageFollowers } from "../settlement/returns/settle-refund.ts";
import { hasEnoughConfirmingProviders } from "../settlement/counting/settle-transfers.ts";
import { readByHand } from "./by-hand.ts";
import { readSendingWallets, requireSendingWallet } from "./refund-wallets.service.ts";
import { findReceived, insertRefund, listRefundExceptions, listRefunds, listReturns } from "./refunds.repo.ts";
import type { Refunder } from "./refunder.ts";
import { newBinding } from "./refunds.service.ts";
import { viewOddRefundTransfer, viewRefundSend } from "./refunds.view.ts";
import { type BegunSendBackView, begunSendBackView, type SendBackView, viewBegun } from "./send-back.view.ts";

/** Reads the state of a transfer's return, and if it can be begun. @throws HearthError NOT_FOUND. */
export async function readSendBack(deps: Deps, merchantId: string, transferId: string): Promise<SendBackView> {
  const transfer = await requireReceived(deps.db, merchantId, readTransferId(transferId));
  const origin = { sourceTransferId: transfer.id };
  const [refusal, refunds, returns, odd, sums, wallets] = await Promise.all([
    refusalOf(deps, deps.db, transfer),
    listRefunds(deps.db, origin),
    listReturns(deps.db, transfer.id),
    listRefundExceptions(deps.db, origin),
    sumsOf(deps.db, transfer.id),
    readSendingWallets(deps.db, merchantId),
  ]);
  const openRefund = refunds.find(({ status }) => status === "open");
  const relay = openRefund ? await findRefundRelay(deps.db, openRefund.id) : null;
  const isSeen = returns.some(({ givenBackAt }) => givenBackAt === null);
  return {
    transferId: publicId("transfer", transfer.id),
    status: transfer.sentBackBy !== null ? "sentBack" : isSeen ? "seen" : openRefund ? "begun" : "none",
    refusal,
    left: formatUsdc(sums.leftUnits),
    isPart: sums.returnedUnits > 0n,
    to: transfer.fromAddress,
    from: wallets.all,
    isWalletNeeded: wallets.isWalletNeeded,
    byHand: openRefund ? await readByHand(deps.db, openRefund, wallets) : null,
    sending: relay && viewRefundSend(relay),
    begun: openRefund ? viewBegun(openRefund) : null,
    returns: returns.map(({ txHash, usdcUnits, blockTime, givenBackAt }) => ({
      transactionHash: txHash,
      usdc: formatUsdc(usdcUnits),
      at: blockTime.toISOString(),
      isConfirmed: givenBackAt !== null,
    })),
    oddTransfers: odd.map(viewOddRefundTransfer),
  };
}

/**
 * Begins the return of an unmatched transfer to its sender, of everything that is left. Like a refund, it counts once it is on the chain.
 * Returns an open one unchanged. @throws HearthError NOT_FOUND, CONFLICT with the reason; STEP_UP_REQUIRED for a large amount.
 */
export async function sendBackTransfer(deps: Deps, refunder: Refunder, input: string, key: string | null): Promise<BegunSendBackView> {
  const transferId = readTransferId(input);
  const call = { procedure: "merchant.sendBackTransfer", scope: refunder.actor.userId, key, input: { transferId } };
  const request = { ...call, answer: begunSendBackView, now: deps.clock.now() };
  const earlier = await findStoredAnswer(deps.db, request);
  if (earlier !== null) return earlier.answer;
  // Do not send larger amounts after a transfer that only one provider has confirmed.
  const received = await requireReceived(deps.db, refunder.merchantId, transferId);
  const isVouched = await hasEnoughConfirmingProviders(deps, received, usdcUnitsToWholeCents(received.usdcUnits));
  return deps.db.transaction((tx) =>
    once(tx, request, async () => {
      const transfer = await lockUnmatchedTransfer(deps, tx, { transferId, merchantId: refunder.merchantId });
      const refusal = isVouched ? await refusalOf(deps, tx, transfer) : "notConfirmed";
      if (refusal !== null) throw conflict(sendBackRefusals[refusal]);
      return begin(deps, tx, refunder, transfer);
    }),
  );
}

/** Runs under the lock of all matching, so that the transfer is not matched meanwhile. */
async function begin(deps: Deps, tx: Transaction, refunder: Refunder, transfer: TransferRow): Promise<BegunSendBackView> {
  const { merchantId, actor, origin } = refunder;
  const openRefund = (await listRefunds(tx, { sourceTransferId: transfer.id })).find(({ status }) => status === "open");
  if (openRefund) return viewBegun(openRefund);
  if ((await listReturns(tx, transfer.id)).some(({ givenBackAt }) => givenBackAt === null))
    throw conflict("It was already sent, and is waiting for its confirmations");
  const { leftUnits } = await sumsOf(tx, transfer.id);
  if (leftUnits <= 0n) throw conflict("Nothing of this transfer is left to send back");
  await requireSendingWallet(tx, merchantId);
  if (isLargeRefund(usdcUnitsToWholeCents(leftUnits))) requireStepUp(deps, actor);
  const { chainId, tokenAddress, fromAddress: toAddress } = transfer;
  const at = deps.clock.now();
  const row = await insertRefund(tx, {
    sourceTransferId: transfer.id,
    usdcUnits: leftUnits,
    merchantId,
    chainId,
    tokenAddress,
    toAddress,
    binding: newBinding(chainId),
    createdBy: actor.userId,
    createdAt: at,
  });
  // Money being returned needs attention until it is sent.
  if (transfer.setAsideAt !== null) await updateTransfer(tx, transfer.id, { setAsideAt: null });
  await notifyPageFollowers(tx, row);
  const data = { usdc: formatUsdc(leftUnits), to: toAddress };
  await auditRefund(tx, row, { what: "begun", at, data, by: { actorId: actor.userId, origin } });
  return viewBegun(row);
}

async function requireReceived(db: DatabaseOrTransaction, merchantId: string, id: string): Promise<TransferRow> {
  const transfer = await findReceived(db, merchantId, id);
  if (!transfer) throw new HearthError("NOT_FOUND", { message: "Transfer not found" });
  return transfer;
}

async function refusalOf(deps: Deps, db: DatabaseOrTransaction, transfer: TransferRow): Promise<SendBackRefusal | null> {
  const { verdict, fromAddress: from, merchantId } = transfer;
  return refusalToSendBack({
    verdict: verdict ?? "unmatched",
    from,
    isFromOwn: merchantId !== null && (await isMerchantsWallet(db, merchantId, from)),
    isConfirmed: await isConfirmed(deps, db, transfer),
  });
}

/**
 * Returns true when a payment of the transfer's amount would be deep enough to complete. For rules that use the safe block, it must be
 * final by our own records.
 */
async function isConfirmed(
  { network }: Deps,
  db: DatabaseOrTransaction,
  { chainId, blockNumber, usdcUnits }: TransferRow,
): Promise<boolean> {
  const cursor = await findCursor(db, chainId);
  if (cursor === null) return false;
  const rule = network.confirmations(usdcUnitsToWholeCents(usdcUnits));
  return rule.kind === "depth" ? confirmationsOf(blockNumber, cursor.blockNumber) >= rule.blocks : blockNumber <= cursor.finalizedNumber;
}

async function sumsOf(db: DatabaseOrTransaction, sourceTransferId: string) {
  const [heldUnits, returned] = [await sumHeld(db, sourceTransferId), await sumReturnedByTransfer(db, { sourceTransferId })];
  const returnedUnits = [...returned.values()].reduce((sum, units) => sum + units, 0n);
  return { returnedUnits, leftUnits: heldUnits - returnedUnits };
}

function conflict(message: string): HearthError {
  return new HearthError("CONFLICT", { message });
}
