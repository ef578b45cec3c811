import { listNotificationsInput, mailPreferenceInput, markReadInput } from "@hearth/domain/notifications/inputs";
import { tracked } from "@trpc/server";
import { z } from "zod";
import { resumable } from "../../events/follow.ts";
import { followAsCaller } from "../../trpc/follow-for.ts";
import type { adminProcedure, userProcedure } from "../../trpc/procedures.ts";
import { noStepUp } from "../../trpc/step-up-rule.ts";
import { mailPreferencesView, readMailPreferences, setMailPreference } from "./preferences.service.ts";
import { markNotificationsRead, notificationPageView, readNotifications, readUnread, unreadView } from "./notifications.service.ts";

/** The notification procedures, the same for every role. Administrators use them with their own token. */
export function notificationProcedures(procedure: typeof userProcedure | typeof adminProcedure) {
  return {
    notifications: procedure
      .input(listNotificationsInput)
      .output(notificationPageView)
      .query(({ ctx, input }) => readNotifications(ctx.deps, ctx.actor, input, ctx.timeZone)),
    /** Sends the unread count at the start and whenever it may have changed. */
    unreadNotifications: procedure.input(z.strictObject(resumable)).subscription(async function* ({ ctx, signal }) {
      const { deps, actor } = ctx;
      const followed = { bus: deps.userEvents, uuid: actor.userId };
      for await (const [mark, view] of followAsCaller(ctx, followed, () => readUnread(deps, actor.userId), signal))
        yield tracked(mark, view);
    }),
    markNotificationsRead: procedure
      .meta(noStepUp.ownSettings)
      .input(markReadInput)
      .output(unreadView)
      .mutation(({ ctx, input }) => markNotificationsRead(ctx.deps, ctx.actor, input.notificationId)),
    mailPreferences: procedure.output(mailPreferencesView).query(({ ctx }) => readMailPreferences(ctx.deps, ctx.actor)),
    setMailPreference: procedure
      .meta(noStepUp.ownSettings)
      .input(mailPreferenceInput)
      .output(mailPreferencesView)
      .mutation(({ ctx, input }) => setMailPreference(ctx.deps, ctx.actor, input.group, input.on)),
  };
}
