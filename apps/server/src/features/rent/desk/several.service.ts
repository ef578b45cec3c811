import type { ChargeManyInput, CreditManyInput, RemindManyInput, RenewManyInput } from "@hearth/domain/rent/desk-inputs";
import { z } from "zod";
import type { Deps } from "../../../deps.ts";
import type { Actor, CallOrigin } from "../../../trpc/context.ts";
import { expectedFailure, isOfDatabase } from "../../../trpc/error-shape.ts";
import { requireOwnMerchant } from "../../businesses/own-merchant.ts";
import { addCharge, addLeaseCredit } from "../leases/lease-acts.service.ts";
import { renewWithRent } from "../leases/lease-end.service.ts";
import { remindTenants } from "../reminders/remind-tenants.service.ts";

/** The result for one lease: the id of the charge, credit or lease, or the reason why it was refused. One of both is null. */
const resultView = z.strictObject({ leaseId: z.string(), _id: z.string().nullable(), refused: z.string().nullable() });

/** The results in the order in which the leases were sent. */
export const severalView = z.strictObject({ items: resultView.array() });
export const creditedSeveralView = z.strictObject({
  /** `feesVoided`: the late fees that were voided, or lowered, because the money came before them. */
  items: resultView.extend({ feesVoided: z.number().int() }).array(),
});
export const remindedSeveralView = z.strictObject({
  /** `tenants`: those who were sent an email. */
  items: resultView.extend({ tenants: z.number().int() }).array(),
});

/** A call about several leases, with its idempotency key. */
interface Call {
  deps: Deps;
  origin: CallOrigin;
  actor: Actor;
  key: string | null;
}

/** The answer for an item that failed for a reason of Hearth's own. */
const failed = "This one could not be done. Try it again.";
const remindedLately = "Reminded in the last 20 hours";

/** The result of one item: what the act returned, or the reason why it was refused. */
type Result<Done> = { leaseId: string } & ({ done: Done; refused: null } | { done: null; refused: string });

/**
 * Runs an act for one item after the other, each in its own transaction. A refused or failed item is answered with the reason, and the next one follows. The
 * act gets a key made of the call's and the item's. So a repeat, also of a call that was interrupted, does nothing twice and gets the first results. Its separator
 * cannot be in a client's own key. @throws HearthError IDEMPOTENCY_KEY_REUSED for a key that was sent with other items.
 */
async function doEach<Item extends { leaseId: string }, Done>(
  { deps, origin, actor, key }: Call,
  items: readonly Item[],
  act: (item: Item, key: string | null) => Promise<Done>,
): Promise<Result<Done>[]> {
  await requireOwnMerchant(deps, actor);
  const results: Result<Done>[] = [];
  for (const [index, item] of items.entries()) {
    const { leaseId } = item;
    try {
      results.push({ leaseId, done: await act(item, key && `${key}#${index}`), refused: null });
    } catch (error) {
      results.push({ leaseId, done: null, refused: refusalOf(error, { deps, origin, leaseId }) });
    }
  }
  return results;
}

const viewResult = ({ leaseId, done, refused }: Result<{ _id: string }>) => ({ leaseId, _id: done && done._id, refused });

/** Returns the reason of a refusal in the caller's words. Logs any other failure. */
function refusalOf(error: unknown, { deps, origin, leaseId }: Pick<Call, "deps" | "origin"> & { leaseId: string }): string {
  const expected = expectedFailure(error);
  if (expected?.code === "IDEMPOTENCY_KEY_REUSED") throw expected;
  if (expected?.code === "RATE_LIMITED") return remindedLately;
  if (expected !== null && !isOfDatabase(expected)) return expected.message;
  deps.log.error({ err: error, leaseId, requestId: origin.requestId }, "One of several leases failed");
  return failed;
}

/** Adds charges to several leases. */
export async function chargeMany(
  deps: Deps,
  origin: CallOrigin,
  actor: Actor,
  { items, idempotencyKey }: ChargeManyInput,
  key: string | null,
): Promise<z.infer<typeof severalView>> {
  const call = { deps, origin, actor, key: idempotencyKey ?? key };
  const results = await doEach(call, items, (item, itemKey) => addCharge(deps, origin, actor, item, itemKey));
  return { items: results.map(viewResult) };
}

/** Adds credits, write-offs or money from outside Hearth to several leases. */
export async function creditMany(
  deps: Deps,
  origin: CallOrigin,
  actor: Actor,
  { items, idempotencyKey }: CreditManyInput,
  key: string | null,
): Promise<z.infer<typeof creditedSeveralView>> {
  const call = { deps, origin, actor, key: idempotencyKey ?? key };
  const results = await doEach(call, items, (item, itemKey) => addLeaseCredit(deps, origin, actor, item, itemKey));
  return { items: results.map((result) => ({ ...viewResult(result), feesVoided: result.done?.feesVoided ?? 0 })) };
}

/** Renews several leases, each with its end and rent. A lease that somebody else changed meanwhile is refused. */
export async function renewMany(
  deps: Deps,
  origin: CallOrigin,
  actor: Actor,
  { items, idempotencyKey }: RenewManyInput,
  key: string | null,
): Promise<z.infer<typeof severalView>> {
  const call = { deps, origin, actor, key: idempotencyKey ?? key };
  const results = await doEach(call, items, (item, itemKey) => renewWithRent(deps, origin, actor, item, itemKey));
  return { items: results.map(viewResult) };
}

/** Reminds the tenants of several leases of what they owe. */
export async function remindMany(
  deps: Deps,
  origin: CallOrigin,
  actor: Actor,
  { leaseIds, idempotencyKey }: RemindManyInput,
  key: string | null,
): Promise<z.infer<typeof remindedSeveralView>> {
  const call = { deps, origin, actor, key: idempotencyKey ?? key };
  const items = leaseIds.map((leaseId) => ({ leaseId }));
  const results = await doEach(call, items, (item, itemKey) => remindTenants(deps, origin, actor, item, itemKey));
  return {
    items: results.map(({ leaseId, done, refused }) => ({
      leaseId,
      _id: done && leaseId,
      refused,
      tenants: done ? done.tenants + done.invited : 0,
    })),
  };
}
