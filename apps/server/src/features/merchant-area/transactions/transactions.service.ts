import { toDateRange } from "@hearth/domain/date-range";
import { HearthError } from "@hearth/domain/errors";
import { parsePublicId } from "@hearth/domain/ids";
import type {
  ListTransactionsInput,
  SearchTransactionsInput,
  TransactionFilter,
  TransactionTotalsInput,
} from "@hearth/domain/merchants/filters";
import { paymentStatuses } from "@hearth/domain/payments/status";
import type { Deps } from "../../../deps.ts";
import { paginateInOrder, readOrderedCursor } from "../../../paging/cursor.ts";
import type { Actor } from "../../../trpc/context.ts";
import { readFiguresOf } from "../../figures/figures.service.ts";
import type { OwnMerchant } from "../../businesses/merchants.service.ts";
import { requireOwnMerchant } from "../../businesses/own-merchant.ts";
import { findPaymentIds, readSearched } from "./search.repo.ts";
import {
  findTransaction,
  listTransactions,
  listTransactionsById,
  type MerchantPaymentFilter,
  type TransactionRow,
} from "./transactions.repo.ts";
import { type TransactionTotalsView, type TransactionView, viewTotals, viewTransaction } from "./transactions.view.ts";

/**
 * Returns a page of the merchant's payments, newest first by default. Dates are in the merchant's own time zone unless another is given.
 */
export async function listOwnTransactions(deps: Deps, actor: Actor, input: ListTransactionsInput) {
  const merchant = await requireOwnMerchant(deps, actor);
  const { cursor, limit, order } = input;
  const after = cursor === undefined ? undefined : readOrderedCursor("payment", cursor, order);
  const rows = await listTransactions(deps.db, { ...(await toFilter(deps, merchant, input)), order, after, limit: limit + 1 });
  const { page, nextCursor } = paginateInOrder("payment", rows, limit, order, ({ payment }) => ({
    at: payment.createdAt,
    cents: payment.amountCents,
    id: payment.id,
  }));
  return { items: page.map(viewTransaction), nextCursor };
}

/** Sums the transactions within the dates, by status. */
export async function readTransactionTotals(deps: Deps, actor: Actor, input: TransactionTotalsInput): Promise<TransactionTotalsView> {
  const merchant = await requireOwnMerchant(deps, actor);
  const range = toDateRange(input, input.timeZone ?? merchant.timeZone);
  return viewTotals(await readFiguresOf(deps.db, merchant.id, range, paymentStatuses));
}

/** Maximum results of a quick search. */
const foundAtOnce = 8;

/** Returns the newest of the merchant's transactions that match a text. */
export async function searchOwnTransactions(deps: Deps, actor: Actor, { search }: SearchTransactionsInput): Promise<TransactionView[]> {
  const { id } = await requireOwnMerchant(deps, actor);
  const ids = await findPaymentIds(deps.db, id, search, foundAtOnce);
  return (await listTransactionsById(deps.db, id, ids)).map(viewTransaction);
}

/**
 * Reads one of the merchant's transactions by its public id. An unknown id and another merchant's give the same error. @throws HearthError
 * NOT_FOUND.
 */
export async function getOwnTransaction(deps: Deps, actor: Actor, paymentId: string): Promise<TransactionRow> {
  const merchant = await requireOwnMerchant(deps, actor);
  const id = parsePublicId("payment", paymentId);
  const row = id && (await findTransaction(deps.db, merchant.id, id));
  if (!row) throw new HearthError("NOT_FOUND", { message: "Transaction not found" });
  return row;
}

/** Converts a merchant's filter for the query. */
export async function toFilter({ db }: Deps, merchant: OwnMerchant, filter: TransactionFilter): Promise<MerchantPaymentFilter> {
  const range = toDateRange(filter, filter.timeZone ?? merchant.timeZone);
  const searched = filter.search ? await readSearched(db, merchant.id, filter.search) : undefined;
  return { merchantId: merchant.id, status: filter.status === "all" ? undefined : filter.status, range, searched };
}
