import { errorMessage, errorStatus, type ErrorCode, HearthError } from "@hearth/domain/errors";
import { TRPCError } from "@trpc/server";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { expectedFailure, isOfDatabase, type PublicError, toPublicError } from "../trpc/error-shape.ts";

/** The public answer for a failure, and the time to wait before a retry. */
export interface Failure {
  answer: PublicError;
  retryAfterSeconds: number | undefined;
}

const codesOfStatus: Record<number, ErrorCode> = {
  404: "NOT_FOUND",
  405: "METHOD_NOT_ALLOWED",
  413: "PAYLOAD_TOO_LARGE",
  414: "PAYLOAD_TOO_LARGE",
  415: "UNSUPPORTED_MEDIA_TYPE",
  503: "OVERLOADED",
};

/**
 * Describes any error to the client. Expected failures and shed requests are logged as information. Unexpected failures answer a fixed
 * sentence with the request's id and are logged as errors. Errors of procedures have been logged by the procedure already.
 */
export function describeFailure(error: unknown, request: FastifyRequest): Failure {
  const answer = fromFramework(error) ?? toPublicError(error, request.id);
  const cause = error instanceof TRPCError ? error.cause : error;
  const expected = expectedFailure(cause);
  const isShed = answer.code === "OVERLOADED" && (expected === null || !isOfDatabase(expected));
  if (answer.status < 500 || isShed) request.log.info({ failure: answer.code }, "A request was refused");
  else if (!(error instanceof TRPCError)) request.log.error({ err: error }, "A request failed");
  return { answer, retryAfterSeconds: expected?.retryAfterSeconds };
}

/** The body of a failure on the documented calls: never contains a stack trace, an SQL statement or a path. */
export function failureBody({ message, code, errors, requestId }: PublicError) {
  return { message, code, ...(errors && { errors }), ...(requestId !== undefined && { requestId }) };
}

/** Sets the `Retry-After` header where the wait is known. */
export function setRetryAfter(reply: FastifyReply, seconds: number | undefined): void {
  if (seconds !== undefined) reply.header("retry-after", String(seconds));
}

/** Answers the failures of this scope as JSON. */
export function answerFailures(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => sendFailure(error, request, reply));
}

/** Answers unknown paths of this scope as JSON. */
export function answerMissing(app: FastifyInstance): void {
  app.setNotFoundHandler((request, reply) => sendFailure(new HearthError("NOT_FOUND"), request, reply));
}

/** Answers a failure as JSON; also for URLs that the router cannot parse. */
export function sendFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { answer, retryAfterSeconds } = describeFailure(error, request);
  setRetryAfter(reply, retryAfterSeconds);
  return reply.code(answer.status).header("cache-control", "no-store").send(failureBody(answer));
}

/** Translates Fastify's own refusals: its messages name its internals, ours do not. */
function fromFramework(error: unknown): PublicError | null {
  if (!(error instanceof Error) || error instanceof HearthError || error instanceof TRPCError) return null;
  const status = "statusCode" in error && typeof error.statusCode === "number" ? error.statusCode : 500;
  if (status >= 500) return null;
  const code = codesOfStatus[status] ?? "VALIDATION";
  const message = code === "VALIDATION" ? "Please send well-formed JSON" : errorMessage(code);
  return { code, status: errorStatus(code), message };
}
