import { alarmIdInput, listAlarmsInput, silenceAlarmInput } from "@hearth/domain/operations/inputs";
import { adminProcedure } from "../../trpc/procedures.ts";
import { noStepUp } from "../../trpc/step-up-rule.ts";
import { synchronous } from "../../trpc/synchronous.ts";
import { acknowledgeAlarm, alarmPageView, alarmView, endSilence, readAlarms, releaseAlarm, silenceAlarm } from "./alarms.service.ts";

/** The administrators' procedures for alarms. */
export const alarmProcedures = {
  alarms: adminProcedure
    .input(listAlarmsInput)
    .output(synchronous(alarmPageView))
    .query(({ ctx, input }) => readAlarms(ctx.deps, input)),
  acknowledgeAlarm: adminProcedure
    .meta(noStepUp.repeatsWork)
    .input(alarmIdInput)
    .output(synchronous(alarmView))
    .mutation(({ ctx, input }) => acknowledgeAlarm(ctx.deps, { actor: ctx.actor, origin: ctx }, input.alarmId)),
  releaseAlarm: adminProcedure
    .meta(noStepUp.repeatsWork)
    .input(alarmIdInput)
    .output(synchronous(alarmView))
    .mutation(({ ctx, input }) => releaseAlarm(ctx.deps, { actor: ctx.actor, origin: ctx }, input.alarmId)),
  silenceAlarm: adminProcedure
    .meta(noStepUp.repeatsWork)
    .input(silenceAlarmInput)
    .output(synchronous(alarmView))
    .mutation(({ ctx, input }) => silenceAlarm(ctx.deps, { actor: ctx.actor, origin: ctx }, input)),
  endSilence: adminProcedure
    .meta(noStepUp.repeatsWork)
    .input(alarmIdInput)
    .output(synchronous(alarmView))
    .mutation(({ ctx, input }) => endSilence(ctx.deps, { actor: ctx.actor, origin: ctx }, input.alarmId)),
};
