import { confirmationsOf } from "@hearth/chain/judge-transfer";
import { usdcUnitsToWholeCents } from "@hearth/domain/money";
import type { Deps } from "../../deps.ts";
import { findCursor } from "../ledger/chain-cursor.repo.ts";
import { listNotGivenBack } from "../ledger/refunds.repo.ts";
import { listUncounted, type TransferRow } from "../ledger/transfers.repo.ts";
import { countRefundTransfer, countTransfer } from "./count-transfer.ts";

/**
 * Counts every transfer that is matched to a payment, or sent for a refund, and is deep enough now. The height that counts is the cursor's:
 * only what was read and linked speaks for a transfer.
 */
export async function settleTransfers(deps: Deps): Promise<void> {
  const cursor = await findCursor(deps.db, deps.network.chainId);
  if (!cursor) return;
  const [payments, refunds] = [await listUncounted(deps.db, cursor.chainId), await listNotGivenBack(deps.db, cursor.chainId)];
  const isReady = ({ blockNumber }: TransferRow) => confirmationsOf(blockNumber, cursor.blockNumber) >= minimumDepth(deps);
  const [ready, sent] = [payments.filter(isReady), refunds.filter(isReady)];
  if (ready.length + sent.length === 0) return;
  const safe = await deps.chain.block("safe");
  const hashAt = askOnce(deps);
  const viewOf = async ({ blockNumber }: TransferRow) => ({
    head: cursor.blockNumber,
    safe: lower(safe?.number ?? null, cursor.blockNumber),
    canonicalHash: await hashAt(blockNumber),
  });
  for (const transfer of await vouchedFor(deps, ready)) {
    if (await countTransfer(deps, transfer, await viewOf(transfer))) deps.log.info({ txHash: transfer.txHash }, "A payment was completed");
  }
  for (const transfer of await vouchedFor(deps, sent)) await countRefundTransfer(deps, transfer, await viewOf(transfer));
}

/** Asks for each block once, however many transfers are in it. */
function askOnce(deps: Deps): (height: bigint) => Promise<`0x${string}` | null> {
  const asked = new Map<bigint, Promise<`0x${string}` | null>>();
  return (height) => {
    const answer = asked.get(height) ?? deps.chain.block(height).then((block) => block?.hash ?? null);
    asked.set(height, answer);
    return answer;
  };
}

/** Those of the transfers that enough providers hold. */
async function vouchedFor(deps: Deps, transfers: TransferRow[]): Promise<TransferRow[]> {
  const vouched = await Promise.all(transfers.map((transfer) => isVouchedFor(deps, transfer)));
  return transfers.filter((_transfer, place) => vouched[place]);
}

/**
 * Whether as many providers hold the transfer, each by itself, as the network's policy wants for its amount. What was read by fewer, because the
 * others were away, waits here until they are back; smaller payments do not wait for them.
 */
export async function isVouchedFor(deps: Deps, transfer: TransferRow): Promise<boolean> {
  const { chain, network } = deps;
  const cents = usdcUnitsToWholeCents(transfer.usdcUnits);
  const needed = Math.min(network.vouchers(cents), chain.providers.length);
  if (needed < 2) return true;
  const claim = { ...transfer, from: transfer.fromAddress, to: transfer.toAddress };
  return (await chain.vouchersFor(claim, network.confirmations(cents))) >= needed;
}

/** No rule of any network counts a transfer earlier than this; saves asking the node for what cannot be ready. */
function minimumDepth(deps: Deps): number {
  const rule = deps.network.confirmations(0);
  return rule.kind === "depth" ? rule.blocks : 1;
}

/** The safe mark as far as we have read ourselves. */
function lower(safe: bigint | null, head: bigint): bigint | null {
  return safe !== null && safe > head ? head : safe;
}
