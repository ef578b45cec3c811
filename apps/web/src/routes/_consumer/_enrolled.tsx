import { createFileRoute, Outlet } from "@tanstack/react-router";
import { EnrollmentCheck, EnrollmentCheckSkeleton } from "../../features/enrollment/enrollment-check.tsx";
import { requireEnrollment } from "../../features/enrollment/require-enrollment.ts";

export const Route = createFileRoute("/_consumer/_enrolled")({
  beforeLoad: async ({ location }) => ({ account: await requireEnrollment({ location }) }),
  component: Outlet,
  pendingComponent: EnrollmentCheckSkeleton,
  errorComponent: EnrollmentCheck,
});
