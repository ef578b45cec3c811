import { sessionKinds } from "@hearth/db/schema/sessions";
import { publicId } from "@hearth/domain/ids";
import { z } from "zod";
import { nameDevice } from "./device-name.ts";
import type { OpenSession } from "../rows/sessions.repo.ts";

/** A signed-in device as its account's holder sees it. */
export const deviceView = z.strictObject({
  _id: z.string(),
  /** In words: "Chrome on macOS". */
  device: z.string(),
  kind: z.enum(sessionKinds),
  /** Where it signed in from. */
  ip: z.string().nullable(),
  createdAt: z.iso.datetime(),
  /** To the minute. */
  lastUsedAt: z.iso.datetime(),
  /** Whether it is the one that asks. */
  isCurrent: z.boolean(),
});
export type DeviceView = z.infer<typeof deviceView>;

/** An open session as a device; nothing of its token is part of it. */
export function viewDevice(session: OpenSession, currentSessionId: string): DeviceView {
  return {
    _id: publicId("session", session.id),
    device: nameDevice(session.userAgent),
    kind: session.kind,
    ip: session.ip,
    createdAt: session.createdAt.toISOString(),
    lastUsedAt: session.lastUsedAt.toISOString(),
    isCurrent: session.id === currentSessionId,
  };
}
