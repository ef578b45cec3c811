import { jobStates, rebuildParts, rebuildPlace, statePlace } from "@hearth/domain/operations/inputs";
import { workListNames } from "@hearth/domain/operations/work-lists";
import { z } from "zod";
import { isoTime } from "../../trpc/wire.ts";

/** The result of comparing ledger and chain. */
export const reconciliationView = z.strictObject({
  /** The last block up to which they are known to agree. */
  upTo: z.string(),
  /** True where every final block was compared; otherwise call again from the block after `upTo`. */
  isDone: z.boolean(),
  /** Transfers that were only on the chain, and have been added to the ledger. */
  missing: z.number().int(),
  /** Transfers that are only in the ledger. While there are any, no payment completes. */
  invented: z.number().int(),
  /** Transfers that differ from their log on the chain and need a manual mend. */
  differing: z.number().int(),
  areCompletionsStopped: z.boolean(),
});
export type ReconciliationView = z.infer<typeof reconciliationView>;

/** The chain cursor before and after a repair, and the number of transfers reverted. */
export const chainRepairView = z.strictObject({ from: z.string(), to: z.string(), takenBack: z.number().int() });
export type ChainRepairView = z.infer<typeof chainRepairView>;

/** The number of rows that a mend reverted and recorded in a transfer's transaction. */
export const mendedTransferView = z.strictObject({ txHash: z.string(), takenBack: z.number().int(), recorded: z.number().int() });
export type MendedTransferView = z.infer<typeof mendedTransferView>;

/** A sentence for each contradiction in a stretch of the state (ideally none), and the place to continue; null at the end. */
export const invariantsView = z.strictObject({ broken: z.string().array(), next: statePlace.nullable() });
export type InvariantsView = z.infer<typeof invariantsView>;

/** A stretch of the ledger rebuilt from the journal or the chain, and compared with the stored rows. */
export const rebuildView = z.strictObject({
  part: z.enum(rebuildParts),
  /** The number of payments, merchants or transfers in it. */
  checked: z.number().int(),
  /** The last block that was reread. */
  upTo: z.string().nullable(),
  /** A sentence for each difference, at most a hundred; `differenceCount` counts all. */
  differences: z.string().array(),
  differenceCount: z.number().int(),
  /** The journal's sums of each merchant, in base units. */
  totals: z.strictObject({ _id: z.string(), name: z.string(), gross: z.string(), refunded: z.string(), unmatched: z.string() }).array(),
  /** The place to continue; null at the end. */
  next: rebuildPlace.nullable(),
});
export type RebuildView = z.infer<typeof rebuildView>;

export const jobView = z.strictObject({
  _id: z.string(),
  name: z.string(),
  state: z.enum(jobStates),
  retries: z.number().int(),
  createdAt: isoTime,
  endedAt: isoTime.nullable(),
  /** The job's own error message. */
  error: z.string().nullable(),
});
export type JobView = z.infer<typeof jobView>;

/** An item that a job skips until its next try. */
export const setAsideView = z.strictObject({
  list: z.enum(workListNames),
  name: z.string(),
  /** The task that failed. */
  problem: z.string(),
  /** The business that the item belongs to. */
  merchantId: z.string().nullable(),
  error: z.string(),
  tries: z.number().int(),
  nextTryAt: isoTime,
  firstFailedAt: isoTime,
  lastFailedAt: isoTime,
});
export type SetAsideView = z.infer<typeof setAsideView>;
