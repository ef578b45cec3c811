import { parsePublicId, publicId } from "@hearth/domain/ids";
import { wireAmount } from "@hearth/domain/money";
import { mostPreviewed, type RemindPreviewInput } from "@hearth/domain/rent/desk-inputs";
import { z } from "zod";
import type { Deps } from "../../../deps.ts";
import { sharedLimitRules } from "../../../shared-limits.ts";
import type { Actor } from "../../../trpc/context.ts";
import { requireOwnMerchant } from "../../businesses/own-merchant.ts";
import { isInviterConfirmed } from "../invitations/invitations.service.ts";
import { listReach, type ReachRow } from "../rows/reminders.repo.ts";
import { findFew, listTenancies } from "../rows/tenancies.repo.ts";

/** The leases that a reminder would go to, by property and unit, with the balance that it would name. */
export const remindPreviewView = z.strictObject({
  items: z
    .strictObject({
      leaseId: z.string(),
      property: z.string(),
      unit: z.string(),
      tenants: z.string().array(),
      amount: z.number(),
      /** The due date of the oldest open charge. Null where nothing is owed. */
      dueOn: z.string().nullable(),
      canRemind: z.boolean(),
      /** The reason why no reminder can be sent now. Null where one can. */
      why: z.string().nullable(),
    })
    .array(),
});

/** Previews reminders of named leases, or of those with past due rent. At most 500. Sends nothing. Four statements, and one more to find past due leases. */
export async function previewReminders(
  deps: Deps,
  actor: Actor,
  { leaseIds, propertyId }: RemindPreviewInput,
): Promise<z.infer<typeof remindPreviewView>> {
  const { db, clock } = deps;
  const { id: merchantId } = await requireOwnMerchant(deps, actor);
  const now = clock.now();
  const property = propertyId === undefined ? undefined : parsePublicId("property", propertyId);
  if (property === null) return { items: [] };
  const ids = leaseIds?.flatMap((leaseId) => parsePublicId("lease", leaseId) ?? []);
  const filter = { merchantId, propertyId: property, now };
  const late = { ...filter, state: "late" as const };
  const meant =
    ids === undefined
      ? { ...late, ids: (await findFew(db, { ...late, search: undefined })).ids }
      : { ...filter, state: "any" as const, ids };
  const rows = await listTenancies(db, { ...meant, sort: "unit", order: "ascending", after: undefined, limit: mostPreviewed });
  const [reach, isConfirmed] = await Promise.all([
    listReach(
      db,
      rows.map(({ id }) => id),
      now,
    ),
    isInviterConfirmed(db, actor.userId),
  ]);
  const reachOf = new Map(reach.map((row) => [row.leaseId, row]));
  const items = rows.map(({ id, property: propertyName, unit, tenants, owedCents, dueOn }) => {
    const why = owedCents === 0 ? "Nothing is owed" : whyNot(reachOf.get(id), { isConfirmed, hasLimits: deps.env.hasRateLimits, now });
    const about = { leaseId: publicId("lease", id), property: propertyName, unit, tenants };
    return { ...about, amount: wireAmount(owedCents), dueOn, canRemind: why === null, why };
  });
  return { items };
}

/** Returns the reason why a reminder of a lease would be refused, by the rules of `remindTenants`. */
function whyNot(
  reach: ReachRow | undefined,
  { isConfirmed, hasLimits, now }: { isConfirmed: boolean; hasLimits: boolean; now: Date },
): string | null {
  const { joined = 0, strangers = 0, remindedMs = null } = reach ?? {};
  const sinceMs = remindedMs === null ? Infinity : now.getTime() - remindedMs;
  if (hasLimits && sinceMs < sharedLimitRules.rentReminder.windowSeconds * 1_000) return `Reminded ${ago(sinceMs)}`;
  if (joined > 0) return null;
  if (strangers === 0) return "No tenant can be emailed";
  return isConfirmed ? null : "Confirm your own email first. No tenant has an account yet.";
}

/** Formats a time of less than a day, such as `3 hours ago`. */
function ago(ms: number): string {
  const hours = Math.floor(ms / 3_600_000);
  return hours === 0 ? "less than an hour ago" : hours === 1 ? "1 hour ago" : `${hours} hours ago`;
}
