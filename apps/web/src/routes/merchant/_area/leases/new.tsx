import { createFileRoute } from "@tanstack/react-router";
import { ChooseUnit } from "../../../../areas/merchant/rent/choose-unit.tsx";
import { LeaseForm } from "../../../../areas/merchant/rent/lease-form.tsx";
import { useWording } from "../../../../kit/words.ts";
import { searchOf, text } from "../../../../lib/search.ts";
import { useTitle } from "../../../../lib/use-title.ts";

export const Route = createFileRoute("/merchant/_area/leases/new")({
  validateSearch: searchOf({ unit: text(64) }),
  component: NewLeasePage,
});

function NewLeasePage() {
  useTitle(useWording()("New lease"));
  const { unit = "" } = Route.useSearch();
  return unit === "" ? <ChooseUnit /> : <LeaseForm unitId={unit} />;
}
