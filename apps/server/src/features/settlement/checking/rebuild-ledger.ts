import { publicId } from "@hearth/domain/ids";
import { formatUsdc } from "@hearth/domain/money";
import type { RebuildPlace } from "@hearth/domain/operations/inputs";
import type { Deps } from "../../../deps.ts";
import { replay } from "./check-invariants.ts";
import { loadEventsForReplay } from "./invariants.repo.ts";
import { compareStretch, type RebuildOptions } from "./rebuild-transfers.ts";
import {
  findMerchantName,
  listMerchantsBeside,
  listPaymentsBeside,
  listRefundsBeside,
  type MerchantBeside,
  type PaymentBeside,
  type RefundBeside,
} from "./rebuild.repo.ts";

/** Rows per section: payments, and merchants. */
const paymentsAtOnce = 500;
const merchantsAtOnce = 20;

/** Result of rebuilding and comparing one section. */
export interface Rebuilt {
  part: RebuildPlace["part"];
  checked: number;
  upTo: bigint | null;
  differences: string[];
  totals: MerchantBeside[];
  next: RebuildPlace | null;
}

/**
 * Recomputes one section of the stored state from its sources and reports the differences. Payments and refunds come from the journal and
 * the events, merchants' totals from the journal. Transfers and the journal's wallets come from the chain. Read-only.
 *
 * Cost per section: three statements for 500 payments; two for each merchant; for blocks see `compareStretch`. Throws ChainUnavailable.
 */
export async function rebuildLedger(deps: Deps, at: RebuildPlace, options: RebuildOptions): Promise<Rebuilt> {
  if (at.part === "payments") return rebuildPayments(deps, at.after, options);
  if (at.part === "totals") return rebuildTotals(deps, at.after, options);
  const { compared, upTo, differences, isDone } = await compareStretch(deps, at.after === null ? null : BigInt(at.after), options);
  const next = isDone || upTo === null ? null : { part: "chain" as const, after: String(upTo) };
  return { part: "chain", checked: compared, upTo, differences, totals: [], next };
}

export async function isMerchant({ db }: Pick<Deps, "db">, id: string): Promise<boolean> {
  return (await findMerchantName(db, id)) !== null;
}

async function rebuildPayments({ db }: Pick<Deps, "db">, after: string | null, { merchantId }: RebuildOptions): Promise<Rebuilt> {
  const page = await listPaymentsBeside(db, { after, merchantId, limit: paymentsAtOnce });
  const ids = page.map(({ id }) => id);
  const end = { part: "totals", after: null } as const;
  if (ids.length === 0) return { part: "payments", checked: 0, upTo: null, differences: [], totals: [], next: end };
  const [events, refunds] = [await loadEventsForReplay(db, ids), await listRefundsBeside(db, ids)];
  const byId = new Map(page.map((payment) => [payment.id, payment]));
  const differences = [
    ...page.flatMap((payment) => differencesOf(payment, replay(events.get(payment.id) ?? [])?.status ?? "impossible")),
    ...refunds.flatMap((refund) => refundDifferences(refund, byId.get(refund.payment_id))),
  ];
  const next: RebuildPlace = page.length < paymentsAtOnce ? end : { part: "payments", after: ids.at(-1) ?? null };
  return { part: "payments", checked: page.length, upTo: null, differences, totals: [], next };
}

function differencesOf({ id, status, due, credited, returned, counted, given }: PaymentBeside, replayed: string): string[] {
  const name = `Payment ${publicId("payment", id)}`;
  const isPaid = credited >= due;
  const back = given < credited ? given : credited;
  return [
    ...(isPaid === (status === "completed")
      ? []
      : [`${name} is ${status}; the journal credits it with ${formatUsdc(credited)} of ${formatUsdc(due)} USDC.`]),
    ...(replayed === status ? [] : [`${name} is ${status}; its events make it ${replayed}.`]),
    ...(credited === counted
      ? []
      : [`${name} has transfers of ${formatUsdc(counted)} USDC; the journal credits it with ${formatUsdc(credited)}.`]),
    ...(returned === back ? [] : [`${name} had ${formatUsdc(back)} USDC sent back; the journal returns ${formatUsdc(returned)}.`]),
  ];
}

/** A refund sent when nothing of the payment was left is not a return: the journal has no entry for it. */
function refundDifferences({ id, status, is_given: isGiven }: RefundBeside, payment: PaymentBeside | undefined): string[] {
  const isUsedUp = payment !== undefined && payment.returned >= payment.credited;
  if (isGiven === (status === "completed") || (status === "completed" && isUsedUp)) return [];
  return [`Refund ${publicId("refund", id)} is ${status}; the journal says that its money ${isGiven ? "went back" : "did not go back"}.`];
}

async function rebuildTotals({ db }: Pick<Deps, "db">, after: string | null, { merchantId }: RebuildOptions): Promise<Rebuilt> {
  const totals = await listMerchantsBeside(db, { after, merchantId, limit: merchantsAtOnce });
  const differences = totals.flatMap(({ id, gross, unmatched, keptGross, keptUnmatched }) => {
    const name = `Merchant ${publicId("merchant", id)}`;
    return [
      ...(gross === keptGross ? [] : [`${name} was paid ${formatUsdc(keptGross)} USDC; the journal says ${formatUsdc(gross)}.`]),
      ...(unmatched === keptUnmatched
        ? []
        : [`${name} has ${formatUsdc(keptUnmatched)} USDC unmatched; the journal says ${formatUsdc(unmatched)}.`]),
    ];
  });
  const last = totals.at(-1);
  const next: RebuildPlace =
    last && totals.length === merchantsAtOnce ? { part: "totals", after: last.id } : { part: "chain", after: null };
  return { part: "totals", checked: totals.length, upTo: null, differences, totals, next };
}
