import { useNavigate } from "@tanstack/react-router";
import { session } from "../../lib/session.ts";
import { trpcClient } from "../../lib/trpc.ts";

const giveUpAfterMs = 3_000;

/** Logout: revokes the token on the server, clears it and the stored user here whatever the server says, and goes to the sign-in. */
export function useLogout(): () => void {
  const navigate = useNavigate();
  return () => {
    // Not waited for: an unreachable server must keep nobody signed in on this machine.
    const { authToken } = session.get();
    const options = { context: { token: authToken }, signal: AbortSignal.timeout(giveUpAfterMs) };
    trpcClient.auth.logout.mutate(undefined, options).catch(() => undefined);
    session.signOut();
    void navigate({ to: "/login", search: {} });
  };
}
