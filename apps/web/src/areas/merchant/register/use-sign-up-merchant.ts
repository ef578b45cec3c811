import { useState } from "react";
import { errorCode } from "../../../lib/api-error.ts";
import { trpcClient } from "../../../lib/trpc.ts";
import type { UserInfo } from "../../../lib/user-info.ts";
import { toUserInfo } from "../../../features/auth/actions.ts";
import { draftStorage } from "./draft-storage.ts";
import { type RegistrationDraft, signUpOf } from "./registration.ts";

/** The session that a sign-up has opened. */
export interface NewSession {
  authToken: string;
  user: UserInfo;
}

/** Sends the sign-up and answers the session it opens; what went wrong stands in `failure` until something is edited. */
export function useSignUpMerchant() {
  const [failure, setFailure] = useState<string | null>(null);
  const [opened, setOpened] = useState<NewSession | null>(null);
  const send = async (draft: RegistrationDraft) => {
    setFailure(null);
    try {
      const { token, user } = await trpcClient.merchant.signUp.mutate(signUpOf(draft));
      draftStorage.forget();
      setOpened({ authToken: token, user: toUserInfo(user) });
    } catch (error) {
      setFailure(sentenceOf(error));
    }
  };
  return { failure, opened, send, forget: () => setFailure(null) };
}

/** The server's word with what it is, or that there was none. */
function sentenceOf(error: unknown): string {
  const code = errorCode(error);
  const hasWord = code !== null && code !== "INTERNAL" && error instanceof Error;
  return hasWord ? `Error: ${error.message}` : "Failed to register merchant";
}
