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
import type { OwnMerchant } from "../../merchants/merchants.service.ts";
import { requireOwnMerchant } from "../../merchants/own-merchant.ts";
import { findPaymentIds, readSearched } from "./search.repo.ts";
import { findTransaction, listTransactions, listTransactionsById, type PaymentsOf, type TransactionRow } from "./transactions.repo.ts";
import { type TransactionTotalsView, type TransactionView, viewTotals, viewTransaction } from "./transactions.view.ts";

/** A page of what the merchant was and is to be paid, newest first unless another order is asked for; dates are read in the merchant's own time zone unless another is given. */
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

/** How many transactions there are within the dates and how much they are, by status. */
export async function readTransactionTotals(deps: Deps, actor: Actor, input: TransactionTotalsInput): Promise<TransactionTotalsView> {
  const merchant = await requireOwnMerchant(deps, actor);
  const range = toDateRange(input, input.timeZone ?? merchant.timeZone);
  return viewTotals(await readFiguresOf(deps.db, merchant.id, range, paymentStatuses));
}

/** So many are found at once; who looks for more writes more of it. */
const foundAtOnce = 8;

/** The newest of the merchant's transactions that some words may mean. */
export async function searchOwnTransactions(deps: Deps, actor: Actor, { search }: SearchTransactionsInput): Promise<TransactionView[]> {
  const { id } = await requireOwnMerchant(deps, actor);
  const ids = await findPaymentIds(deps.db, id, search, foundAtOnce);
  return (await listTransactionsById(deps.db, id, ids)).map(viewTransaction);
}

/** One of the merchant's transactions by its public id; an unknown id and somebody else's are equally absent. */
export async function getOwnTransaction(deps: Deps, actor: Actor, paymentId: string): Promise<TransactionRow> {
  const merchant = await requireOwnMerchant(deps, actor);
  const id = parsePublicId("payment", paymentId);
  const row = id && (await findTransaction(deps.db, merchant.id, id));
  if (!row) throw new HearthError("NOT_FOUND", { message: "Transaction not found" });
  return row;
}

/** A merchant's filter as the database asks it. */
export async function toFilter({ db }: Deps, merchant: OwnMerchant, filter: TransactionFilter): Promise<PaymentsOf> {
  const range = toDateRange(filter, filter.timeZone ?? merchant.timeZone);
  const searched = filter.search ? await readSearched(db, merchant.id, filter.search) : undefined;
  return { merchantId: merchant.id, status: filter.status === "all" ? undefined : filter.status, range, searched };
}
