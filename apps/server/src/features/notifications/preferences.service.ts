import { HearthError } from "@hearth/domain/errors";
import { type MailGroup, mailGroupNames, mailGroups, mailGroupsOf } from "@hearth/domain/notifications/events";
import { z } from "zod";
import type { Deps } from "../../deps.ts";
import type { Actor } from "../../trpc/context.ts";
import { findMutedMails, setMailMuted } from "./notifications.repo.ts";

/** The optional mails of an account, each with whether it is sent. */
export const mailPreferencesView = z.strictObject({
  optional: z.array(z.strictObject({ group: z.enum(mailGroupNames), label: z.string(), on: z.boolean() })),
});
export type MailPreferencesView = z.infer<typeof mailPreferencesView>;

/** Which optional mails an account gets. */
export async function readMailPreferences(deps: Deps, actor: Actor): Promise<MailPreferencesView> {
  return view(actor, await findMutedMails(deps.db, actor.userId));
}

/** Switches one of them on or off. @throws HearthError CONFLICT for one that nobody of that role gets. */
export async function setMailPreference(deps: Deps, actor: Actor, group: MailGroup, on: boolean): Promise<MailPreferencesView> {
  if (!mailGroupsOf(actor.role, actor.staffRole).includes(group))
    throw new HearthError("CONFLICT", { message: "Nobody of your role gets these mails" });
  return view(actor, await switchMail(deps, actor.userId, { group, isMuted: !on }));
}

/** Switches one kind of optional mail on or off; answers what is off afterwards. */
export async function switchMail(deps: Deps, userId: string, change: { group: MailGroup; isMuted: boolean }): Promise<MailGroup[]> {
  return setMailMuted(deps.db, userId, change);
}

function view({ role, staffRole }: Actor, muted: readonly MailGroup[]): MailPreferencesView {
  return { optional: mailGroupsOf(role, staffRole).map((group) => ({ group, label: mailGroups[group], on: !muted.includes(group) })) };
}
