import { daysBetween } from "@hearth/domain/rent/calendar";
import type { Outputs } from "../../../lib/trpc.ts";

type Lease = Outputs["rent"]["lease"];

/** The act that fits a lease now. `settle` has its buttons beside the money that it is about. */
export type LeaseStep = "settle" | "renewal" | "payment" | "invite" | "charge";

/** Days before the end of a lease from which on its renewal is offered first. */
const renewalDays = 60;

/** True for a tenant who lives there, has no account, and was never invited. */
export function isUninvited({ hasJoined, hasLeft, accountClosedAt, invitation }: Lease["tenants"][number]): boolean {
  return !hasJoined && !hasLeft && accountClosedAt === null && invitation === null;
}

/** Chooses the act that a lease's state asks for: its primary button. All others are in a menu. */
export function leaseStep(lease: Pick<Lease, "settle" | "isOver" | "endsOn" | "owed" | "tenants">, today: string): LeaseStep {
  const { settle, isOver, endsOn, owed, tenants } = lease;
  if (settle !== null && settle.step !== "pay") return "settle";
  if (!isOver && endsOn !== null && daysBetween(today, endsOn) <= renewalDays) return "renewal";
  if (owed > 0) return "payment";
  return !tenants.some(({ hasJoined, hasLeft }) => hasJoined && !hasLeft) && tenants.some(isUninvited) ? "invite" : "charge";
}
