import { createFileRoute } from "@tanstack/react-router";
import { z } from "zod";
import { TransferDialog } from "../../../../areas/merchant/unmatched/transfer-dialog.tsx";
import { UnmatchedMoney } from "../../../../areas/merchant/unmatched/unmatched-money.tsx";
import { useOddTransfers } from "../../../../areas/merchant/unmatched/use-odd-transfers.ts";
import { useCloseOver } from "../../../../lib/close-over.ts";
import { useTitle } from "../../../../lib/use-title.ts";

export const Route = createFileRoute("/merchant/_area/transactions/unmatched")({
  validateSearch: z.object({
    show: z.enum(["open", "setAside"]).optional().catch(undefined),
    transfer: z.string().optional().catch(undefined),
  }),
  component: UnmatchedPage,
});

function UnmatchedPage() {
  useTitle("Unmatched money");
  const { show = "open", transfer: id } = Route.useSearch();
  const navigate = Route.useNavigate();
  const transfers = useOddTransfers(show);
  const transfer = transfers.data?.pages.flatMap(({ items }) => items).find(({ _id }) => _id === id);
  const close = useCloseOver(() => void navigate({ search: (current) => ({ ...current, transfer: undefined }), replace: true }));
  return (
    <>
      <UnmatchedMoney show={show} onShow={(next) => void navigate({ search: { show: next }, replace: true })} />
      <TransferDialog transfer={transfer} onClose={close} />
    </>
  );
}
