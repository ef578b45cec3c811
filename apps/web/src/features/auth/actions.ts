import type { RegisterInput } from "@hearth/domain/auth/inputs";
import { homePath } from "@hearth/domain/auth/roles";
import type { SignInInput } from "@hearth/domain/auth/second-factor";
import { safePath } from "@hearth/domain/redirect";
import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import type { ShownPasskey } from "../../lib/passkey.ts";
import { server } from "../../lib/server.ts";
import type { UserInfo } from "../../lib/user-info.ts";
import { whenIdle } from "../../lib/when-idle.ts";
import { type FormOutcome, lateRefusalOf, type Refusal } from "./outcome.ts";
import { welcomeFlag } from "./welcome-flag.ts";
import { session } from "../../lib/session.ts";

/** What signing in or up gives: who is signed in now and where they go next, or the sentence to show. */
export type SignInOutcome = { ok: true; authToken: string; user: UserInfo; redirectPath: string } | Refusal;

/** Signs an account in; what is kept of the answer is the token and who it belongs to. */
export async function signIn(input: SignInInput): Promise<SignInOutcome> {
  try {
    const { trpcClient } = await server();
    const { token, redirectPath, ...user } = await trpcClient.auth.login.mutate(input);
    return { ok: true, authToken: token, user, redirectPath };
  } catch (error) {
    return lateRefusalOf(error, "Login failed");
  }
}

/** Signs in whose passkey this is. */
export async function signInByPasskey(response: ShownPasskey): Promise<SignInOutcome> {
  try {
    const { trpcClient } = await server();
    const { token, redirectPath, ...user } = await trpcClient.auth.signInWithPasskey.mutate({ response });
    return { ok: true, authToken: token, user, redirectPath };
  } catch (error) {
    return lateRefusalOf(error, "Login failed");
  }
}

/** Makes an account and signs it in; its dashboard will welcome it once. */
export async function signUp(input: RegisterInput): Promise<SignInOutcome> {
  try {
    const { trpcClient } = await server();
    const { token, user } = await trpcClient.auth.register.mutate(input);
    welcomeFlag.raise(user._id);
    return { ok: true, authToken: token, user: toUserInfo(user), redirectPath: homePath(user.role) };
  } catch (error) {
    return lateRefusalOf(error, "Registration failed");
  }
}

/** What is stored of an account, in the browser and in the clear: no address, no phone number. */
export function toUserInfo(user: UserInfo): UserInfo {
  const { _id, firstName, lastName, email, role, selectedMerchantId } = user;
  return { _id, firstName, lastName, email, role, selectedMerchantId };
}

/** Turns an action into a form's submit: on success the session is kept and the product goes on at the answered path. */
export function useSignIn<Input>(action: (input: Input) => Promise<SignInOutcome>, options: { redirectPath?: string | undefined } = {}) {
  const navigate = useNavigate();
  // Whoever sees the form will press soon, on a network that may be slow.
  useEffect(() => whenIdle(() => void server().catch(() => undefined)), []);
  return async (input: Input): Promise<FormOutcome> => {
    const outcome = await action(input);
    if (!outcome.ok) return outcome;
    session.signIn(outcome.authToken, outcome.user);
    await navigate({ href: safePath(options.redirectPath ?? outcome.redirectPath) });
    return { ok: true };
  };
}

const giveUpAfterMs = 3_000;

/** Logout: revokes the token on the server, clears it and the stored user here whatever the server says, and goes to the sign-in. */
export function useLogout(): () => void {
  const navigate = useNavigate();
  return () => {
    // Not waited for: an unreachable server must keep nobody signed in on this machine.
    const { authToken } = session.get();
    const options = { context: { token: authToken }, signal: AbortSignal.timeout(giveUpAfterMs) };
    server()
      .then(({ trpcClient }) => trpcClient.auth.logout.mutate(undefined, options))
      .catch(() => undefined);
    session.signOut();
    void navigate({ to: "/login", search: {} });
  };
}
