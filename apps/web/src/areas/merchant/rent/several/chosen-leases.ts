import { windowStore } from "../../../../lib/browser-store.ts";
import { loadAll } from "../../../../kit/list/load-all.ts";
import { session } from "../../../../lib/session.ts";
import { type Inputs, type Outputs, trpcClient } from "../../../../lib/trpc.ts";

export type Tenancy = Outputs["rent"]["tenants"]["items"][number];

/** Name in the window's storage, for each user who signs in there. */
const keyOf = () => `chosen-leases:${session.get().user?._id ?? ""}`;

/** Most leases on a page for several. */
export const mostLeases = 500;

/** Keeps the leases that were chosen in a list for the page that acts on several of them, also over a reload. */
export function keepChosenLeases(leases: readonly Tenancy[]): void {
  windowStore.setItem(keyOf(), JSON.stringify(leases.slice(0, mostLeases)));
}

/** Reads the leases chosen last in this window. */
export function readChosenLeases(): readonly Tenancy[] {
  try {
    const leases: unknown = JSON.parse(windowStore.getItem(keyOf()) ?? "[]");
    return Array.isArray(leases) ? leases : [];
  } catch {
    return [];
  }
}

/** Names a set of leases, so that a draft about them is offered for no other set. */
export function nameOfLeases(leases: readonly { _id: string }[]): string {
  return `${leases.length} ${leases[0]?._id ?? ""} ${leases.at(-1)?._id ?? ""}`;
}

type LeaseFilter = Omit<Inputs["rent"]["tenants"] & object, "cursor" | "limit">;

/** Loads the leases that a filter matches, by default up to the most for one page. */
export function loadLeases(filter: LeaseFilter, most = mostLeases): Promise<readonly Tenancy[]> {
  return loadAll((page) => trpcClient.rent.tenants.query({ ...filter, ...page }), most);
}
