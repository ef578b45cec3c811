import { publicId } from "@hearth/domain/ids";
import type { Item } from "../../jobs/set-aside.repo.ts";
import type { ChequeRow } from "./cheques.repo.ts";

/** How jobs look at the cheques that are due: five leases' at once, since each waits for the chain. Of one lease they come one after another, so that what ends several is told once. */
export const together = { pageSize: 100, atOnce: 5, laneOf: ({ leaseId }: ChequeRow) => leaseId };

/** A cheque as an item that can be set aside. */
export function chequeItem({ id }: ChequeRow): Item {
  return { id, name: publicId("cheque", id) };
}
