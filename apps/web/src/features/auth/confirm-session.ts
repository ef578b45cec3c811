import { session } from "../../lib/session.ts";
import { utils } from "../../lib/trpc.ts";
import type { UserInfo } from "../../lib/user-info.ts";
import { toUserInfo } from "./actions.ts";

/**
 * Asks the server, when the product is opened, whose the stored token is: an invalid one is cleared on the way, and what has changed about
 * the account is stored. Without an answer everything stays as it is.
 */
export async function confirmSession(): Promise<void> {
  if (session.get().authToken !== null) await readUser().catch(() => undefined);
}

/** The user of a token whose stored user is missing or broken; without an answer nobody is signed in. */
export async function restoreUser(): Promise<UserInfo | null> {
  try {
    return await readUser();
  } catch {
    session.signOut();
    return null;
  }
}

async function readUser(): Promise<UserInfo> {
  const { authToken } = session.get();
  const user = toUserInfo(await utils.auth.me.fetch());
  const isSame = authToken === session.get().authToken;
  if (isSame && JSON.stringify(user) !== JSON.stringify(session.get().user)) session.updateUser(user);
  return user;
}
