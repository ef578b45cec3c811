import { HearthError } from "@hearth/domain/errors";
import { parsePublicId, publicId } from "@hearth/domain/ids";
import { wireAmount } from "@hearth/domain/money";
import { dayIn, later, monthAfter, monthOf, startOfDay } from "@hearth/domain/rent/calendar";
import type { LeaseLedgerInput, ListLeasesForAdminInput, WrongFeesInput } from "@hearth/domain/rent/inputs";
import { owedOn } from "@hearth/domain/rent/owed";
import { termsFor } from "@hearth/domain/rent/periods";
import type { Deps } from "../../../deps.ts";
import { invalidCursor } from "../../../paging/cursor.ts";
import { findWrongFees } from "../charges/wrong-late-fees.ts";
import { payeeWordsOf } from "../../payees/payee-cards.ts";
import { findAmongAll, listAllLeases } from "../rows/all-leases.repo.ts";
import {
  findLease,
  type LeaseDetailRow,
  type LeaseViewer,
  listLines,
  listOpenPayments,
  listOwnLeases,
  listPaidMonths,
} from "../rows/lease-lists.repo.ts";
import { listInvitedTenants } from "../rows/tenants.repo.ts";
import { listOpen } from "../rows/lease-money.repo.ts";
import { listFeeDays } from "../rows/late-fees.repo.ts";
import { listSignedTerms, type SignedTermsRow } from "../rows/terms-signatures.repo.ts";
import { findLastReminder } from "../rows/reminders.repo.ts";
import {
  viewAnyLease,
  viewLine,
  viewNextRent,
  viewOpenCharge,
  viewOwed,
  viewRemains,
  viewPaidMonth,
  viewRoommate,
  viewTenant,
  viewTerms,
} from "./leases.view.ts";

/** A page of all leases, or of one merchant's, the newest first. A search lists at most `mostFound` leases, and `isCut` says that it matches more. */
export async function readAllLeases(
  { db, clock }: Deps,
  { merchantId, search, cursor, limit }: Omit<ListLeasesForAdminInput, "direction">,
) {
  const merchant = merchantId === undefined ? null : parsePublicId("merchant", merchantId);
  if (merchantId !== undefined && merchant === null) return { items: [], nextCursor: null, isCut: false };
  const after = cursor === undefined ? undefined : parsePublicId("lease", cursor);
  if (after === null) throw invalidCursor();
  const { ids, isCut } = search ? await findAmongAll(db, { merchantId: merchant, search }) : { ids: undefined, isCut: false };
  const rows = await listAllLeases(db, { merchantId: merchant, ids, after, limit: limit + 1, now: clock.now() });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { items: page.map(viewAnyLease), nextCursor: rows.length > limit && last ? publicId("lease", last.id) : null, isCut };
}

/** Months of rent before this one whose payments are named. */
const paidMonthsBack = 12;

/**
 * An account's leases that run, or on which something is owed, prepaid or held, each with the amount owed and its due day. The earliest due come first. The
 * leases that the account has moved out of come last.
 */
export async function readOwnLeases(deps: Deps, userId: string) {
  const { db, clock } = deps;
  const rows = await listOwnLeases(db, userId);
  if (rows.length === 0) return [];
  const ids = rows.map(({ lease }) => lease.id);
  const now = clock.now();
  const from = monthAfter(monthOf(dayIn(now, "UTC")), -paidMonthsBack);
  const [openCharges, terms, paying, paid] = await Promise.all([
    listOpen(db, ids),
    listSignedTerms(db, ids),
    listOpenPayments(db, ids),
    listPaidMonths(db, userId, { leaseIds: ids, from }),
  ]);
  const paidMonths = Map.groupBy(paid, ({ leaseId }) => leaseId);
  const others = Map.groupBy(
    paying.filter((payment) => payment.userId !== userId),
    ({ leaseId }) => leaseId,
  );
  const open = Map.groupBy(openCharges, ({ leaseId }) => leaseId);
  const words = new Map<string, string | null>();
  for (const { lease, carded } of rows) words.set(lease.id, await payeeWordsOf(deps, { merchantId: lease.merchantId, payee: carded }));
  return rows
    .map((row) => {
      const { id } = row.lease;
      const view = viewOwnLease(row, { open: open.get(id) ?? [], terms: terms.get(id) ?? [] }, now);
      return {
        ...view,
        roommates: view.hasLeft ? [] : (others.get(id) ?? []).map(viewRoommate),
        paidMonths: (paidMonths.get(id) ?? []).map(viewPaidMonth),
        payeeWords: words.get(id) ?? null,
      };
    })
    .filter(({ isOver, settle, hasLeft }) => hasLeft || !isOver || settle !== null)
    .toSorted((left, right) => Number(left.hasLeft) - Number(right.hasLeft) || compareDays(left.dueOn, right.dueOn));
}

/** Compares due days. Null comes last. */
function compareDays(left: string | null, right: string | null): number {
  return left === right ? 0 : (left ?? "9999-12-31") < (right ?? "9999-12-31") ? -1 : 1;
}

type OpenCharges = Awaited<ReturnType<typeof listOpen>>;

/** The moment up to which a tenant who has moved out sees a lease. Null for everybody else. */
export function seenUntil({ stay }: LeaseDetailRow, now: Date): Date | null {
  return stay?.endedAtMs != null && stay.endedAtMs <= now.getTime() ? new Date(stay.endedAtMs) : null;
}

/** For a tenant who has moved out, the lease owes and holds nothing. Their payments are in its ledger. */
function viewOwnLease(row: LeaseDetailRow, { open, terms }: { open: OpenCharges; terms: SignedTermsRow[] }, now: Date) {
  const { startsOn, timeZone } = row.lease;
  const end = seenUntil(row, now);
  const period = later(monthOf(dayIn(end ?? now, timeZone)), monthOf(startsOn));
  const { businessType } = row.merchant;
  const merchantId = publicId("merchant", row.lease.merchantId);
  const common = end === null ? viewCommon(row, open, now) : viewCommon({ ...row, unusedCents: 0, heldCents: 0 }, [], now);
  const next = end === null ? viewNextRent(row.lease, terms) : null;
  const { movedOutOn = null } = row.stay ?? {};
  return { ...common, merchantId, businessType, terms: viewTerms(termsFor(terms, period)), next, movedOutOn, hasLeft: end !== null };
}

function viewCommon({ lease, merchant, property, unit, unusedCents, heldCents }: LeaseDetailRow, open: OpenCharges, now: Date) {
  const today = dayIn(now, lease.timeZone);
  const owed = owedOn(open, unusedCents, today);
  const openDepositCents = open.reduce((sum, { kind, openCents }) => sum + (kind === "deposit" ? openCents : 0), 0);
  return {
    _id: publicId("lease", lease.id),
    merchant: merchant.name,
    property: property.name,
    unit: unit.name,
    startsOn: lease.startsOn,
    endsOn: lease.endsOn,
    ...viewOwed(owed),
    ...viewRemains({ ...owed, openDepositCents, heldCents, isOver: lease.endsOn !== null && lease.endsOn < today }),
    charges: open.map(viewOpenCharge),
    partPayments: lease.partPayments,
  };
}

/** Finds a lease with its property and unit. @throws HearthError NOT_FOUND for one that the viewer may not see. */
export async function requireLease({ db }: Deps, viewer: LeaseViewer, leaseId: string): Promise<LeaseDetailRow> {
  const id = parsePublicId("lease", leaseId);
  const row = id && (await findLease(db, viewer, id));
  if (!row) throw new HearthError("NOT_FOUND", { message: "Lease not found" });
  return row;
}

/** Reads a lease with its tenants and terms. @throws HearthError NOT_FOUND for one that the viewer may not see. */
export async function readLease(deps: Deps, viewer: Exclude<LeaseViewer, { userId: string }>, leaseId: string) {
  const row = await requireLease(deps, viewer, leaseId);
  const { lease } = row;
  const [open, terms, tenants, reminder] = await Promise.all([
    listOpen(deps.db, [lease.id]),
    listSignedTerms(deps.db, [lease.id]),
    listInvitedTenants(deps.db, lease.id),
    findLastReminder(deps.db, lease.id),
  ]);
  const now = deps.clock.now();
  return {
    ...viewCommon(row, open, now),
    address: row.property.address,
    timeZone: lease.timeZone,
    proration: lease.proration,
    deposit: wireAmount(lease.depositCents),
    notes: lease.notes,
    tenants: tenants.map((tenant) => viewTenant(tenant, now)),
    nextPeriod: lease.nextPeriod,
    terms: (terms.get(lease.id) ?? []).map(viewTerms),
    reminded: reminder && { at: reminder.sentAt.toISOString(), byHand: reminder.kind === "hand" },
    undoneAt: lease.undoneAt && lease.undoneAt.toISOString(),
    updatedAt: lease.updatedAt.toISOString(),
  };
}

/**
 * Previews the late fees that a credit on a day would make wrong: their number, and the excess in dollars. Writes nothing. @throws HearthError NOT_FOUND for a
 * lease that the viewer may not see.
 */
export async function readWrongFees(deps: Deps, viewer: Exclude<LeaseViewer, { userId: string }>, { leaseId, amount, on }: WrongFeesInput) {
  const { lease } = await requireLease(deps, viewer, leaseId);
  const credit = { id: "", arrivedAt: startOfDay(on, lease.timeZone), unusedCents: amount, chosen: [] };
  const wrongFees = await findWrongFees(deps.db, lease, on, credit);
  return { count: wrongFees.length, amount: wireAmount(wrongFees.reduce((sum, { cents, rightCents }) => sum + cents - rightCents, 0)) };
}

/** The most stretches of days without a late fee that a line of rent shows, the newest ones. */
const mostFeeDays = 5;

/** A page of a lease's lines, the newest day first. @throws HearthError NOT_FOUND for one that the viewer may not see. */
export async function readLedger(deps: Deps, viewer: LeaseViewer, { leaseId, cursor, limit }: Omit<LeaseLedgerInput, "direction">) {
  const found = await requireLease(deps, viewer, leaseId);
  const until = seenUntil(found, deps.clock.now());
  const after = cursor === undefined ? undefined : lineOf(cursor);
  const rows = await listLines(deps.db, { leaseId: found.lease.id, until, after, limit: limit + 1 });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const rents = page.flatMap(({ chargeId, chargeKind, kind }) =>
    chargeId !== null && chargeKind === "rent" && kind === "charge" ? chargeId : [],
  );
  const feeDays = Map.groupBy(until === null ? await listFeeDays(deps.db, rents, mostFeeDays) : [], ({ chargeId }) => chargeId);
  const items = page.map((line) => viewLine(line, line.kind === "charge" ? (feeDays.get(line.chargeId ?? "") ?? []) : []));
  return { items, nextCursor: rows.length > limit && last ? `${last.effectiveOn}_${last.id}` : null };
}

function lineOf(cursor: string): { on: string; id: number } {
  if (Number.isNaN(Date.parse(cursor.slice(0, 10)))) throw invalidCursor();
  return { on: cursor.slice(0, 10), id: Number(cursor.slice(11)) };
}
