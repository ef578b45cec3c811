import type { RegisterInput, SignUpProof } from "@hearth/domain/auth/inputs";
import { homePath } from "@hearth/domain/auth/roles";
import type { SignInInput } from "@hearth/domain/auth/second-factor";
import { safePath } from "@hearth/domain/redirect";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import type { ShownPasskey } from "../../lib/passkey.ts";
import { server } from "../../lib/server.ts";
import type { UserInfo } from "../../lib/user-info.ts";
import { whenIdle } from "../../lib/loading/when-idle.ts";
import { type FormOutcome, lazyRefusalOf, type Refusal } from "./outcome.ts";
import { welcomeFlag } from "./welcome-flag.ts";
import { dropDraftsAt } from "../../lib/drafts.ts";
import { session, useSession } from "../../lib/session.ts";

/** Result of a sign-in or sign-up: the signed-in user and the path to open next, or the message to show. */
export type SignInOutcome = { ok: true; authToken: string; user: UserInfo; redirectPath: string } | Refusal;

/** Signs in with email and password. Separates the token and the redirect path from the user's data. */
export async function signIn(input: SignInInput): Promise<SignInOutcome> {
  try {
    const { trpcClient } = await server();
    const { token, redirectPath, ...user } = await trpcClient.auth.login.mutate(input);
    return { ok: true, authToken: token, user, redirectPath };
  } catch (error) {
    return lazyRefusalOf(error, "Login failed");
  }
}

export async function signInByPasskey(response: ShownPasskey): Promise<SignInOutcome> {
  try {
    const { trpcClient } = await server();
    const { token, redirectPath, ...user } = await trpcClient.auth.signInWithPasskey.mutate({ response });
    return { ok: true, authToken: token, user, redirectPath };
  } catch (error) {
    return lazyRefusalOf(error, "Login failed");
  }
}

/**
 * Creates an account and signs it in. Marks the account as due for the welcome dialog on its dashboard, unless it was invited: the bill is then the first that
 * it sees.
 */
export async function signUp(input: RegisterInput, invitation: string | null = null): Promise<SignInOutcome> {
  try {
    const { trpcClient } = await server();
    const send = (proof: SignUpProof) => trpcClient.auth.register.mutate({ ...input, ...proof });
    const { token, user } = await send(invitation === null ? {} : { invitation }).catch(async (refusal: unknown) =>
      (await import("./sign-up-work.ts")).sendWithWork(refusal, send),
    );
    if (invitation === null) welcomeFlag.raise(user._id);
    return { ok: true, authToken: token, user: toUserInfo(user), redirectPath: homePath(user.role) };
  } catch (error) {
    return lazyRefusalOf(error, "Registration failed");
  }
}

/** Picks the fields of an account that the browser stores unencrypted. Leaves out the postal address and the phone number. */
export function toUserInfo(user: UserInfo): UserInfo {
  const { _id, firstName, lastName, email, role, selectedMerchantId } = user;
  return { _id, firstName, lastName, email, role, selectedMerchantId };
}

/** Wraps a sign-in action for a form. On success it stores the session and navigates to `redirectPath`, or to the path in the answer. */
export function useSignIn<Input>(action: (input: Input) => Promise<SignInOutcome>, options: { redirectPath?: string | undefined } = {}) {
  const navigate = useNavigate();
  // Preloads the API client, because the form will soon be submitted and the network may be slow.
  useEffect(() => whenIdle(() => void server().catch(() => undefined)), []);
  return async (input: Input): Promise<FormOutcome> => {
    const outcome = await action(input);
    if (!outcome.ok) return outcome;
    session.signIn(outcome.authToken, outcome.user);
    await navigate({ href: safePath(options.redirectPath ?? outcome.redirectPath) });
    return { ok: true };
  };
}

/**
 * Returns true if the user had signed in before the page opened, or did so in another window. A sign-in on the page itself changes nothing,
 * so that its form stays until the redirect. `isIn`: true if somebody is signed in to the area of the page.
 */
export function useSignedInElsewhere(isIn: boolean): boolean {
  const { wasEnteredElsewhere } = useSession();
  const [wasIn, setWasIn] = useState(isIn);
  if (wasIn && !isIn) setWasIn(false);
  return isIn && (wasIn || wasEnteredElsewhere);
}

const giveUpAfterMs = 3_000;

/** Ends the session on this device, and revokes its token on the server. */
export function endSession(): void {
  const { authToken } = session.get();
  const options = { context: { token: authToken }, signal: AbortSignal.timeout(giveUpAfterMs) };
  // Not awaited: an unreachable server must not keep anybody signed in on this device.
  server()
    .then(({ trpcClient }) => trpcClient.auth.logout.mutate(undefined, options))
    .catch(() => undefined);
  session.signOut();
}

/**
 * Returns a logout function. It revokes the token on the server, drops what was typed and not saved, and opens the sign-in. The
 * session ends even if the server cannot be reached.
 */
export function useLogout(): () => void {
  const navigate = useNavigate();
  return () => {
    dropDraftsAt("/");
    endSession();
    void navigate({ to: "/login", search: {} });
  };
}
