import { z } from "zod";
import { isoTime } from "../../../trpc/wire.ts";

/** What an attention item is about; the screen knows from it where to look. */
export const attentionKinds = ["disputes", "oddMoney", "refunds", "failedJobs", "watcher", "alarm", "heldMerchants"] as const;

/** Something that somebody should look at: a sentence, since when, and how badly. */
export const attentionItem = z.strictObject({
  id: z.string(),
  kind: z.enum(attentionKinds),
  severity: z.enum(["high", "medium"]),
  message: z.string(),
  since: isoTime.nullable(),
  /** The run to try again, where it is about a job that failed. */
  jobId: z.string().optional(),
});
export type AttentionItem = z.infer<typeof attentionItem>;
