import { createFileRoute } from "@tanstack/react-router";
import { ServerData } from "../../kit/server-data.tsx";
import { Bill } from "../../areas/consumer/bill/bill.tsx";
import { useTitle } from "../../lib/use-title.ts";

export const Route = createFileRoute("/_public/bill/$reference")({ component: BillPage });

function BillPage() {
  useTitle("Bill");
  const { reference } = Route.useParams();
  return (
    <ServerData>
      <Bill key={reference} reference={reference} />
    </ServerData>
  );
}
