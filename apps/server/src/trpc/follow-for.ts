import { HearthError } from "@hearth/domain/errors";
import type { EventBus } from "../events/event-bus.ts";
import { follow } from "../events/follow.ts";
import { isSessionOpen } from "../features/auth/sessions/sessions.service.ts";
import type { Context } from "./context.ts";
import { networkOf } from "../network-of.ts";

/** The subject of a stream: the bus of its events, and its UUID. */
export interface Followed {
  bus: EventBus;
  uuid: string;
}

/**
 * Like `follow`, on behalf of the caller. Counts against the caller's limit of streams, and ends with the session that opened it: a revoked
 * token receives nothing more. @throws HearthError RATE_LIMITED, UNAUTHENTICATED.
 */
export async function* followAsCaller<View>(
  { deps, actor, ip }: Pick<Context, "deps" | "actor" | "ip">,
  { bus, uuid }: Followed,
  load: () => Promise<View>,
  signal: AbortSignal | undefined,
): AsyncGenerator<[mark: string, view: View]> {
  const leave = deps.streams.enter(actor === null ? { address: networkOf(ip) } : { account: actor.userId });
  const loadFor = async () => {
    if (actor !== null && !(await isSessionOpen(deps, actor.sessionId))) throw new HearthError("UNAUTHENTICATED");
    return load();
  };
  try {
    yield* follow(bus, uuid, loadFor, signal);
  } finally {
    leave();
  }
}
