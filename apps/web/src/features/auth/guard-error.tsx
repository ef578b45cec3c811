import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { MessageScreen, PageError } from "../../kit/shell/message-screen.tsx";
import { Button } from "../../ui/button.tsx";
import { useLogout } from "./actions.ts";
import { Unreachable } from "./guards.ts";

/** Shown if an area could not be entered. If the server could not be reached, tries again on a press and once the network is back. */
export function GuardError({ error }: { error: unknown }) {
  return error instanceof Unreachable ? <TryAgain /> : <PageError error={error} />;
}

function TryAgain() {
  const router = useRouter();
  const logout = useLogout();
  useEffect(() => {
    const tryAgain = () => void router.invalidate();
    window.addEventListener("online", tryAgain);
    return () => window.removeEventListener("online", tryAgain);
  }, [router]);
  return (
    <main>
      <MessageScreen
        title="Hearth could not be reached"
        actions={
          <>
            <Button variant="primary" onClick={() => void router.invalidate()}>
              Try again
            </Button>
            <Button onClick={logout}>Log out</Button>
          </>
        }
      >
        You are still signed in. Check your connection, then try again.
      </MessageScreen>
    </main>
  );
}
