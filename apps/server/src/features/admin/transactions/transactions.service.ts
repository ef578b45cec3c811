import type { AdminTransactionFilter, CountAdminTransactionsInput, ListAdminTransactionsInput } from "@hearth/domain/admin/filters";
import { toDateRange } from "@hearth/domain/date-range";
import { HearthError } from "@hearth/domain/errors";
import { hashBeginning } from "@hearth/db/search";
import { parsePublicId } from "@hearth/domain/ids";
import { type PaymentStatus, paymentStatuses } from "@hearth/domain/payments/status";
import type { Deps } from "../../../deps.ts";
import { paginateInOrder, readOrderedCursor } from "../../../paging/cursor.ts";
import { readFiguresOf } from "../../figures/figures.service.ts";
import { findMatches, findPaymentIdsByCode, findPaymentIdsByHash, findUserIdsByAddress } from "../rows/search.repo.ts";
import {
  countTransactions,
  listTransactionIds,
  type TransactionFilter,
  type TransactionSearch,
  type TransactionsPage,
} from "./transaction-search.repo.ts";
import { listNewestTransactions, listTransactionsById, type TransactionRow } from "./transactions.repo.ts";
import { type TransactionCountsView, viewTransaction } from "./transactions.view.ts";

/** With more matching users or merchants than this, a search scans the newest payments instead of each match's own. */
const fewMatches = 200;
/** Counting stops here; a larger count is shown as "more than". */
export const countLimit = 10_000;

/** Returns a page of the payments that match a filter, newest first by default. Dates without a time are days in the viewer's time zone. */
export async function listTransactions(deps: Deps, input: ListAdminTransactionsInput, timeZone: string) {
  const { cursor, limit, order } = input;
  const after = cursor === undefined ? undefined : readOrderedCursor("payment", cursor, order);
  const filter = await toTransactionFilter(deps, input, timeZone);
  const isFew = filter !== null && (order === "largest" || order === "smallest") && (await isFewInRange(deps, filter));
  const rows = filter === null ? [] : await readPage(deps, { ...filter, isFew }, { order, after, limit: limit + 1 });
  const { page, nextCursor } = paginateInOrder("payment", rows, limit, order, ({ payment }) => ({
    at: payment.createdAt,
    cents: payment.amountCents,
    id: payment.id,
  }));
  return { items: page.map(viewTransaction), nextCursor };
}

/** Payments within some days that a page by amount reads and sorts. Among more, it follows the amounts until the page is full. */
const fewInRange = 2_000;

/** True where a range holds few payments, by the stored figures. */
async function isFewInRange({ db }: Deps, { merchantId, status, range }: TransactionFilter): Promise<boolean> {
  if (range?.from === undefined && range?.to === undefined) return false;
  const statuses: readonly PaymentStatus[] = status === undefined ? paymentStatuses : [status];
  const figures = await readFiguresOf(db, merchantId ?? null, range, statuses);
  return statuses.reduce((sum, kind) => sum + figures(kind).count, 0) <= fewInRange;
}

/** Reads a page of rows. The first page without a filter is the most frequent one and has a prepared query of its own. */
async function readPage({ db }: Deps, filter: TransactionFilter, page: TransactionsPage) {
  if (page.after === undefined && page.order === "newest" && isWhole(filter)) return listNewestTransactions(db, page.limit);
  return listTransactionsById(db, await listTransactionIds(db, filter, page));
}

function isWhole({ search, merchantId, userId, status, range }: TransactionFilter): boolean {
  return [search, merchantId, userId, status, range?.from, range?.to].every((part) => part === undefined);
}

/** Counts the payments of each status that match a filter, up to `countLimit`; null where the words match too many to count quickly. */
export async function countTransactionsByStatus(
  deps: Deps,
  input: CountAdminTransactionsInput,
  timeZone: string,
): Promise<TransactionCountsView | null> {
  const filter = await toTransactionFilter(deps, { ...input, status: "all" }, timeZone);
  if (filter?.search?.kind === "many") return null;
  if (filter !== null && filter.search === undefined && filter.userId === undefined) return countByFigures(deps, filter);
  const countOf = async (status?: TransactionFilter["status"]) => {
    if (filter === null) return { count: 0, hasMore: false };
    const found = await countTransactions(deps.db, { ...filter, status }, countLimit + 1);
    return { count: Math.min(found, countLimit), hasMore: found > countLimit };
  };
  const [all, pending, completed, failed, cancelled] = await Promise.all([countOf(), ...paymentStatuses.map(countOf)]);
  if (!pending || !completed || !failed || !cancelled) throw new Error("A status was not counted");
  return { all, pending, completed, failed, cancelled };
}

/** Counts exactly, without a limit, from the stored figures. Only for a filter of merchant and dates. */
async function countByFigures({ db }: Deps, { merchantId, range = {} }: TransactionFilter): Promise<TransactionCountsView> {
  const figures = await readFiguresOf(db, merchantId ?? null, range, paymentStatuses);
  const sumOf = (...statuses: readonly PaymentStatus[]) => ({
    count: statuses.reduce((sum, status) => sum + figures(status).count, 0),
    hasMore: false,
  });
  return {
    all: sumOf(...paymentStatuses),
    pending: sumOf("pending"),
    completed: sumOf("completed"),
    failed: sumOf("failed"),
    cancelled: sumOf("cancelled"),
  };
}

export async function listRecentTransactions(deps: Deps, limit: number): Promise<TransactionRow[]> {
  return listNewestTransactions(deps.db, limit);
}

/** Reads one payment of any merchant by its public id. @throws HearthError NOT_FOUND. */
export async function getTransaction(deps: Deps, transactionId: string): Promise<TransactionRow> {
  const id = parsePublicId("payment", transactionId);
  const [row] = id === null ? [] : await listTransactionsById(deps.db, [id]);
  if (!row) throw new HearthError("NOT_FOUND", { message: "Transaction not found" });
  return row;
}

/** Converts a filter for the query; null where an id in it is malformed. */
export async function toTransactionFilter(
  deps: Deps,
  input: AdminTransactionFilter,
  viewerTimeZone: string,
): Promise<TransactionFilter | null> {
  const merchantId = readId("merchant", input.merchantId);
  const userId = readId("user", input.userId);
  if (merchantId === null || userId === null) return null;
  const search = input.search ? await resolveSearch(deps, input.search) : undefined;
  const range = toDateRange(input, input.timeZone ?? viewerTimeZone);
  return { search, merchantId, userId, status: input.status === "all" ? undefined : input.status, range };
}

/** Parses an id: undefined for an absent one, null for a malformed one. */
function readId(kind: "merchant" | "user", id: string | undefined): string | null | undefined {
  return id === undefined || id === "" ? undefined : parsePublicId(kind, id);
}

const nothing = { kind: "few" as const, paymentIds: [], userIds: [], merchantIds: [] };

/**
 * Resolves an admin's search. An id, code, hash (or its beginning) or address is an exact match; anything else is words of a name or email.
 */
async function resolveSearch(deps: Deps, typed: string): Promise<TransactionSearch> {
  const paymentId = parsePublicId("payment", typed);
  if (paymentId !== null) return { ...nothing, paymentIds: [paymentId] };
  const userId = parsePublicId("user", typed);
  if (userId !== null) return { ...nothing, userIds: [userId] };
  const merchantId = parsePublicId("merchant", typed);
  if (merchantId !== null) return { ...nothing, merchantIds: [merchantId] };
  if (/^0x[0-9a-f]{40}$/i.test(typed)) return { ...nothing, userIds: await findUserIdsByAddress(deps.db, typed) };
  if (hashBeginning.test(typed)) return { ...nothing, paymentIds: await findPaymentIdsByHash(deps.db, deps.network.chainId, typed) };
  const paymentIds = /^[0-9a-z]{4}-[0-9a-z]{4}$/i.test(typed) ? await findPaymentIdsByCode(deps.db, typed.toUpperCase()) : [];
  const { userIds, merchantIds } = await findMatches(deps.db, typed, fewMatches + 1);
  if (userIds.length > fewMatches || merchantIds.length > fewMatches) return { kind: "many", text: typed };
  return { kind: "few", paymentIds, userIds, merchantIds };
}
