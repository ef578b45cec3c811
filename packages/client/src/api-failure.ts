import { type ErrorCode, isErrorCode } from "@hearth/domain/errors";
import { TRPCClientError } from "@trpc/client";
import { z } from "zod";

const answer = z.object({
  code: z.string(),
  status: z.number().optional(),
  errors: z.record(z.string(), z.string()).optional(),
  requestId: z.string().optional(),
});

/** What the server answered instead of a result. */
export interface ApiFailure {
  /** The catalogue's code, for programs. */
  code: ErrorCode;
  /** The server's sentence, for people. */
  message: string;
  /** What is wrong with single fields of the input, by their names. */
  fields: Record<string, string>;
  /** Names the case in the server's log; only for failures nobody expects. */
  requestId: string | null;
}

/** Reads the server's answer out of a failed call; null where none came back, so that the server could not be reached. */
export function readApiFailure(error: unknown): ApiFailure | null {
  if (!(error instanceof TRPCClientError)) return null;
  const { data } = answer.safeParse(error.data);
  if (!isErrorCode(data?.code)) return null;
  return { code: data.code, message: error.message, fields: data.errors ?? {}, requestId: data.requestId ?? null };
}
