import type { Actor, CallOrigin } from "../../trpc/context.ts";

/** Who refunds, for which merchant. */
export interface Refunder {
  merchantId: string;
  actor: Actor;
  origin: CallOrigin;
}
