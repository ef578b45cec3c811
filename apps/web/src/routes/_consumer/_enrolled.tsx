import { createFileRoute, Outlet } from "@tanstack/react-router";
import { EnrollmentCheck } from "../../features/enrollment/enrollment-check.tsx";
import { EnrollmentCheckSkeleton } from "../../features/enrollment/enrollment-check-skeleton.tsx";
import { requireEnrollment } from "../../features/enrollment/require-enrollment.ts";

export const Route = createFileRoute("/_consumer/_enrolled")({
  beforeLoad: async ({ location }) => ({ account: await requireEnrollment({ location }) }),
  component: Outlet,
  pendingComponent: EnrollmentCheckSkeleton,
  errorComponent: EnrollmentCheck,
});
