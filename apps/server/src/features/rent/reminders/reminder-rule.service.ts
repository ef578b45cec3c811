import { publicId } from "@hearth/domain/ids";
import { dayIn } from "@hearth/domain/rent/calendar";
import type { ReminderRule, SetReminderRuleInput } from "@hearth/domain/rent/reminders";
import { z } from "zod";
import { insertAuditEntry } from "../../../audit/audit.repo.ts";
import { requireAsSeen } from "../../../audit/changes.ts";
import type { Deps } from "../../../deps.ts";
import type { Actor, CallOrigin } from "../../../trpc/context.ts";
import { requireOwnMerchant } from "../../businesses/own-merchant.ts";
import { findRule, upsertRule } from "../rows/reminders.repo.ts";

/** The days on which tenants are reminded. Null and false where they are not. */
export const reminderRuleView = z.strictObject({
  daysBefore: z.number().int().nullable(),
  onDueDay: z.boolean(),
  daysLate: z.number().int().nullable(),
});

/** Reads the merchant's reminder rule. A merchant who has set none has no reminders. @throws HearthError NOT_FOUND. */
export async function readReminderRule(deps: Deps, actor: Actor): Promise<ReminderRule> {
  const { id } = await requireOwnMerchant(deps, actor);
  return (await findRule(deps.db, id)) ?? { daysBefore: null, onDueDay: false, daysLate: null };
}

/**
 * Sets the reminder rule. A first rule takes effect on the next day. Setting what is set changes
 * nothing. @throws HearthError NOT_FOUND, CONFLICT.
 */
export async function setReminderRule(deps: Deps, origin: CallOrigin, actor: Actor, input: SetReminderRuleInput): Promise<ReminderRule> {
  const { seen, ...rule } = input;
  const { id, timeZone } = await requireOwnMerchant(deps, actor);
  const now = deps.clock.now();
  await deps.db.transaction(async (tx) => {
    if (!(await upsertRule(tx, id, { rule, seen, today: dayIn(now, timeZone), now }))) {
      requireAsSeen({ ...(await findRule(tx, id)) }, rule);
      return;
    }
    const { daysBefore, onDueDay, daysLate } = rule;
    const data = { before: daysBefore ?? "no", onDueDay: onDueDay ? "yes" : "no", late: daysLate ?? "no" };
    await insertAuditEntry(tx, origin, {
      at: now,
      actorId: actor.userId,
      action: "rent.remindersChanged",
      subject: publicId("merchant", id),
      data,
    });
  });
  return rule;
}
