import type { LoginInput, RegisterInput } from "@hearth/domain/auth/inputs";
import type { UserInfo } from "../../lib/user-info.ts";

/** What signing in or up gives: who is signed in now and where they go next, or the sentence to show. */
export type SignInOutcome = { ok: true; authToken: string; user: UserInfo; redirectPath: string } | { ok: false; message: string };

/** Signs an account in. Until the server's interface is wired here, it answers as an unreachable server would. */
export async function signIn(_input: LoginInput): Promise<SignInOutcome> {
  return { ok: false, message: "Login failed" };
}

/** Makes an account and signs it in. Until the server's interface is wired here, it answers as an unreachable server would. */
export async function signUp(_input: RegisterInput): Promise<SignInOutcome> {
  return { ok: false, message: "Registration failed" };
}
