import { HearthError } from "@hearth/domain/errors";
import { type Followed, follow } from "../events/follow.ts";
import { isSessionOpen } from "../features/auth/sessions/sessions.service.ts";
import type { Context } from "./context.ts";
import { networkOf } from "../network-of.ts";

/**
 * Like `follow`, on behalf of the caller. Counts against the caller's limit of streams, and ends with the session that opened it: a revoked
 * token receives nothing more. @throws HearthError RATE_LIMITED, UNAUTHENTICATED.
 */
export async function* followAsCaller<View>(
  { deps, actor, ip }: Pick<Context, "deps" | "actor" | "ip">,
  followed: readonly Followed<View>[],
  signal: AbortSignal | undefined,
): AsyncGenerator<[mark: string, view: View]> {
  const leave = deps.streams.enter(actor === null ? { address: networkOf(ip) } : { account: actor.userId });
  const asCaller = ({ bus, uuid, load }: Followed<View>): Followed<View> => ({
    bus,
    uuid,
    load: async () => {
      if (actor !== null && !(await isSessionOpen(deps, actor.sessionId))) throw new HearthError("UNAUTHENTICATED");
      return load();
    },
  });
  try {
    yield* follow(followed.map(asCaller), signal);
  } finally {
    leave();
  }
}
