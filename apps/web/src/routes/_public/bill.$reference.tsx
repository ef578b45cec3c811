import { createFileRoute } from "@tanstack/react-router";
import { Bill } from "../../areas/consumer/bill/bill.tsx";
import { useTitle } from "../../lib/use-title.ts";

export const Route = createFileRoute("/_public/bill/$reference")({ component: BillPage });

function BillPage() {
  useTitle("Bill");
  const { reference } = Route.useParams();
  return <Bill key={reference} reference={reference} />;
}
