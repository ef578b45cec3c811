import { createFileRoute } from "@tanstack/react-router";
import { RentRoll } from "../../../areas/merchant/rent/rent-roll.tsx";
import { filterStep } from "../../../kit/list/filter-step.ts";
import { matching, searchOf } from "../../../lib/search.ts";
import { useTitle } from "../../../lib/use-title.ts";

export const Route = createFileRoute("/merchant/_area/rent-roll")({
  validateSearch: searchOf({ period: matching(/^2[01]\d{2}(-(0[1-9]|1[0-2]))?$/) }),
  component: RentRollPage,
});

function RentRollPage() {
  useTitle("Rent roll");
  const today = new Date().toLocaleDateString("sv-SE");
  const { period = today.slice(0, 7) } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <RentRoll
      period={period}
      today={today}
      onPeriod={(next) => void navigate({ search: { period: next }, ...filterStep({}, { period: next }) })}
    />
  );
}
