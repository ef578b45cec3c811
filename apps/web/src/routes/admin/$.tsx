import { createFileRoute, notFound } from "@tanstack/react-router";
import { requireAdmin } from "../../features/auth/guards.ts";

/** Unknown paths of the admin area. The guard comes first, so that nobody can tell which paths exist. */
export const Route = createFileRoute("/admin/$")({
  beforeLoad: (place) => {
    requireAdmin(place);
    throw notFound();
  },
});
