import { HearthError } from "@hearth/domain/errors";
import { limits } from "@hearth/domain/limits";
import type { FastifyRequest } from "fastify";
import { forgetUnclaimed } from "../features/disputes/forget-uploads.ts";
import type { Context } from "../trpc/context.ts";
import { type ReceivedForm, receiveForm } from "./receive-form.ts";
import { networkOf } from "../network-of.ts";

/** The largest form within the limits: its files, and room for its fields. */
const maxFormBytes = limits.disputeDocumentMaxCount * limits.disputeDocumentMaxBytes + 1024 * 1024;

/**
 * Receives a request's form and passes it on. Removes files that nothing refers to afterwards: the call failed, or was a repeat. Refuses
 * callers over their limit before reading any file. Call it only for callers who are admitted.
 */
export async function withForm<Result>(
  request: FastifyRequest,
  ctx: Context,
  use: (form: ReceivedForm) => Promise<Result>,
): Promise<Result> {
  await ctx.deps.sharedLimits.take("upload", ctx.actor?.userId ?? networkOf(ctx.ip));
  if (Number(request.headers["content-length"] ?? 0) > maxFormBytes) throw new HearthError("PAYLOAD_TOO_LARGE");
  const form = await receiveForm(ctx.deps, request);
  try {
    return await use(form);
  } finally {
    await forgetUnclaimed(
      ctx.deps,
      form.uploads.map(({ id }) => id),
    );
  }
}
