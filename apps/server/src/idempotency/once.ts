import { createHash } from "node:crypto";
import type { DatabaseOrTransaction, Transaction } from "@hearth/db/client";
import { HearthError } from "@hearth/domain/errors";
import { z } from "zod";
import { claimKey, findKey, storeResponse } from "./idempotency.repo.ts";

export interface OnceRequest<Answer> {
  /** Whose key it is: a user's id, or a checkout's reference. */
  scope: string;
  /** Made by the client; without one the write simply runs. */
  key: string | null | undefined;
  /** The procedure that was called, by its path in the router. */
  procedure: string;
  /** What must be the same for it to be the same request. */
  input: unknown;
  /** What is answered: a stored answer is read with it, so that one of an older version is not given out as something it is not. */
  answer: z.ZodType<Answer>;
  now: Date;
}

/** The answer of a write of which nothing has to be remembered but that it was done. */
export const nothing = z.null();

/**
 * Runs a write at most once per key within its own transaction, and answers a repeat with the first answer. Two that come together wait
 * for each other. The same key with another input is refused (IDEMPOTENCY_KEY_REUSED). The answer must survive JSON.
 */
export async function once<Answer>(tx: Transaction, request: OnceRequest<Answer>, write: () => Promise<Answer>): Promise<Answer> {
  const { scope, key, procedure } = request;
  if (key === null || key === undefined) return write();
  const requestHash = hashInput(request.input);
  if (await claimKey(tx, { scope, key, procedure, requestHash }, request.now)) {
    const answer = await write();
    await storeResponse(tx, scope, key, answer);
    return answer;
  }
  const earlier = await findAnswered(tx, request);
  if (earlier === null) throw new Error("A claimed key was not found");
  return earlier.answer;
}

/**
 * What was answered before to the same request, or null for a new one. A write that has to ask somebody else first looks here before it does,
 * so that its repeat is answered while they are away; `once` alone keeps two from both being the first.
 * @throws HearthError IDEMPOTENCY_KEY_REUSED.
 */
export async function findAnswered<Answer>(db: DatabaseOrTransaction, request: OnceRequest<Answer>): Promise<{ answer: Answer } | null> {
  const { scope, key, procedure } = request;
  const earlier = key === null || key === undefined ? null : await findKey(db, scope, key);
  if (earlier === null) return null;
  if (earlier.procedure !== procedure || earlier.requestHash !== hashInput(request.input)) throw new HearthError("IDEMPOTENCY_KEY_REUSED");
  const answer = request.answer.safeParse(earlier.response);
  if (!answer.success) throw new Error(`What ${procedure} answered under this key cannot be read any more`, { cause: answer.error });
  return { answer: answer.data };
}

/** SHA-256 of the input with its keys in order, so that two spellings of one object are one. */
function hashInput(input: unknown): string {
  const ordered = JSON.stringify(input, (_, value: unknown) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1)))
      : value,
  );
  return createHash("sha256").update(ordered).digest("hex");
}
