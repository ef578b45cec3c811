import { Permitted } from "../../../kit/permission.tsx";
import { errorCode } from "../../../lib/api-error.ts";
import { TextLink } from "../../../kit/links.tsx";
import { type Outputs, trpc } from "../../../lib/trpc.ts";
import { Alert } from "../../../ui/alert.tsx";
import { Dialog, useLastShown } from "../../../ui/dialog.tsx";
import { ErrorState } from "../../../ui/empty.tsx";
import { Description, DescriptionList } from "../../../ui/description-list.tsx";
import { Hash } from "../../../ui/hash.tsx";
import { Loading, Skeleton } from "../../../ui/skeleton.tsx";
import { Stack } from "../../../ui/stack.tsx";
import { Timeline } from "../../../ui/timeline.tsx";
import { TransferClaims } from "../../../features/unmatched/claims.tsx";
import { RestoreButton } from "../../../features/unmatched/restore-button.tsx";
import { DecisionForm } from "../../../features/unmatched/decision-form.tsx";
import { TransferFacts } from "../../../features/unmatched/transfer-facts.tsx";
import { actionName } from "../audit/audit-words.ts";
import { UndoForm } from "./undo-form.tsx";
import { TimeZoneContext } from "../../../ui/time-zone.ts";

type Detail = Outputs["admin"]["transfer"];

interface TransferDialogProps {
  /** The transfer to decide. Undefined closes the dialog. */
  transferId: string | undefined;
  onClose: () => void;
}

/** An unmatched transfer of any merchant, with its claims and the form to decide. */
export function TransferDialog({ transferId, onClose }: TransferDialogProps) {
  const shownId = useLastShown(transferId);
  const transfer = trpc.admin.transfer.useQuery({ transferId: shownId ?? "" }, { enabled: shownId !== undefined });
  const { data, error } = transfer;
  return (
    <Dialog open={transferId !== undefined} onClose={onClose} title={data ? `${data.usdc} USDC` : "Transfer"}>
      {data ? (
        <TimeZoneContext value={data.timeZone}>
          <Body transfer={data} onDone={onClose} />
        </TimeZoneContext>
      ) : errorCode(error) === "NOT_FOUND" ? (
        <ErrorState>Transfer not found</ErrorState>
      ) : error ? (
        <ErrorState onRetry={() => void transfer.refetch()} busy={transfer.isFetching}>
          Failed to load transaction
        </ErrorState>
      ) : (
        <Loading label="Loading the transfer">
          <Stack>
            <Skeleton width="min(24rem, 100%)" />
            <Skeleton width="min(24rem, 100%)" />
            <Skeleton width="min(24rem, 100%)" />
          </Stack>
        </Loading>
      )}
    </Dialog>
  );
}

function Body({ transfer, onDone }: { transfer: Detail; onDone: () => void }) {
  const { _id, merchant, meantFor, isAttached, rulings, sendBack } = transfer;
  return (
    <Stack wide>
      <DescriptionList>
        <Description label="Merchant">
          <TextLink to="/admin/merchants/$id" params={{ id: merchant._id }}>
            {merchant.name}
          </TextLink>
        </Description>
        <Description label="Payment">
          {meantFor && (
            <TextLink to="/admin/transactions/$id" params={{ id: meantFor._id }}>
              {meantFor.description}
            </TextLink>
          )}
        </Description>
        <TransferFacts area="admin" transfer={transfer} />
        <Description label="To wallet">
          <Hash value={transfer.to} shape="detail" what="recipient's address" />
        </Description>
      </DescriptionList>
      {rulings.length > 0 && <Timeline events={rulings.toReversed().map(toEvent)} shape="minute" />}
      <TransferClaims area="admin" transfer={transfer} onDone={onDone} />
      {sendBack ? (
        sendBack.status === "begun" && <Alert title={`${merchant.name} is sending it back`} />
      ) : isAttached ? (
        <Permitted least="manager">
          <UndoForm key={_id} transferId={_id} onDone={onDone} />
        </Permitted>
      ) : transfer.setAsideAt === null ? (
        <Permitted least="manager">
          <DecisionForm key={_id} area="admin" transfer={transfer} onDone={onDone} />
        </Permitted>
      ) : (
        <RestoreButton area="admin" transferId={_id} onDone={onDone} />
      )}
    </Stack>
  );
}

function toEvent({ _id, action, at, by, reason }: Detail["rulings"][number]) {
  return { id: _id, label: actionName(action), at, detail: [by, reason].filter(Boolean).join(": ") };
}
