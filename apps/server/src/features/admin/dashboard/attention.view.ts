import { z } from "zod";
import { isoTime } from "../../../trpc/wire.ts";

/** The subject of an attention item; decides where the screen links to. */
export const attentionKinds = ["disputes", "oddMoney", "refunds", "failedJobs", "watcher", "alarm", "heldMerchants"] as const;

/** An item that needs an admin's attention: a sentence, its start time and its severity. */
export const attentionItem = z.strictObject({
  id: z.string(),
  kind: z.enum(attentionKinds),
  severity: z.enum(["high", "medium"]),
  message: z.string(),
  since: isoTime.nullable(),
  /** The job run to retry, for a failed job. */
  jobId: z.string().optional(),
});
export type AttentionItem = z.infer<typeof attentionItem>;
