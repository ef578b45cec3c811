import { Permitted } from "../../../kit/permission.tsx";
import { errorMessage } from "../../../lib/api-error.ts";
import { trpc } from "../../../lib/trpc.ts";
import { Actions, Button } from "../../../ui/button.tsx";
import { FieldError } from "../../../ui/field.tsx";
import { Time } from "../../../ui/moment.tsx";
import { Stack } from "../../../ui/stack.tsx";
import { Text } from "../../../ui/typography.tsx";

/** Mails the payer the receipt of a completed payment again, and says when and where to it was sent. */
export function SendReceipt({ paymentId }: { paymentId: string }) {
  const { mutate, data, error, isPending } = trpc.merchant.sendReceipt.useMutation();
  return (
    <Permitted least="manager">
      <Stack>
        <Actions>
          <Button busy={isPending} onClick={() => mutate({ paymentId })}>
            Send receipt
          </Button>
        </Actions>
        <div role="status">
          {data && (
            <Text size="note">
              {data.isEarlier ? "Already sent" : "Sent"} to {data.to} on <Time at={data.sentAt} shape="minute" />
            </Text>
          )}
        </div>
        {error && <FieldError>{errorMessage(error)}</FieldError>}
      </Stack>
    </Permitted>
  );
}
