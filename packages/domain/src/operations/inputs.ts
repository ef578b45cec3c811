import { pageShape } from "../page.ts";
import { silenceHours } from "./alarms.ts";
import { z } from "zod";
import { limits } from "../limits.ts";
import { text } from "../text.ts";
import { workListNames } from "./work-lists.ts";

const blockNumber = z.string().regex(/^(0|[1-9]\d{0,15})$/, "A block is a whole number");

/** Compares ledger and chain; from a block on when one is given, else from where the last comparison ended. */
export const reconcileInput = z.strictObject({
  fromBlock: blockNumber.optional(),
});
export type ReconcileInput = z.infer<typeof reconcileInput>;

/** Lets payments complete again after the emergency brake. */
export const resumeCompletionsInput = z.strictObject({
  reason: text({ max: limits.reasonMaxLength, required: "Please provide a reason", multiline: true }),
});

/** Moves reading back to a block, or to the newest that the chain still has when none is given. */
export const repairChainInput = z.strictObject({
  toBlock: blockNumber.optional(),
  reason: text({ max: limits.reasonMaxLength, required: "Please provide a reason", multiline: true }),
});
export type RepairChainInput = z.infer<typeof repairChainInput>;

/** Writes a transfer's row anew from the chain. */
export const mendTransferInput = z.strictObject({
  transferId: z.string().max(64),
  reason: text({ max: limits.reasonMaxLength, required: "Please provide a reason", multiline: true }),
});
export type MendTransferInput = z.infer<typeof mendTransferInput>;

/** What is rebuilt one after the other: payments with their refunds, merchants' totals, and transfers from the chain. */
export const rebuildParts = ["payments", "totals", "chain"] as const;

/** Where a rebuild goes on: after a row, or after a block; null is the beginning of the part. */
export const rebuildPlace = z.union([
  z.strictObject({ part: z.enum(["payments", "totals"]), after: z.uuid().nullable() }),
  z.strictObject({ part: z.literal("chain"), after: blockNumber.nullable() }),
]);
export type RebuildPlace = z.infer<typeof rebuildPlace>;

/** Rebuilds a stretch of the ledger and compares; `at` is what the answer before named as next. */
export const rebuildInput = z.strictObject({
  at: rebuildPlace.default({ part: "payments", after: null }),
  fromBlock: blockNumber.optional(),
  merchantId: z.string().max(64).optional(),
});
export type RebuildInput = z.infer<typeof rebuildInput>;

/** What is checked one after the other: rows by their kind, the kept figures, and the figures of longer spans against those of shorter ones. */
export const stateParts = ["payments", "transfers", "refunds", "disputes", "leases", "figures", "spans"] as const;

/** Where a check of the whole state goes on: after a row, or from a moment on; null is the beginning of the part. */
export const statePlace = z
  .strictObject({ part: z.enum(stateParts), after: z.string().max(64).nullable() })
  .refine(
    ({ part, after }) => after === null || (part === "figures" ? !Number.isNaN(Date.parse(after)) : z.uuid().safeParse(after).success),
    "This is no place of the state",
  );
export type StatePlace = z.infer<typeof statePlace>;

/** Checks a stretch of the whole state; `at` is what the answer before named as next. */
export const invariantsInput = z.strictObject({ at: statePlace.default({ part: "payments", after: null }) });
export type InvariantsInput = z.infer<typeof invariantsInput>;

export const jobStates = ["created", "retry", "active", "completed", "cancelled", "failed"] as const;
export type JobState = (typeof jobStates)[number];

/** Which background jobs to list: those of one state, or all that are kept. */
export const listJobsInput = z.strictObject({
  state: z.enum(["all", ...jobStates], { error: "This state is not known" }).default("failed"),
  limit: z.int().min(1).max(limits.listMax).default(limits.listDefault),
});
export type ListJobsInput = z.infer<typeof listJobsInput>;

export const jobIdInput = z.strictObject({ jobId: z.uuid("A job's ID is a UUID") });

const workList = z.enum(workListNames, { error: "This list is not known" });

const itemName = z.string().min(1, "A name is required").max(200);

/** Items that jobs have set aside: of one list or of all, of one name or of all. */
export const listSetAsideInput = z.strictObject({
  list: workList.optional(),
  name: itemName.optional(),
  limit: z.int().min(1).max(limits.listMax).default(limits.listDefault),
});
export type ListSetAsideInput = z.infer<typeof listSetAsideInput>;

/** One such item, by its list and its name there. */
export const setAsideItemInput = z.strictObject({ list: workList, name: itemName });
export type SetAsideItemInput = z.infer<typeof setAsideItemInput>;

const alarmId = z.string({ error: "An ID is required" }).max(64);

/** The administrators' list of alarms: those that live, those that are over, or all. */
export const listAlarmsInput = z.strictObject({
  status: z.enum(["living", "over", "all"], { error: "This status is not known" }).default("living"),
  ...pageShape,
});
export type ListAlarmsInput = z.infer<typeof listAlarmsInput>;

export const alarmIdInput = z.strictObject({ alarmId });

/** Silences the alarm's key, from now on for so many hours. */
export const silenceAlarmInput = z.strictObject({
  alarmId,
  hours: z.literal(silenceHours, { error: `Choose one of ${silenceHours.join(", ")} hours` }),
});
export type SilenceAlarmInput = z.infer<typeof silenceAlarmInput>;
