import { reminderRuleForm } from "@hearth/domain/rent/reminders";
import { AppForm, seenIn, useAppForm, versionOf } from "../../../kit/form/form.tsx";
import { Permitted } from "../../../kit/permission.tsx";
import { useWording } from "../../../kit/words.ts";
import { errorMessage } from "../../../lib/api-error.ts";
import { type Outputs, trpc, trpcClient } from "../../../lib/trpc.ts";
import { ErrorState } from "../../../ui/empty.tsx";
import { FieldRow } from "../../../ui/field.tsx";
import { SkeletonLedger } from "../../../ui/skeleton.tsx";
import { Stack } from "../../../ui/stack.tsx";
import { toast } from "../../../ui/toast-manager.ts";
import { Text } from "../../../ui/typography.tsx";
import styles from "./settings.module.css";

/** Settings for automatic reminders of open charges. */
export function ReminderSettings() {
  const reword = useWording();
  const rule = trpc.rent.reminderRule.useQuery();
  if (!rule.data) {
    if (!rule.isError) return <SkeletonLedger rows={3} />;
    return (
      <ErrorState onRetry={() => void rule.refetch()} busy={rule.isFetching}>
        Failed to load your reminders
      </ErrorState>
    );
  }
  return (
    <Stack wide>
      <Text muted>
        {reword(
          "Tenants with an unpaid balance get an email and a notification at 9 AM in your business's time zone. Tenants who have paid get none. If autopay will pay the rent, the email says so.",
        )}
      </Text>
      <RuleForm rule={rule.data} />
    </Stack>
  );
}

function RuleForm({ rule: shown }: { rule: Outputs["rent"]["reminderRule"] }) {
  const form = useAppForm({
    defaultValues: { ...shown, daysBefore: entered(shown.daysBefore), daysLate: entered(shown.daysLate) },
    version: versionOf(shown),
    schema: reminderRuleForm,
    onSubmit: async (rule, version) => {
      try {
        await trpcClient.rent.setReminderRule.mutate({ ...rule, seen: seenIn<typeof shown>(version) });
      } catch (error) {
        return errorMessage(error);
      }
      toast.success("Reminders saved");
      return null;
    },
  });
  return (
    <AppForm form={form} label="Reminders" className={styles.narrow}>
      <FieldRow>
        <form.AppField name="daysBefore">
          {(field) => <field.TextField label="Days before the due date" inputMode="numeric" hint="1 to 28; leave it blank for none." />}
        </form.AppField>
        <form.AppField name="daysLate">
          {(field) => <field.TextField label="Days after the due date" inputMode="numeric" hint="1 to 60; leave it blank for none." />}
        </form.AppField>
      </FieldRow>
      <form.AppField name="onDueDay">{(field) => <field.CheckboxField label="On the due date" />}</form.AppField>
      <Permitted least="manager" otherwise={<Text muted>Only a manager or an owner can change this.</Text>}>
        <div>
          <form.SubmitButton>Save reminders</form.SubmitButton>
        </div>
      </Permitted>
    </AppForm>
  );
}

const entered = (days: number | null) => (days === null ? "" : String(days));
