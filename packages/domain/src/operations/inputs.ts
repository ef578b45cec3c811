import { pageShape } from "../page.ts";
import { silenceHours } from "./alarms.ts";
import { z } from "zod";
import { limits } from "../limits.ts";
import { text } from "../text.ts";
import { workListNames } from "./work-lists.ts";

const blockNumber = z.string().regex(/^(0|[1-9]\d{0,15})$/, "A block is a whole number");

/** Compares the ledger with the chain, from `fromBlock` or from the end of the last comparison. */
export const reconcileInput = z.strictObject({
  fromBlock: blockNumber.optional(),
});
export type ReconcileInput = z.infer<typeof reconcileInput>;

/** Resumes completing payments after the emergency brake. */
export const resumeCompletionsInput = z.strictObject({
  reason: text({ max: limits.reasonMaxLength, required: "Please provide a reason", multiline: true }),
});

/** Moves the cursor back to a block, or to the newest block that the chain still has. */
export const repairChainInput = z.strictObject({
  toBlock: blockNumber.optional(),
  reason: text({ max: limits.reasonMaxLength, required: "Please provide a reason", multiline: true }),
});
export type RepairChainInput = z.infer<typeof repairChainInput>;

/** Rewrites a transfer's row from the chain. */
export const mendTransferInput = z.strictObject({
  transferId: z.string().max(64),
  reason: text({ max: limits.reasonMaxLength, required: "Please provide a reason", multiline: true }),
});
export type MendTransferInput = z.infer<typeof mendTransferInput>;

/** Parts of a rebuild, in order: payments with their refunds, merchants' totals, transfers from the chain. */
export const rebuildParts = ["payments", "totals", "chain"] as const;

/** The position of a rebuild: after a row, or after a block. Null is the start of the part. */
export const rebuildPlace = z.union([
  z.strictObject({ part: z.enum(["payments", "totals"]), after: z.uuid().nullable() }),
  z.strictObject({ part: z.literal("chain"), after: blockNumber.nullable() }),
]);
export type RebuildPlace = z.infer<typeof rebuildPlace>;

/** Rebuilds a batch of the ledger and compares it. `at` is the next position from the previous response. */
export const rebuildInput = z.strictObject({
  at: rebuildPlace.default({ part: "payments", after: null }),
  fromBlock: blockNumber.optional(),
  merchantId: z.string().max(64).optional(),
});
export type RebuildInput = z.infer<typeof rebuildInput>;

/** Parts of the state check, in order: rows by kind, stored figures, and figures of longer spans against shorter ones. */
export const stateParts = ["payments", "transfers", "refunds", "disputes", "leases", "figures", "spans"] as const;

/** The position of a state check: after a row, or from a moment on. Null is the start of the part. */
export const statePlace = z
  .strictObject({ part: z.enum(stateParts), after: z.string().max(64).nullable() })
  .refine(
    ({ part, after }) => after === null || (part === "figures" ? !Number.isNaN(Date.parse(after)) : z.uuid().safeParse(after).success),
    "This is no place of the state",
  );
export type StatePlace = z.infer<typeof statePlace>;

/** Checks a batch of the state. `at` is the next position from the previous response. */
export const invariantsInput = z.strictObject({ at: statePlace.default({ part: "payments", after: null }) });
export type InvariantsInput = z.infer<typeof invariantsInput>;

export const jobStates = ["created", "retry", "active", "completed", "cancelled", "failed"] as const;
export type JobState = (typeof jobStates)[number];

/** Filters background jobs by state, or lists all that are kept. */
export const listJobsInput = z.strictObject({
  state: z.enum(["all", ...jobStates], { error: "This state is not known" }).default("failed"),
  limit: z.int().min(1).max(limits.listMax).default(limits.listDefault),
});
export type ListJobsInput = z.infer<typeof listJobsInput>;

export const jobIdInput = z.strictObject({ jobId: z.uuid("A job's ID is a UUID") });

const workList = z.enum(workListNames, { error: "This list is not known" });

const itemName = z.string().min(1, "A name is required").max(200);

/** Filters the items that jobs have set aside, by list and by name. */
export const listSetAsideInput = z.strictObject({
  list: workList.optional(),
  name: itemName.optional(),
  limit: z.int().min(1).max(limits.listMax).default(limits.listDefault),
});
export type ListSetAsideInput = z.infer<typeof listSetAsideInput>;

/** One set-aside item, by its list and its name there. */
export const setAsideItemInput = z.strictObject({ list: workList, name: itemName });
export type SetAsideItemInput = z.infer<typeof setAsideItemInput>;

const alarmId = z.string({ error: "An ID is required" }).max(64);

/** A page of the administrators' list of alarms: active, over, or all. */
export const listAlarmsInput = z.strictObject({
  status: z.enum(["living", "over", "all"], { error: "This status is not known" }).default("living"),
  ...pageShape,
});
export type ListAlarmsInput = z.infer<typeof listAlarmsInput>;

export const alarmIdInput = z.strictObject({ alarmId });

/** Silences the alarm's key for that many hours. */
export const silenceAlarmInput = z.strictObject({
  alarmId,
  hours: z.literal(silenceHours, { error: `Choose one of ${silenceHours.join(", ")} hours` }),
});
export type SilenceAlarmInput = z.infer<typeof silenceAlarmInput>;
