import { createFileRoute } from "@tanstack/react-router";
import { StatementsPage } from "../../areas/consumer/rent/statements-page.tsx";
import { useTitle } from "../../lib/use-title.ts";

export const Route = createFileRoute("/_consumer/statements")({ component: OwnStatementsPage });

function OwnStatementsPage() {
  useTitle("Statements");
  return <StatementsPage />;
}
