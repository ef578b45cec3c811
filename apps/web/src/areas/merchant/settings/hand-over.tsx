import { handOverDays, handOverInput } from "@hearth/domain/account/closing";
import { AppForm, useAppForm } from "../../../kit/form/form.tsx";
import { useWording } from "../../../kit/words.ts";
import { errorMessage } from "../../../lib/api-error.ts";
import { type Outputs, trpc } from "../../../lib/trpc.ts";
import { Actions } from "../../../ui/button.tsx";
import { Stack } from "../../../ui/stack.tsx";
import { toast } from "../../../ui/toast-manager.ts";
import { Text } from "../../../ui/typography.tsx";

/** Form that transfers the business to a co-owner. Without one it explains how somebody becomes one. */
export function HandOver({ coOwners }: { coOwners: Outputs["staff"]["list"]["items"] }) {
  if (coOwners.length > 0) return <HandOverForm coOwners={coOwners} />;
  return (
    <Text muted>
      You can transfer your business to someone who works for it as an owner. Invite them as one, or give them that role; after{" "}
      {handOverDays} days they can take it.
    </Text>
  );
}

function HandOverForm({ coOwners }: { coOwners: Outputs["staff"]["list"]["items"] }) {
  const reword = useWording();
  const handOver = trpc.account.handOver.useMutation();
  const form = useAppForm({
    defaultValues: { staffId: "" },
    schema: handOverInput,
    onSubmit: async (input) => {
      try {
        const { message } = await handOver.mutateAsync(input);
        toast.success(message);
      } catch (error) {
        return errorMessage(error);
      }
    },
  });
  return (
    <AppForm form={form} label="Transfer the business">
      <Stack>
        <Text>
          {reword("They own it from then on, with its leases, its refunds and its disputes.")} You stay as a co-owner, which they can end,
          and may close your account. Only they can transfer it back.
        </Text>
        <Text muted>It is still paid into the wallet in these settings until they set another one.</Text>
      </Stack>
      <form.AppField name="staffId">
        {(field) => (
          <field.SelectField label="Co-owner">
            <option value="">Choose a co-owner</option>
            {coOwners.map(({ _id, name, email }) => (
              <option key={_id} value={_id}>
                {name} ({email})
              </option>
            ))}
          </field.SelectField>
        )}
      </form.AppField>
      <Actions>
        <form.SubmitButton variant="danger">Transfer the business</form.SubmitButton>
      </Actions>
    </AppForm>
  );
}
