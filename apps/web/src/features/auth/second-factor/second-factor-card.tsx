import { useState } from "react";
import { trpc, type Outputs } from "../../../lib/trpc.ts";
import { Actions, Button } from "../../../ui/button.tsx";
import { ErrorState } from "../../../ui/empty.tsx";
import { Time } from "../../../ui/moment.tsx";
import { Loading, Skeleton } from "../../../ui/skeleton.tsx";
import { toast } from "../../../ui/toast-manager.ts";
import { Text } from "../../../ui/typography.tsx";
import { type Area, RenewDialog, SwitchOffDialog } from "./prove-dialog.tsx";
import styles from "./second-factor.module.css";
import { ownerForm } from "@hearth/domain/auth/second-factor";
import { AppForm, useAppForm } from "../../../kit/form/form.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import type { FormOutcome } from "../outcome.ts";
import { refusalOf } from "../refusal.ts";
import { AppSetup } from "./app-setup.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";

type Opened = "setUp" | "renew" | "switchOff" | null;
/** At this number of recovery codes or fewer, the account is advised to create new ones. */
const fewCodes = 3;

/** Shows whether the account's second factor is on, with the actions to set it up, renew its codes or switch it off. */
export function SecondFactorCard({ area }: { area: Area }) {
  const [opened, setOpened] = useState<Opened>(null);
  const factor = trpc[area].secondFactor.useQuery();
  const { data } = factor;
  const close = () => setOpened(null);
  const onOff = () => {
    close();
    toast.success("Two-step sign-in is switched off");
  };
  if (!data) {
    return factor.isError ? (
      <ErrorState onRetry={() => void factor.refetch()} busy={factor.isFetching}>
        Two-step sign-in could not be loaded.
      </ErrorState>
    ) : (
      <Loading label="Loading two-step sign-in">
        <div className={styles.card}>
          <Skeleton width="min(28rem, 100%)" />
          <Skeleton width="10rem" height="2.5rem" />
        </div>
      </Loading>
    );
  }
  return (
    <div className={styles.card}>
      {data.enabledAt === null ? (
        <>
          <Text>
            Off. Add a code from an authenticator app, asked for after the password.
            {data.passkeys > 0 && ` Your passkeys are used instead. ${codesLeft(data.recoveryCodesLeft)}`}
          </Text>
          <Actions>
            <Button onClick={() => setOpened("setUp")}>Set up two-step sign-in</Button>
            {data.passkeys > 0 && <Button onClick={() => setOpened("renew")}>New recovery codes</Button>}
          </Actions>
        </>
      ) : (
        <>
          <Text>
            On since <Time at={data.enabledAt} />. {codesLeft(data.recoveryCodesLeft)}
            {data.isRequired && " Administrators need it."}
          </Text>
          <Actions>
            <Button onClick={() => setOpened("renew")}>New recovery codes</Button>
            {!data.isRequired && (
              <Button variant="danger" onClick={() => setOpened("switchOff")}>
                Switch off
              </Button>
            )}
          </Actions>
        </>
      )}
      <SetUpDialog area={area} open={opened === "setUp"} onClose={close} />
      <RenewDialog area={area} open={opened === "renew"} onClose={close} />
      <SwitchOffDialog area={area} open={opened === "switchOff"} onClose={close} onDone={onOff} />
    </div>
  );
}

function codesLeft(count: number): string {
  if (count === 0) return "No recovery code is left: make new ones, or a lost phone locks you out.";
  const codesLeftText = count === 1 ? "1 recovery code is left" : `${count} recovery codes are left`;
  return count <= fewCodes ? `Only ${codesLeftText}; make new ones soon.` : `${codesLeftText}.`;
}

type Setup = Outputs["auth"]["setUpSecondFactor"];

interface SetUpDialogProps {
  area: Area;
  open: boolean;
  onClose: () => void;
}

/** Sets up a second factor in three steps: the password, the app, the recovery codes. */
export function SetUpDialog({ open, onClose, ...rest }: SetUpDialogProps) {
  return (
    <Dialog small open={open} onClose={onClose} title="Set up two-step sign-in">
      <SetUp {...rest} onClose={onClose} />
    </Dialog>
  );
}

function SetUp({ area, onClose }: Omit<SetUpDialogProps, "open">) {
  const [setup, setSetup] = useState<Setup | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const confirm = trpc[area].confirmSecondFactor.useMutation();
  const onCode = async (code: string): Promise<FormOutcome> => {
    try {
      const { recoveryCodes } = await confirm.mutateAsync({ code });
      setCodes(recoveryCodes);
      return { ok: true };
    } catch (error) {
      return refusalOf(error, "Two-step sign-in could not be switched on. Please try again.");
    }
  };
  if (codes) return <RecoveryCodes codes={codes} action="Done" onDone={onClose} />;
  if (setup) return <AppSetup setup={setup} action="Switch on" onCode={onCode} />;
  return <PasswordStep area={area} onSetup={setSetup} />;
}

function PasswordStep({ area, onSetup }: { area: Area; onSetup: (setup: Setup) => void }) {
  const begin = trpc[area].setUpSecondFactor.useMutation();
  const hasPassword = trpc[area].secondFactor.useQuery().data?.hasPassword !== false;
  const form = useAppForm({
    defaultValues: { password: "" },
    schema: ownerForm({ hasSecondFactor: false, hasPassword }).pick({ password: true }),
    onSubmit: async ({ password }) => {
      try {
        onSetup(await begin.mutateAsync(hasPassword ? { password } : {}));
      } catch (error) {
        return refusalOf(error, "This could not be started. Please try again.").message;
      }
    },
  });
  return (
    <AppForm form={form} label="Confirm that it is you">
      <Text>
        You need an authenticator app: many password managers have one, and phones have them from their app stores. Your other devices are
        signed out in the end.
      </Text>
      {hasPassword && (
        <form.AppField name="password">
          {(field) => <field.PasswordField label="Your password" autoComplete="current-password" />}
        </form.AppField>
      )}
      <form.SubmitButton wide>Continue</form.SubmitButton>
    </AppForm>
  );
}
