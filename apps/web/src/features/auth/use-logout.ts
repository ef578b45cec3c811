import { useNavigate } from "@tanstack/react-router";
import { session } from "../../lib/session.ts";
import { trpcClient } from "../../lib/trpc.ts";

const giveUpAfterMs = 3_000;

/** Logout: revokes the token on the server, clears it and the stored user here whatever the server says, and goes to the sign-in. */
export function useLogout(): () => void {
  const navigate = useNavigate();
  return () => {
    // Sent before the token is cleared, and not waited for: an unreachable server must keep nobody signed in on this machine.
    trpcClient.auth.logout.mutate(undefined, { signal: AbortSignal.timeout(giveUpAfterMs) }).catch(() => undefined);
    session.signOut();
    void navigate({ to: "/login", search: {} });
  };
}
