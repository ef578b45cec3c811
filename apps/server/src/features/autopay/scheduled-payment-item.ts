import { publicId } from "@hearth/domain/ids";
import type { Item } from "../../jobs/set-aside.repo.ts";
import type { ScheduledPaymentRow } from "./scheduled-payments.repo.ts";

/**
 * Limits for jobs over due scheduled payments: five leases concurrently, because each waits for the chain. One lease's are processed in
 * order, so that one cause that ends several sends one notification.
 */
export const dueBatch = { pageSize: 100, atOnce: 5, laneOf: ({ leaseId }: ScheduledPaymentRow) => leaseId };

/** Identifies a scheduled payment that is set aside. */
export function scheduledPaymentItem({ id }: ScheduledPaymentRow): Item {
  return { id, name: publicId("scheduledPayment", id) };
}
