import { createFileRoute } from "@tanstack/react-router";
import { filterStep } from "../../../../kit/list/filter-step.ts";
import { oneOf, searchOf, text } from "../../../../lib/search.ts";
import { UnmatchedMoney } from "../../../../areas/merchant/unmatched/unmatched-money.tsx";
import { useCloseRoutedDialog } from "../../../../lib/close-over.ts";
import { useTitle } from "../../../../lib/use-title.ts";

export const Route = createFileRoute("/merchant/_area/transactions/unmatched")({
  validateSearch: searchOf({
    show: oneOf(["open", "setAside", "sentBack"]),
    transfer: text(),
  }),
  component: UnmatchedPage,
});

function UnmatchedPage() {
  useTitle("Unmatched money");
  const { show = "open", transfer } = Route.useSearch();
  const navigate = Route.useNavigate();
  const close = useCloseRoutedDialog(() => void navigate({ search: (current) => ({ ...current, transfer: undefined }), replace: true }));
  return (
    <UnmatchedMoney
      show={show}
      onShow={(next) => void navigate({ search: { show: next }, ...filterStep({}, { show: next }) })}
      transferId={transfer}
      onClose={close}
    />
  );
}
