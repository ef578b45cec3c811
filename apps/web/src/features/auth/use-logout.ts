import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { session } from "../../lib/session.ts";

/** Logout: clears the token, the stored user and everything loaded for them, and goes to the sign-in. */
export function useLogout(): () => void {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  return () => {
    session.signOut();
    queryClient.clear();
    void navigate({ to: "/login" });
  };
}
