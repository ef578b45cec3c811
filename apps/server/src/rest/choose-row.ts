import { HearthError } from "@hearth/domain/errors";
import type { Context } from "../trpc/context.ts";
import { policyOf } from "../trpc/procedure-meta.ts";
import { admit } from "../trpc/procedures.ts";
import type { RestRow } from "./wire.ts";

/** The kind of a request's body. `nothing` fits every row, as a form without fields or an empty object. */
export type BodyKind = RestRow["takes"] | "nothing";

/**
 * Chooses the alternative that admits the caller and takes the request's kind of body. Where none admits the caller, returns a row that
 * then refuses them.
 * @throws HearthError UNSUPPORTED_MEDIA_TYPE where the admitting rows take another kind of body.
 */
export function chooseRow(alternatives: readonly [RestRow, ...RestRow[]], body: BodyKind, ctx: Pick<Context, "actor">): RestRow {
  const admitting = alternatives.filter((row) => admits(row, ctx));
  const [first] = admitting;
  const fits = ({ takes }: RestRow) => body === "nothing" || takes === body;
  if (!first) return alternatives.find(fits) ?? alternatives[0];
  const fitting = admitting.find(fits);
  if (fitting) return fitting;
  throw new HearthError("UNSUPPORTED_MEDIA_TYPE", first.takes === "form" ? { message: "Please send a form with files" } : {});
}

/** Refuses a caller that the row's procedure would not admit, before reading their input. */
export function requireAdmission({ procedure }: RestRow, ctx: Pick<Context, "actor">): void {
  const policy = policyOf(procedure);
  if (policy !== "public") admit(policy, ctx);
}

function admits(row: RestRow, ctx: Pick<Context, "actor">): boolean {
  try {
    requireAdmission(row, ctx);
    return true;
  } catch (error) {
    if (error instanceof HearthError) return false;
    throw error;
  }
}
