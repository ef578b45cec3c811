import { createFileRoute } from "@tanstack/react-router";
import { ReviewQueue } from "../../../../areas/admin/merchants/review-queue.tsx";
import { useTitle } from "../../../../lib/use-title.ts";

export const Route = createFileRoute("/admin/_area/merchants/review")({ component: ReviewPage });

function ReviewPage() {
  useTitle("Waiting for review");
  return <ReviewQueue />;
}
