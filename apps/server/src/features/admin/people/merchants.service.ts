import type { ListPeopleInput } from "@hearth/domain/admin/filters";
import { HearthError } from "@hearth/domain/errors";
import { parsePublicId, publicId } from "@hearth/domain/ids";
import type { Deps } from "../../../deps.ts";
import { paginate, readCursor } from "../../../paging/cursor.ts";
import { countPaymentsOf } from "../../figures/figures.service.ts";
import {
  findMerchant,
  findMerchantIdsByAddress,
  listMerchantNames,
  listMerchants,
  type MerchantRow,
  type MerchantSearch,
} from "./merchants.repo.ts";
import { type AdminMerchantView, viewMerchant } from "./merchants.view.ts";

/** The maximum length of the merchant picker's list. Beyond it, admins use the search. */
const nameLimit = 1_000;

/** Returns a page of the merchants that match a search, newest first. */
export async function listAllMerchants(deps: Deps, { cursor, limit, search }: ListPeopleInput) {
  const after = cursor === undefined ? undefined : readCursor("merchant", cursor);
  const found = search ? await readSearch(deps, search) : undefined;
  const rows = await listMerchants(deps.db, { search: found, after, limit: limit + 1 });
  const { page, nextCursor } = paginate("merchant", rows, limit, ({ merchant }) => ({ at: merchant.createdAt, id: merchant.id }));
  return { items: await viewMerchants(deps, page), nextCursor };
}

/** Reads one merchant by its public id. @throws HearthError NOT_FOUND. */
export async function readMerchant(deps: Deps, merchantId: string): Promise<AdminMerchantView> {
  const id = parsePublicId("merchant", merchantId);
  const row = id && (await findMerchant(deps.db, id));
  const [view] = row ? await viewMerchants(deps, [row]) : [];
  if (!view) throw new HearthError("NOT_FOUND", { message: "Merchant not found" });
  return view;
}

/** Returns the merchants' names for a picker. */
export async function listNames({ db }: Deps) {
  const rows = await listMerchantNames(db, nameLimit);
  return rows.map(({ id, name }) => ({ _id: publicId("merchant", id), name }));
}

async function viewMerchants(deps: Deps, rows: MerchantRow[]): Promise<AdminMerchantView[]> {
  const ids = rows.map(({ merchant }) => merchant.id);
  const counts = await countPaymentsOf(deps.db, ids);
  return rows.map((row) => viewMerchant(row, counts.get(row.merchant.id) ?? 0));
}

/** Treats an id or an address as an exact match, and anything else as words. */
async function readSearch({ db }: Deps, typed: string): Promise<MerchantSearch> {
  const id = parsePublicId("merchant", typed);
  if (id !== null) return { ids: [id] };
  return /^0x[0-9a-f]{40}$/i.test(typed) ? { ids: await findMerchantIdsByAddress(db, typed) } : { text: typed };
}
