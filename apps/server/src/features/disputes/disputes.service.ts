import { toDateRange } from "@hearth/domain/date-range";
import type { ListDisputesInput, ListOwnDisputesInput, SearchDisputesInput } from "@hearth/domain/disputes/inputs";
import { HearthError } from "@hearth/domain/errors";
import { isHumanCode, parsePublicId } from "@hearth/domain/ids";
import type { Deps } from "../../deps.ts";
import type { Actor } from "../../trpc/context.ts";
import { getOwnPayment } from "../payments/payments.service.ts";
import { paginateInOrder, readOrderedCursor } from "../../paging/cursor.ts";
import { findDocument } from "./dispute-documents.repo.ts";
import { listDisputeEvents } from "./dispute-records.repo.ts";
import {
  type DisputeFilter,
  type DisputeSearch,
  findDispute,
  findNamed,
  type ListedDispute,
  listDisputes,
  type Viewer,
} from "./disputes.repo.ts";
import { type DisputeDetailView, toDisputeView, toTimeline } from "./disputes.view.ts";

/** Above this many matching people or merchants, the search scans the newest disputes instead. */
const fewMatches = 200;

/** Returns a dispute by public id or short code. Throws NOT_FOUND alike for an unknown one and for one that the viewer may not see. */
export async function getDispute(deps: Deps, viewer: Viewer, disputeId: string): Promise<ListedDispute> {
  const id = parsePublicId("dispute", disputeId);
  const which = id !== null ? { id } : isHumanCode(disputeId) ? { code: disputeId.toUpperCase() } : null;
  const found = which && (await findDispute(deps.db, which, viewer));
  if (!found) throw new HearthError("NOT_FOUND", { message: "Dispute not found" });
  return found;
}

/** Loads a dispute with its timeline. */
export async function loadDispute(deps: Deps, viewer: Viewer, disputeId: string): Promise<DisputeDetailView> {
  const found = await getDispute(deps, viewer, disputeId);
  return { ...toDisputeView(found), timeline: await readTimeline(deps, found) };
}

/** Lists a page of a viewer's disputes, newest first by default, with the next cursor. `timeZone` applies when the filter has none. */
export async function listVisibleDisputes(
  deps: Deps,
  viewer: Viewer,
  input: ListDisputesInput | ListOwnDisputesInput | SearchDisputesInput,
  timeZone: string,
) {
  const { status, limit, cursor, startDate, endDate } = input;
  const order = "order" in input ? input.order : "newest";
  const filter: DisputeFilter = {
    ...toDateRange({ startDate, endDate }, input.timeZone ?? timeZone),
    ...(status !== "all" && { status }),
    order,
    ...(cursor !== undefined && { after: readOrderedCursor("dispute", cursor, order) }),
    limit: limit + 1,
  };
  const narrowed = viewer.as === "merchant" ? narrowOwn(filter, input) : await narrow(deps, filter, input);
  const rows = narrowed === null ? [] : await listDisputes(deps.db, viewer, narrowed);
  const { page, nextCursor } = paginateInOrder("dispute", rows, limit, order, ({ dispute }) => ({
    at: dispute.createdAt,
    cents: dispute.amountCents,
    id: dispute.id,
  }));
  return { items: page.map(toDisputeView), nextCursor };
}

/** Adds the filters of a merchant. */
function narrowOwn(filter: DisputeFilter, { search = "", owed }: Partial<ListOwnDisputesInput>): DisputeFilter {
  return { ...filter, ...(search !== "" && { words: search }), ...(owed === true && { isOwed: true }) };
}

/** Adds the filters of administrators. Returns null when an id cannot exist, so that nothing matches. */
async function narrow(
  deps: Deps,
  filter: DisputeFilter,
  input: Partial<Omit<SearchDisputesInput, "order">>,
): Promise<DisputeFilter | null> {
  const { merchantId, userId, search = "" } = input;
  const merchant = merchantId === undefined ? undefined : parsePublicId("merchant", merchantId);
  const payer = userId === undefined ? undefined : parsePublicId("user", userId);
  if (merchant === null || payer === null) return null;
  return {
    ...filter,
    ...(merchant !== undefined && { merchantId: merchant }),
    ...(payer !== undefined && { payerId: payer }),
    ...(search !== "" && { search: await findSearched(deps, search) }),
  };
}

/** Resolves a part of an email, merchant name or short code, or the id of a dispute or payment. */
async function findSearched({ db }: Deps, text: string): Promise<DisputeSearch> {
  const { payerIds, merchantIds } = await findNamed(db, text, fewMatches + 1);
  if (payerIds.length > fewMatches || merchantIds.length > fewMatches) return { kind: "many", text };
  return { kind: "few", text, payerIds, merchantIds, disputeId: parsePublicId("dispute", text), paymentId: parsePublicId("payment", text) };
}

/** Lists the disputes about one of the payer's own payments, newest first. @throws HearthError NOT_FOUND for anybody else's payment. */
export async function listDisputesAbout(deps: Deps, actor: Actor, publicPaymentId: string): Promise<DisputeDetailView[]> {
  const { id: paymentId } = await getOwnPayment(deps, actor, publicPaymentId);
  const rows = await listDisputes(deps.db, { as: "payer", userId: actor.userId }, { paymentId, limit: 20 });
  return Promise.all(rows.map(async (row) => ({ ...toDisputeView(row), timeline: await readTimeline(deps, row) })));
}

async function readTimeline(deps: Deps, row: ListedDispute): Promise<DisputeDetailView["timeline"]> {
  return toTimeline(row, await listDisputeEvents(deps.db, row.dispute.id));
}

/** Finds a document of a dispute that the viewer may see. */
export async function getDocument(deps: Deps, viewer: Viewer, input: { disputeId: string; documentId: string }) {
  const { dispute } = await getDispute(deps, viewer, input.disputeId);
  const id = parsePublicId("document", input.documentId);
  const document = id && (await findDocument(deps.db, dispute.id, id));
  if (!document) throw new HearthError("NOT_FOUND", { message: "Document not found" });
  const { originalName, type, sizeBytes } = document;
  return { _id: input.documentId, originalName, type, sizeBytes };
}
