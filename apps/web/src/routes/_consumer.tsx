import { createFileRoute, Outlet } from "@tanstack/react-router";
import { GuardError } from "../features/auth/guard-error.tsx";
import { requireSignIn } from "../features/auth/guards.ts";
import { ConsumerShell } from "../areas/consumer/shell/consumer-shell.tsx";
import { useSession } from "../lib/session.ts";

export const Route = createFileRoute("/_consumer")({
  beforeLoad: async ({ location }) => ({ user: await requireSignIn({ location }) }),
  component: Consumer,
  errorComponent: GuardError,
});

function Consumer() {
  const { user: guarded } = Route.useRouteContext();
  const { user } = useSession();
  // A new key for each account resets all state of the previous one.
  return (
    <ConsumerShell key={(user ?? guarded)._id} user={user ?? guarded}>
      <Outlet />
    </ConsumerShell>
  );
}
