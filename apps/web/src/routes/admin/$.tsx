import { createFileRoute, notFound } from "@tanstack/react-router";
import { requireAdmin } from "../../features/auth/guards.ts";

/** Every place of the admin area that does not exist: the guard comes first, so that nobody can tell which ones do. */
export const Route = createFileRoute("/admin/$")({
  beforeLoad: (place) => {
    requireAdmin(place);
    throw notFound();
  },
});
