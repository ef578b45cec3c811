import { TRPCClientError } from "@trpc/client";
import { z } from "zod";

const answer = z.object({ httpStatus: z.number() });
const response = z.object({ response: z.object({ statusText: z.string() }) });

/** Why a dispute could not be fetched, in the specified words: with the answer's status, or that there was no answer. */
export function fetchFailure(error: unknown): string {
  const words = "Failed to fetch dispute";
  if (!(error instanceof TRPCClientError)) return words;
  const status = answer.safeParse(error.data).data?.httpStatus;
  if (status === undefined) return `${words}: no answer from the server`;
  const statusText = response.safeParse(error.meta).data?.response.statusText;
  return `${words}: ${status} ${statusText || error.message}`;
}
