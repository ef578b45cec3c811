import { createFileRoute } from "@tanstack/react-router";
import { MonthClosePage } from "../../../areas/merchant/rent/month-close.tsx";
import { filterStep } from "../../../kit/list/filter-step.ts";
import { matching, searchOf } from "../../../lib/search.ts";
import { useTitle } from "../../../lib/use-title.ts";

export const Route = createFileRoute("/merchant/_area/month-close")({
  validateSearch: searchOf({ period: matching(/^2[01]\d{2}-(0[1-9]|1[0-2])$/) }),
  component: MonthClose,
});

function MonthClose() {
  useTitle("Month close");
  const today = new Date().toLocaleDateString("sv-SE");
  const { period = today.slice(0, 7) } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <MonthClosePage
      period={period}
      today={today}
      onPeriod={(next) => void navigate({ search: { period: next }, ...filterStep({}, { period: next }) })}
    />
  );
}
