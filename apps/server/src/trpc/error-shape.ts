import { ChainUnavailable } from "@hearth/chain/chain-errors";
import { isConflict, isDatabaseAway, isOutOfTime, isUnstorable } from "@hearth/db/errors";
import { cannotBeShown } from "@hearth/domain/text";
import { type ErrorCode, errorMessage, errorStatus, HearthError } from "@hearth/domain/errors";
import { TRPCError, type TRPC_ERROR_CODE_KEY } from "@trpc/server";
import { z } from "zod";
import { sentenceOf } from "./plain-issue.ts";

/** The public description of a failure on both interfaces: never contains a stack trace, an SQL statement or a path. */
export interface PublicError {
  code: ErrorCode;
  status: number;
  message: string;
  errors?: Record<string, string>;
  /** Only for unexpected failures, so that a person can report the case. */
  requestId?: string;
}

const trpcCodes: Record<number, TRPC_ERROR_CODE_KEY> = {
  400: "BAD_REQUEST",
  401: "UNAUTHORIZED",
  403: "FORBIDDEN",
  404: "NOT_FOUND",
  405: "METHOD_NOT_SUPPORTED",
  409: "CONFLICT",
  413: "PAYLOAD_TOO_LARGE",
  415: "UNSUPPORTED_MEDIA_TYPE",
  422: "UNPROCESSABLE_CONTENT",
  429: "TOO_MANY_REQUESTS",
  500: "INTERNAL_SERVER_ERROR",
  503: "SERVICE_UNAVAILABLE",
};

const codesOfTrpc: Partial<Record<TRPC_ERROR_CODE_KEY, ErrorCode>> = {
  BAD_REQUEST: "VALIDATION",
  PARSE_ERROR: "VALIDATION",
  UNAUTHORIZED: "UNAUTHENTICATED",
  FORBIDDEN: "FORBIDDEN",
  NOT_FOUND: "NOT_FOUND",
  METHOD_NOT_SUPPORTED: "METHOD_NOT_ALLOWED",
  CONFLICT: "CONFLICT",
  PAYLOAD_TOO_LARGE: "PAYLOAD_TOO_LARGE",
  UNSUPPORTED_MEDIA_TYPE: "UNSUPPORTED_MEDIA_TYPE",
  TOO_MANY_REQUESTS: "RATE_LIMITED",
};

/**
 * Returns a failure as a HearthError, or null for an unexpected one. Expected are our own errors, an unavailable chain or database, a statement at its time limit or
 * in a deadlock, and an input with NUL in it.
 */
export function expectedFailure(error: unknown): HearthError | null {
  if (error instanceof HearthError) return error;
  if (error instanceof ChainUnavailable) return new HearthError("CHAIN_UNAVAILABLE", { cause: error });
  if (isOutOfTime(error)) return new HearthError("OVERLOADED", { cause: error, retryAfterSeconds: 5 });
  if (isConflict(error)) return new HearthError("OVERLOADED", { cause: error, retryAfterSeconds: 1 });
  if (isUnstorable(error)) return new HearthError("VALIDATION", { cause: error, message: cannotBeShown });
  return isDatabaseAway(error) ? new HearthError("UNAVAILABLE", { cause: error, retryAfterSeconds: 1 }) : null;
}

/** True for an expected failure whose cause operators must read: the database was unavailable or too slow. */
export const isOfDatabase = ({ code, cause }: HearthError): boolean => code === "UNAVAILABLE" || isOutOfTime(cause) || isConflict(cause);

/** Converts an expected failure to a tRPC error. */
export function toTrpcError(error: HearthError): TRPCError {
  return new TRPCError({ code: trpcCodes[errorStatus(error.code)] ?? "INTERNAL_SERVER_ERROR", message: error.message, cause: error });
}

/** Describes any failure to the client. */
export function toPublicError(error: unknown, requestId: string): PublicError {
  const cause = error instanceof TRPCError && error.cause ? error.cause : error;
  const expected = expectedFailure(cause);
  if (expected) return fromHearth(expected);
  if (cause instanceof z.ZodError && error instanceof TRPCError && error.code === "BAD_REQUEST") return fromZod(cause);
  if (error instanceof TRPCError) {
    const code = codesOfTrpc[error.code];
    if (code) return { code, status: errorStatus(code), message: errorMessage(code) };
  }
  return { code: "INTERNAL", status: 500, message: errorMessage("INTERNAL"), requestId };
}

function fromHearth(error: HearthError): PublicError {
  const answer: PublicError = { code: error.code, status: errorStatus(error.code), message: error.message };
  if (error.fields) answer.errors = error.fields;
  return answer;
}

function fromZod(error: z.ZodError): PublicError {
  const errors: Record<string, string> = {};
  for (const issue of error.issues) {
    const names = issue.code === "unrecognized_keys" ? issue.keys : [issue.path.map(String).join(".") || "body"];
    for (const name of names) errors[name] ??= issue.code === "unrecognized_keys" ? "This field is not known" : sentenceOf(issue);
  }
  const [first] = error.issues;
  return { code: "VALIDATION", status: 400, message: first ? sentenceOf(first) : errorMessage("VALIDATION"), errors };
}
