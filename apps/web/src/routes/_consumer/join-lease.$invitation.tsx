import { createFileRoute } from "@tanstack/react-router";
import { JoinLease } from "../../areas/consumer/rent/join-lease.tsx";
import { useTitle } from "../../lib/use-title.ts";

export const Route = createFileRoute("/_consumer/join-lease/$invitation")({ component: JoinLeasePage });

function JoinLeasePage() {
  useTitle("Join your lease");
  const { invitation } = Route.useParams();
  return <JoinLease invitation={invitation} />;
}
