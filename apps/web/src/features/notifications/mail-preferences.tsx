import { errorMessage } from "../../lib/api-error.ts";
import { trpc } from "../../lib/trpc.ts";
import { ErrorState } from "../../ui/empty.tsx";
import { FieldError } from "../../ui/field.tsx";
import { Checkbox } from "../../ui/inputs.tsx";
import { SkeletonLedger } from "../../ui/skeleton.tsx";
import { Text } from "../../ui/typography.tsx";
import styles from "./notifications.module.css";
import type { NoticeArea } from "./use-unread.ts";

/** Switches for the optional mails. Each change is saved at once. */
export function MailPreferences({ area }: { area: NoticeArea }) {
  const utils = trpc.useUtils();
  const preferences = trpc[area].mailPreferences.useQuery();
  const choose = trpc[area].setMailPreference.useMutation({
    onSuccess: (chosen) => utils[area].mailPreferences.setData(undefined, chosen),
  });
  if (!preferences.data) {
    if (!preferences.isError) return <SkeletonLedger rows={2} />;
    return (
      <ErrorState onRetry={() => void preferences.refetch()} busy={preferences.isFetching}>
        Your emails could not be loaded.
      </ErrorState>
    );
  }
  return (
    <div className={styles.preferences}>
      <Text size="note" muted>
        Emails about your account's safety and your money are always sent. Choose which others you get:
      </Text>
      {preferences.data.optional.map(({ group, label, on }) => (
        <Checkbox
          key={group}
          label={label}
          checked={on}
          disabled={choose.isPending}
          onChange={(event) => choose.mutate({ group, on: event.target.checked })}
        />
      ))}
      {choose.isError && <FieldError>{errorMessage(choose.error)}</FieldError>}
    </div>
  );
}
