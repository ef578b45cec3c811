import { redirect } from "@tanstack/react-router";
import { session } from "../../lib/session.ts";
import type { UserInfo } from "../../lib/user-info.ts";
import { server } from "../../lib/server.ts";
import { endSession, toUserInfo } from "./actions.ts";
import { isRefusal } from "./outcome.ts";

interface Place {
  location: { href: string };
}

/** Route guard for any signed-in account. Redirects everybody else to the sign-in, with this page as the return address. */
export async function requireSignIn({ location }: Place): Promise<UserInfo> {
  const user = await signedInUser();
  if (!user) throw redirect({ to: "/login", search: { redirect: location.href }, replace: true });
  return user;
}

/**
 * Route guard for merchants. Without a token it redirects to the merchant sign-in, with this page as the return address. Other roles go to
 * the general sign-in.
 */
export async function requireMerchant({ location }: Place): Promise<UserInfo> {
  const user = await signedInUser();
  if (!user) throw redirect({ to: "/merchant/login", search: { redirect: location.href }, replace: true });
  if (user.role !== "merchant") throw redirect({ to: "/login", replace: true });
  return user;
}

/** Route guard of an account's own pages. Redirects a merchant, who has all settings on one page, to their tab there. */
export function leaveToMerchantSettings({ role }: UserInfo, tab: "profile" | "account"): void {
  if (role === "merchant") throw redirect({ to: "/merchant/settings", search: { tab }, replace: true });
}

/**
 * Route guard for holders of an admin token. Redirects accounts of other roles to the dashboard, and everybody else to the admin sign-in,
 * with this page as the return address.
 */
export function requireAdmin({ location }: Place): void {
  const { authToken, adminToken, user } = session.get();
  if (authToken !== null && user && user.role !== "admin") throw redirect({ to: "/dashboard", replace: true });
  if (adminToken === null) throw redirect({ to: "/admin/login", search: { redirect: location.href }, replace: true });
}

/** Returns the signed-in user from storage, or asks the server if only the token is stored. */
async function signedInUser(): Promise<UserInfo | null> {
  const { authToken, user } = session.get();
  if (authToken === null) return null;
  return user ?? (await restoreUser());
}

/**
 * Checks the stored token with the server when the app starts. An invalid token is cleared, and changed account data is stored. Changes
 * nothing if the server does not answer.
 */
export async function confirmSession(): Promise<void> {
  if (session.get().authToken !== null) await readUser().catch(() => undefined);
}

/** Thrown by a guard if the server did not answer. The session stays. */
export class Unreachable extends Error {}

/**
 * Loads the user of a token whose stored user is missing or broken. Ends the session if the server refuses.
 * @throws Unreachable if the server does not answer.
 */
async function restoreUser(): Promise<UserInfo | null> {
  try {
    return await readUser();
  } catch (error) {
    if (session.get().authToken === null) return null; // The token was refused, which has ended the session
    if (!(await isRefusal(error))) throw new Unreachable("The server did not answer");
    endSession();
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
