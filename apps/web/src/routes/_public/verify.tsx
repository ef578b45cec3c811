import { createFileRoute } from "@tanstack/react-router";
import { ServerData } from "../../kit/server-data.tsx";
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
  return (
    <ServerData>
      <VerifyPage key={record ?? ""} reference={record} />
    </ServerData>
  );
}
