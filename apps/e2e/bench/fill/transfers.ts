import { makeAddress } from "@hearth/db/testing/factories";
import { localToken } from "@hearth/db/testing/payment-history";
import type { CopiedRow, Field } from "./copy-rows.ts";
import { givenBackCents, hasStranger, refundOf, type Story } from "./payments.ts";
import { blockAt, blockHash, digitsOf, idOf, instant, kinds, type Shape } from "./shape.ts";

interface Moved {
  id: string;
  txHash: string;
  at: number;
  from: string;
  to: string;
  cents: number;
}

type Meaning =
  | "binding"
  | "bound_by"
  | "merchant_id"
  | "payment_id"
  | "verdict"
  | "sender_merchant_id"
  | "refund_id"
  | "counted_at"
  | "given_back_at";

/** A transfer's row. Fields without a meaning are null. */
function transferRow(shape: Shape, { id, txHash, at, from, to, cents }: Moved, meaning: Partial<Record<Meaning, Field>>): CopiedRow {
  const block = blockAt(shape, at);
  return {
    id,
    chain_id: localToken.chainId,
    tx_hash: txHash,
    log_index: 0,
    block_number: block,
    block_hash: blockHash(block),
    block_time: instant(at),
    token_address: localToken.tokenAddress,
    from_address: from,
    to_address: to,
    usdc_units: `${cents}0000`,
    binding: meaning.binding ?? null,
    bound_by: meaning.bound_by ?? null,
    merchant_id: meaning.merchant_id ?? null,
    payment_id: meaning.payment_id ?? null,
    verdict: meaning.verdict ?? null,
    sender_merchant_id: meaning.sender_merchant_id ?? null,
    refund_id: meaning.refund_id ?? null,
    counted_at: meaning.counted_at ?? null,
    given_back_at: meaning.given_back_at ?? null,
    seen_at: instant(at),
    final_at: instant(at + 900_000),
    created_at: instant(at),
  };
}

/** Yields the transfers of a payment: the one that paid it, its refund, and a stranger's unrelated one. */
export function* transferRows(story: Story, shape: Shape): Generator<CopiedRow> {
  const { payer, landlord, paidAt, cents, transferId } = story;
  if (transferId !== null) {
    const moved = { id: transferId, txHash: story.txHash, at: paidAt, from: payer.address, to: landlord.address, cents };
    yield transferRow(shape, moved, {
      binding: story.binding,
      bound_by: "authorization",
      merchant_id: landlord.id,
      payment_id: story.id,
      verdict: "matched",
      counted_at: instant(paidAt + 4_000),
    });
  }
  if (story.isGivenBack) {
    const { refundId, binding, at, txHash, transferId: id } = refundOf(story);
    const moved = { id, txHash, at, from: landlord.address, to: payer.address, cents: givenBackCents };
    yield transferRow(shape, moved, {
      binding,
      bound_by: "calldata",
      sender_merchant_id: landlord.id,
      refund_id: refundId,
      given_back_at: instant(at),
    });
  }
  if (hasStranger(story)) {
    yield transferRow(shape, { ...strangerOf(story), to: landlord.address, cents }, { merchant_id: landlord.id, verdict: "unmatched" });
  }
}

function strangerOf({ number, paidAt }: Story) {
  const at = paidAt + 60_000;
  const txHash = `0x${digitsOf(`stranger ${number}`).slice(0, 64)}`;
  return { id: idOf(kinds.stranger, at, number), txHash, at, from: makeAddress("bench stranger", number) };
}

interface Posting {
  kind: string;
  id: string;
  at: number;
  transferId: string;
  refundId?: string;
  cents: number;
}

/** Two lines that add up to zero: into one account, out of another. */
function posted(
  shape: Shape,
  { landlord, id: paymentId }: Story,
  posting: Posting,
  [into, outOf]: [string, string],
): [CopiedRow, CopiedRow] {
  const line = (account: string, units: string): CopiedRow => ({
    posting_id: posting.id,
    kind: posting.kind,
    account,
    chain_id: localToken.chainId,
    merchant_id: landlord.id,
    wallet_address: landlord.address,
    transfer_id: posting.transferId,
    payment_id: account === "payment" || account === "returned" ? paymentId : null,
    refund_id: posting.refundId ?? null,
    units,
    block_number: blockAt(shape, posting.at),
    at: instant(posting.at + 1_000),
  });
  return [line(into, `${posting.cents}0000`), line(outOf, `-${posting.cents}0000`)];
}

/** Yields the journal lines of a payment's transfers. */
export function* journalRows(story: Story, shape: Shape): Generator<CopiedRow> {
  const { number, cents, paidAt, transferId } = story;
  if (transferId !== null) {
    const moved = { at: paidAt, transferId, cents };
    yield* posted(shape, story, { kind: "received", id: idOf(kinds.received, paidAt, number), ...moved }, ["wallet", "unmatched"]);
    yield* posted(shape, story, { kind: "credited", id: idOf(kinds.credited, paidAt, number), ...moved }, ["unmatched", "payment"]);
  }
  if (story.isGivenBack) {
    const { at, transferId: back, refundId } = refundOf(story);
    const moved = { at, transferId: back, refundId, cents: givenBackCents };
    yield* posted(shape, story, { kind: "sent", id: idOf(kinds.sent, at, number), ...moved }, ["sent", "wallet"]);
    yield* posted(shape, story, { kind: "returned", id: idOf(kinds.returned, at, number), ...moved }, ["returned", "sent"]);
  }
  if (hasStranger(story)) {
    const { id, at } = strangerOf(story);
    const posting = { kind: "received", id: idOf(kinds.receivedFromStranger, at, number), at, transferId: id, cents };
    yield* posted(shape, story, posting, ["wallet", "unmatched"]);
  }
}
