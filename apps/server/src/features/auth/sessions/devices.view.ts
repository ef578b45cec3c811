import { sessionKinds } from "@hearth/db/schema/sessions";
import { publicId } from "@hearth/domain/ids";
import { z } from "zod";
import { nameDevice } from "./device-name.ts";
import type { OpenSession } from "../rows/sessions.repo.ts";

/** A signed-in device as its account's owner sees it. */
export const deviceView = z.strictObject({
  _id: z.string(),
  /** A name for people: "Chrome on macOS". */
  device: z.string(),
  kind: z.enum(sessionKinds),
  /** The address it signed in from. */
  ip: z.string().nullable(),
  createdAt: z.iso.datetime(),
  /** Accurate to a minute. */
  lastUsedAt: z.iso.datetime(),
  /** True for the device that makes this request. */
  isCurrent: z.boolean(),
});
export type DeviceView = z.infer<typeof deviceView>;

/** Shows an open session as a device, without its token. */
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
