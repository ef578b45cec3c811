import type { Actor, CallOrigin } from "../../trpc/context.ts";

/** The person who refunds, and for which merchant. */
export interface Refunder {
  merchantId: string;
  actor: Actor;
  origin: CallOrigin;
}
