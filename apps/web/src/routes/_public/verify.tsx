import { createFileRoute } from "@tanstack/react-router";
import { VerifyPage } from "../../areas/public/verify/verify-page.tsx";
import { matching, searchOf } from "../../lib/search.ts";
import { useTitle } from "../../lib/use-title.ts";

export const Route = createFileRoute("/_public/verify")({
  validateSearch: searchOf({ record: matching(/^[0-9a-f]{64}$/) }),
  component: Verify,
});

function Verify() {
  useTitle("Check a record");
  const { record } = Route.useSearch();
  return <VerifyPage key={record ?? ""} reference={record} />;
}
