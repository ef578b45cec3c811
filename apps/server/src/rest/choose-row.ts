import { HearthError } from "@hearth/domain/errors";
import type { Context } from "../trpc/context.ts";
import { policyOf } from "../trpc/procedure-meta.ts";
import { admit } from "../trpc/procedures.ts";
import type { RestRow } from "./wire.ts";

/** What a request brought: nothing fits every row, as a form with no fields or as an empty object. */
export type BodyKind = RestRow["takes"] | "nothing";

/**
 * The one of a path's alternatives that answers a request: it admits the caller and takes such a body. Where none admits the caller, the one
 * that is answered is there to say so. @throws HearthError UNSUPPORTED_MEDIA_TYPE where those that do take another body.
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

/** Refuses whoever a row's procedure would refuse for who they are, before anything of theirs is read. */
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
