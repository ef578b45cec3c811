import type { AuditValue } from "@hearth/db/schema/audit-log";
import { HearthError } from "@hearth/domain/errors";
import { z } from "zod";
import { middleware } from "../trpc/init.ts";
import { insertAuditEntry } from "./audit.repo.ts";

/** The parts of an export's input that say which rows it holds and contain nobody's words. */
const range = z.looseObject(
  Object.fromEntries(
    ["startDate", "endDate", "period", "format", "status", "action", "paymentId", "leaseId", "recordId", "merchantId", "userId"].map(
      (name) => [name, z.string().max(64).optional()],
    ),
  ),
);

/**
 * Logs each file that an account exports: which call, by whom, and of which days or payment. A file is answered only with its entry. Comes before
 * `fromReplica`, because a replica stores nothing.
 */
export const auditedFile = middleware(async ({ ctx, path, next, getRawInput }) => {
  const result = await next();
  if (!result.ok) return result;
  if (ctx.actor === null) throw new HearthError("UNAUTHENTICATED");
  const input = range.parse((await getRawInput()) ?? {});
  const data: Record<string, AuditValue> = { call: path };
  for (const name of Object.keys(range.shape)) {
    const value = input[name];
    if (typeof value === "string" && value !== "") data[name] = value;
  }
  if (typeof input["search"] === "string" && input["search"] !== "") data["filter"] = "search";
  const { userId: actorId } = ctx.actor;
  await insertAuditEntry(ctx.deps.db, ctx, { at: ctx.deps.clock.now(), actorId, action: "file.exported", data });
  return result;
});
