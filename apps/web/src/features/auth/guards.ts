import { redirect } from "@tanstack/react-router";
import { session } from "../../lib/session.ts";
import type { UserInfo } from "../../lib/user-info.ts";
import { server } from "../../lib/server.ts";
import { toUserInfo } from "./actions.ts";

interface Place {
  location: { href: string };
}

/** Lets signed-in accounts pass; everybody else goes to the sign-in, which remembers where they were. */
export async function requireSignIn({ location }: Place): Promise<UserInfo> {
  const user = await signedInUser();
  if (!user) throw redirect({ to: "/login", search: { redirect: location.href }, replace: true });
  return user;
}

/** Lets merchants pass. Without a token one goes to the merchant sign-in, which remembers where they were; with another role to the general one. */
export async function requireMerchant({ location }: Place): Promise<UserInfo> {
  const user = await signedInUser();
  if (!user) throw redirect({ to: "/merchant/login", search: { redirect: location.href }, replace: true });
  if (user.role !== "merchant") throw redirect({ to: "/login", replace: true });
  return user;
}

/**
 * Lets holders of an admin token pass; accounts of another role go to the dashboard, everybody else to the admin sign-in, which remembers
 * where they were.
 */
export function requireAdmin({ location }: Place): void {
  const { authToken, adminToken, user } = session.get();
  if (authToken !== null && user && user.role !== "admin") throw redirect({ to: "/dashboard", replace: true });
  if (adminToken === null) throw redirect({ to: "/admin/login", search: { redirect: location.href }, replace: true });
}

/** Who is signed in, at once where it is stored; a token whose user was lost is asked for them. */
async function signedInUser(): Promise<UserInfo | null> {
  const { authToken, user } = session.get();
  if (authToken === null) return null;
  return user ?? (await restoreUser());
}

/**
 * Asks the server, when the product is opened, whose the stored token is: an invalid one is cleared on the way, and what has changed about
 * the account is stored. Without an answer everything stays as it is.
 */
export async function confirmSession(): Promise<void> {
  if (session.get().authToken !== null) await readUser().catch(() => undefined);
}

/** The user of a token whose stored user is missing or broken; without an answer nobody is signed in. */
async function restoreUser(): Promise<UserInfo | null> {
  try {
    return await readUser();
  } catch {
    if (session.get().authToken !== null) session.signOut();
    return null;
  }
}

async function readUser(): Promise<UserInfo> {
  const { authToken } = session.get();
  const user = toUserInfo(await (await server()).utils.auth.me.fetch());
  const isSame = authToken === session.get().authToken;
  if (isSame && JSON.stringify(user) !== JSON.stringify(session.get().user)) session.updateUser(user);
  return user;
}
