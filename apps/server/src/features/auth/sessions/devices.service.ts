import { HearthError } from "@hearth/domain/errors";
import { parsePublicId } from "@hearth/domain/ids";
import { insertAuditEntry } from "../../../audit/audit.repo.ts";
import type { Deps } from "../../../deps.ts";
import type { Actor, CallOrigin } from "../../../trpc/context.ts";
import type { MessageView } from "../../../trpc/wire.ts";
import { type DeviceView, viewDevice } from "./devices.view.ts";
import { listOpenSessions, markOwnSessionRevoked } from "../rows/sessions.repo.ts";
import { endSessions } from "./sessions.service.ts";

/** Returns the devices that the account is signed in on: the current one first, then the last used. */
export async function listDevices(deps: Deps, actor: Actor): Promise<DeviceView[]> {
  const sessions = await listOpenSessions(deps.db, actor.userId, deps.clock.now());
  const devices = sessions.map((session) => viewDevice(session, actor.sessionId));
  return devices.toSorted((left, right) => Number(right.isCurrent) - Number(left.isCurrent));
}

/**
 * Signs out one of the account's devices, in either area. Its token stops working.
 * @throws HearthError NOT_FOUND where it is not signed in, or belongs to another account.
 */
export async function signOutDevice(deps: Deps, origin: CallOrigin, actor: Actor, sessionId: string): Promise<MessageView> {
  const id = parsePublicId("session", sessionId);
  const now = deps.clock.now();
  await deps.db.transaction(async (tx) => {
    const wasOpen = id !== null && (await markOwnSessionRevoked(tx, { userId: actor.userId, sessionId: id, now }));
    if (!wasOpen) throw new HearthError("NOT_FOUND", { message: "This device is not signed in any more" });
    await insertAuditEntry(tx, origin, { at: now, actorId: actor.userId, action: "auth.deviceSignedOut", subject: sessionId });
  });
  return { message: "The device is signed out" };
}

/** Signs out every device of the account except the current one. */
export async function signOutOtherDevices(deps: Deps, origin: CallOrigin, actor: Actor): Promise<MessageView> {
  const now = deps.clock.now();
  const count = await deps.db.transaction(async (tx) => {
    const ended = await endSessions(tx, actor.userId, { except: actor.sessionId, now });
    if (ended > 0) {
      await insertAuditEntry(tx, origin, { at: now, actorId: actor.userId, action: "auth.devicesSignedOut", data: { count: ended } });
    }
    return ended;
  });
  if (count === 0) return { message: "No other device is signed in" };
  return { message: "Your other devices are signed out" };
}
