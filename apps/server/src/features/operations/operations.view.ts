import { jobStates, rebuildParts, rebuildPlace, statePlace } from "@hearth/domain/operations/inputs";
import { workListNames } from "@hearth/domain/operations/work-lists";
import { z } from "zod";
import { isoTime } from "../../trpc/wire.ts";

/** How ledger and chain compare. */
export const reconciliationView = z.strictObject({
  /** Up to which block they are known to agree. */
  upTo: z.string(),
  /** Whether everything final was compared; else ask again from the block after `upTo`. */
  isDone: z.boolean(),
  /** Transfers that were on the chain only, and are in the ledger now. */
  missing: z.number().int(),
  /** Transfers that are in the ledger only; while there are any, no payment completes. */
  invented: z.number().int(),
  /** Transfers that are known to differ from their log on the chain and wait for somebody to mend them. */
  differing: z.number().int(),
  areCompletionsStopped: z.boolean(),
});
export type ReconciliationView = z.infer<typeof reconciliationView>;

/** Where reading stood and where it goes on from, and how many transfers were taken back that the chain does not have. */
export const chainRepairView = z.strictObject({ from: z.string(), to: z.string(), takenBack: z.number().int() });
export type ChainRepairView = z.infer<typeof chainRepairView>;

/** What a mend took back and recorded in a transfer's transaction. */
export const mendedTransferView = z.strictObject({ txHash: z.string(), takenBack: z.number().int(), recorded: z.number().int() });
export type MendedTransferView = z.infer<typeof mendedTransferView>;

/** One sentence for each contradiction in a stretch of the state, none is how it should be; and where to go on, null at the end. */
export const invariantsView = z.strictObject({ broken: z.string().array(), next: statePlace.nullable() });
export type InvariantsView = z.infer<typeof invariantsView>;

/** A stretch of the ledger that was rebuilt from the journal or from the chain, and compared with what is kept. */
export const rebuildView = z.strictObject({
  part: z.enum(rebuildParts),
  /** How many payments, merchants or transfers it holds. */
  checked: z.number().int(),
  /** The last block that was read again. */
  upTo: z.string().nullable(),
  /** A sentence for each difference, a hundred at most; `differenceCount` counts all. */
  differences: z.string().array(),
  differenceCount: z.number().int(),
  /** What the journal says of each merchant, in base units. */
  totals: z.strictObject({ _id: z.string(), name: z.string(), gross: z.string(), refunded: z.string(), unmatched: z.string() }).array(),
  /** Where to go on; null at the end. */
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
  /** What went wrong, in the job's own words. */
  error: z.string().nullable(),
});
export type JobView = z.infer<typeof jobView>;

/** An item that a job leaves out until its next try. */
export const setAsideView = z.strictObject({
  list: z.enum(workListNames),
  name: z.string(),
  /** What cannot be done. */
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
