import { HearthError } from "@hearth/domain/errors";
import { type MailGroup, mailGroupNames, mailGroups, mailGroupsOf } from "@hearth/domain/notifications/events";
import { z } from "zod";
import type { Deps } from "../../deps.ts";
import type { Actor } from "../../trpc/context.ts";
import { findMutedMails, setMailMuted } from "./notifications.repo.ts";

/** The optional mail groups of an account, each switched on or off. */
export const mailPreferencesView = z.strictObject({
  optional: z.array(z.strictObject({ group: z.enum(mailGroupNames), label: z.string(), on: z.boolean() })),
});
export type MailPreferencesView = z.infer<typeof mailPreferencesView>;

/** Reads the user's optional mail groups. */
export async function readMailPreferences(deps: Deps, actor: Actor): Promise<MailPreferencesView> {
  return view(actor, await findMutedMails(deps.db, actor.userId));
}

/** Switches a mail group on or off. @throws HearthError CONFLICT for a group that the user's role does not get. */
export async function setMailPreference(deps: Deps, actor: Actor, group: MailGroup, on: boolean): Promise<MailPreferencesView> {
  if (!mailGroupsOf(actor.role, actor.staffRole).includes(group))
    throw new HearthError("CONFLICT", { message: "No one of your role gets these emails" });
  return view(actor, await switchMail(deps, actor.userId, { group, isMuted: !on }));
}

/** Switches a mail group on or off, and returns the groups that are off. */
export async function switchMail(deps: Deps, userId: string, change: { group: MailGroup; isMuted: boolean }): Promise<MailGroup[]> {
  return setMailMuted(deps.db, userId, change);
}

function view({ role, staffRole }: Actor, muted: readonly MailGroup[]): MailPreferencesView {
  return { optional: mailGroupsOf(role, staffRole).map((group) => ({ group, label: mailGroups[group], on: !muted.includes(group) })) };
}
