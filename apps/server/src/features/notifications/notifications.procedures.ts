import { listNotificationsInput, mailPreferenceInput, markReadInput } from "@hearth/domain/notifications/inputs";
import type { userProcedure } from "../../trpc/procedures.ts";
import { noStepUp } from "../../trpc/step-up-rule.ts";
import { synchronous } from "../../trpc/synchronous.ts";
import { mailPreferencesView, readMailPreferences, setMailPreference } from "./preferences.service.ts";
import { markNotificationsRead, notificationPageView, readNotifications, unreadView } from "./notifications.service.ts";

/** The notification procedures, the same for every role. Administrators use them with their own token. */
export function notificationProcedures(procedure: typeof userProcedure) {
  return {
    notifications: procedure
      .input(listNotificationsInput)
      .output(synchronous(notificationPageView))
      .query(({ ctx, input }) => readNotifications(ctx.deps, ctx.actor, input, ctx.timeZone)),
    markNotificationsRead: procedure
      .meta(noStepUp.ownSettings)
      .input(markReadInput)
      .output(synchronous(unreadView))
      .mutation(({ ctx, input }) => markNotificationsRead(ctx.deps, ctx.actor, input.notificationId)),
    mailPreferences: procedure.output(synchronous(mailPreferencesView)).query(({ ctx }) => readMailPreferences(ctx.deps, ctx.actor)),
    setMailPreference: procedure
      .meta(noStepUp.ownSettings)
      .input(mailPreferenceInput)
      .output(synchronous(mailPreferencesView))
      .mutation(({ ctx, input }) => setMailPreference(ctx.deps, ctx.actor, input.group, input.on)),
  };
}
