import { useNavigate } from "@tanstack/react-router";
import { session } from "../../../lib/session.ts";
import { trpcClient } from "../../../lib/trpc.ts";

const giveUpAfterMs = 3_000;

/**
 * Logout from the admin area: revokes the tokens on the server, clears them and the stored user here whatever the server says, and goes to
 * the sign-in. An admin who is signed in to the product as well is signed out of both.
 */
export function useAdminLogout(): () => void {
  const navigate = useNavigate();
  return () => {
    // Not waited for: an unreachable server must keep nobody signed in on this machine.
    const { adminToken, authToken } = session.get();
    const options = (token: string | null) => ({ context: { token }, signal: AbortSignal.timeout(giveUpAfterMs) });
    trpcClient.admin.logout.mutate(undefined, options(adminToken)).catch(() => undefined);
    if (authToken !== null) trpcClient.auth.logout.mutate(undefined, options(authToken)).catch(() => undefined);
    session.signOutAdmin();
    session.signOut();
    void navigate({ to: "/login", search: {} });
  };
}
