import type { DatabaseOrTransaction } from "@hearth/db/client";
import { HearthError } from "@hearth/domain/errors";
import { parsePublicId, publicId } from "@hearth/domain/ids";
import { wireAmount } from "@hearth/domain/money";
import { isDay } from "@hearth/domain/rent/calendar";
import type { ListTenantsInput, SumTenantsInput, TenancyOrder, TenancySort } from "@hearth/domain/rent/inputs";
import { z } from "zod";
import type { Deps } from "../../../deps.ts";
import { invalidCursor } from "../../../paging/cursor.ts";
import { findPaidMerchant } from "../../businesses/merchants.service.ts";
import { findFew, listTenancies, mostCounted, sumTenancies, type TenancyFilter, type TenancyPlace } from "../rows/tenancies.repo.ts";
import { viewTenancy } from "./leases.view.ts";

/** Finds the first lease of a business that runs, or that is over and not settled. Returns at most one. */
export function findTenancy(
  db: DatabaseOrTransaction,
  { merchantId, state, now }: { merchantId: string; state: "running" | "unsettled"; now: Date },
): PromiseLike<unknown[]> {
  const all = { propertyId: undefined, after: undefined };
  return listTenancies(db, { merchantId, state, ...all, sort: "longest", order: "ascending", limit: 1, now });
}

/** The order of a list of leases that asks for none: the largest amount first, otherwise ascending. */
const usualOrder = (sort: TenancySort): TenancyOrder => (sort === "pastDue" || sort === "balance" ? "descending" : "ascending");

/**
 * A page of a merchant's leases with the amount owed on each. By default, the leases that have owed longest come first. A search lists at most `mostFound`
 * leases, and the sums of the same search say whether it matches more.
 */
export async function readTenancies(
  { db, clock }: Deps,
  merchantId: string,
  { sort, order = usualOrder(sort), cursor, limit, ...filter }: Omit<ListTenantsInput, "direction">,
) {
  const after = cursor === undefined ? undefined : readTenancyCursor({ sort, order }, cursor);
  const sought = await seek(db, merchantId, filter, { now: clock.now(), sort });
  if (sought === null) return { items: [], nextCursor: null };
  const rows = await listTenancies(db, { ...sought.filter, sort, order, after, limit: limit + 1 });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { items: page.map(viewTenancy), nextCursor: rows.length > limit && last ? writeTenancyCursor({ sort, order }, last) : null };
}

/** The sums over the leases of a filter: past due, balance and prepaid rent. Of a search, those of the leases that its list reads. */
export async function sumUpTenancies({ db, clock }: Deps, merchantId: string, filter: SumTenantsInput) {
  const sought = await seek(db, merchantId, filter, { now: clock.now(), sort: null });
  if (sought === null) return { leases: 0, hasMoreLeases: false, pastDueLeases: 0, pastDue: 0, balance: 0, credit: 0, isCut: false };
  const { leases, pastDueLeases, lateCents, owedCents, creditCents } = await sumTenancies(db, sought.filter);
  const money = { pastDue: wireAmount(lateCents), balance: wireAmount(owedCents), credit: wireAmount(creditCents) };
  return { leases: Math.min(leases, mostCounted), hasMoreLeases: leases > mostCounted, pastDueLeases, ...money, isCut: sought.isCut };
}

/** States whose leases lie together in a sort, so that a page of them follows its index. */
const togetherInSort: Partial<Record<TenancySort, readonly string[]>> = {
  longest: ["late", "owing"],
  pastDue: ["late"],
  balance: ["owing"],
  ends: ["ended", "endsSoon", "giveBack"],
};

/** Reads a filter of leases, with the leases themselves where they are few. Null for a property that cannot exist. */
async function seek(
  db: DatabaseOrTransaction,
  merchantId: string,
  { state, search, propertyId }: SumTenantsInput,
  { now, sort }: { now: Date; sort: TenancySort | null },
): Promise<{ filter: TenancyFilter; isCut: boolean } | null> {
  const property = propertyId === undefined ? undefined : parsePublicId("property", propertyId);
  if (property === null) return null;
  const filter = { merchantId, propertyId: property, state, now };
  const isInOrder = sort !== null && togetherInSort[sort]?.includes(state) === true && !search && property === undefined;
  const { ids, isCut } = isInOrder ? { ids: undefined, isCut: false } : await findFew(db, { ...filter, search });
  return { filter: { ...filter, ids }, isCut };
}

interface TenancySorting {
  sort: TenancySort;
  order: TenancyOrder;
}

/** A place in the list of leases as a cursor: for the oldest debts its day and the lease, otherwise JSON with the sorting in base64url. */
function writeTenancyCursor({ sort, order }: TenancySorting, { place, id }: { place: TenancyPlace; id: string }): string {
  const lease = publicId("lease", id);
  if (sort === "longest") return `${String(place)}_${lease}`;
  return Buffer.from(JSON.stringify([sort, order, place, lease])).toString("base64url");
}

const day = z.string().refine(isDay);
const name = z.string().refine((text) => !text.includes("\0"));
const tenancyPlaces: Record<TenancySort, z.ZodType<TenancyPlace>> = {
  longest: z.union([day, z.literal("9999-12-31")]),
  unit: z.tuple([name, name]),
  tenant: z.tuple([name]),
  pastDue: z.number(),
  balance: z.number(),
  lastPaid: z.union([z.literal("-infinity"), day]),
  ends: z.union([z.literal("infinity"), day]),
};

/** Reads such a cursor. @throws HearthError VALIDATION for one that `writeTenancyCursor` cannot produce, and for one of another sorting. */
function readTenancyCursor({ sort, order }: TenancySorting, cursor: string): { place: TenancyPlace; id: string } {
  const [given, id] = sort === "longest" ? [cursor.slice(0, 10), cursor.slice(11)] : partsOf(cursor, { sort, order });
  const place = tenancyPlaces[sort].safeParse(given);
  const lease = typeof id === "string" ? parsePublicId("lease", id) : null;
  if (!place.success || lease === null) throw invalidCursor();
  return { place: place.data, id: lease };
}

function partsOf(cursor: string, { sort, order }: TenancySorting): unknown[] {
  try {
    const parts = z
      .array(z.unknown())
      .length(4)
      .parse(JSON.parse(Buffer.from(cursor, "base64url").toString()));
    return parts[0] === sort && parts[1] === order ? parts.slice(2) : [];
  } catch {
    return [];
  }
}

/**
 * A page of the leases of a merchant, for administrators, with the amount owed on each. The leases that have owed longest come first. @throws HearthError
 * NOT_FOUND.
 */
export async function readTenanciesOf(deps: Deps, { merchantId, ...filter }: Omit<ListTenantsInput, "direction"> & { merchantId: string }) {
  const id = parsePublicId("merchant", merchantId);
  const merchant = id && (await findPaidMerchant(deps.db, id));
  if (!merchant) throw new HearthError("NOT_FOUND", { message: "Merchant not found" });
  return readTenancies(deps, id, filter);
}
