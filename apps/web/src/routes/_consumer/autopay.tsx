import { createFileRoute } from "@tanstack/react-router";
import { AutopayPage } from "../../areas/consumer/rent/autopay-page.tsx";
import { useTitle } from "../../lib/use-title.ts";

export const Route = createFileRoute("/_consumer/autopay")({ component: OwnAutopayPage });

function OwnAutopayPage() {
  useTitle("Autopay");
  return <AutopayPage />;
}
