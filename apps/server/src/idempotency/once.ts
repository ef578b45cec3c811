import { createHash } from "node:crypto";
import type { Transaction } from "@hearth/db/client";
import { HearthError } from "@hearth/domain/errors";
import { claimKey, findKey, storeResponse } from "./idempotency.repo.ts";

export interface OnceRequest {
  /** Whose key it is: a user's id, or a checkout's reference. */
  scope: string;
  /** Made by the client; without one the write simply runs. */
  key: string | null | undefined;
  procedure: string;
  /** What must be the same for it to be the same request. */
  input: unknown;
  now: Date;
}

/**
 * Runs a write at most once per key within its own transaction, and answers a repeat with the first answer. Two that come together wait
 * for each other. The same key with another input is refused (IDEMPOTENCY_KEY_REUSED). The answer must survive JSON.
 */
export async function once<Answer>(tx: Transaction, request: OnceRequest, write: () => Promise<Answer>): Promise<Answer> {
  const { scope, key, procedure } = request;
  if (key === null || key === undefined) return write();
  const requestHash = hashInput(request.input);
  if (await claimKey(tx, { scope, key, procedure, requestHash }, request.now)) {
    const answer = await write();
    await storeResponse(tx, scope, key, answer);
    return answer;
  }
  const earlier = await findKey(tx, scope, key);
  if (earlier?.procedure !== procedure || earlier.requestHash !== requestHash) throw new HearthError("IDEMPOTENCY_KEY_REUSED");
  return earlier.response as Answer;
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
