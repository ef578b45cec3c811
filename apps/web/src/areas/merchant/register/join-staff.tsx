import { acceptStaffInvitationForm, acceptStaffInvitationNames } from "@hearth/domain/merchants/staff";
import type { StaffRole } from "@hearth/domain/merchants/staff-roles";
import { useNavigate } from "@tanstack/react-router";
import { toUserInfo, useSignIn } from "../../../features/auth/actions.ts";
import { byTouch } from "../../../features/auth/touch/by-touch.ts";
import { touchLabel } from "../../../features/auth/touch/touch-button.tsx";
import { TouchOrPassword, UsePassword } from "../../../features/auth/touch/touch-or-password.tsx";
import type { FieldsOf } from "../../../kit/form/fields.tsx";
import { AppForm, useAppForm } from "../../../kit/form/form.tsx";
import { ButtonLink, TextLink } from "../../../kit/links.tsx";
import { errorCode, errorMessage } from "../../../lib/api-error.ts";
import { session } from "../../../lib/session.ts";
import { type Outputs, trpc } from "../../../lib/trpc.ts";
import { Alert } from "../../../ui/alert.tsx";
import { Actions, Button } from "../../../ui/button.tsx";
import { FieldRow } from "../../../ui/field.tsx";
import { SkeletonPart } from "../../../ui/skeleton.tsx";
import { Stack } from "../../../ui/stack.tsx";
import { Text } from "../../../ui/typography.tsx";

type Invitation = Outputs["staff"]["invitation"];

const formLabel = "Accept the invitation";

const roleWords: Record<StaffRole, string> = {
  owner: "You will be able to do everything there.",
  manager: "You will be able to answer disputes, send refunds, and manage rent and unmatched money.",
  viewer: "You will be able to see everything there.",
};

/** Page of an invitation to work for a business. Creates an account for the email, or lets the signed-in account with that email join. */
export function JoinStaff({ token, signedIn }: { token: string; signedIn: { email: string; role: string } | null }) {
  const found = trpc.staff.invitation.useQuery({ token }, { retry: false });
  if (!found.data) {
    if (!found.isError) return <SkeletonPart height="14rem" />;
    if (errorCode(found.error) === "MAIL_LINK_INVALID") return <DeadInvitation isMerchant={signedIn?.role === "merchant"} />;
    return (
      <Alert tone="bad" title={errorMessage(found.error, "The invitation could not be read")}>
        <Button onClick={() => void found.refetch()}>Try again</Button>
      </Alert>
    );
  }
  const invitation = found.data;
  const isTheirs = signedIn?.role === "merchant" && signedIn.email === invitation.email;
  return (
    <Stack>
      <Text>
        {invitation.business} would like you to work with it. {roleWords[invitation.role]}
      </Text>
      {isTheirs ? <Join token={token} invitation={invitation} /> : <Accept token={token} invitation={invitation} />}
    </Stack>
  );
}

/** Leads on from an invitation that was used, cancelled or is too old. Most who open one again have joined already. */
function DeadInvitation({ isMerchant }: { isMerchant: boolean }) {
  return (
    <Stack>
      <Alert tone="bad" title="This invitation can no longer be accepted" announce>
        It was already accepted, cancelled or replaced by a newer one, or it is more than two weeks old. If you have not joined yet, ask the
        person who invited you to send another one.
      </Alert>
      <Actions>
        {isMerchant ? (
          <ButtonLink variant="primary" to="/merchant/dashboard">
            Go to the merchant dashboard
          </ButtonLink>
        ) : (
          <ButtonLink variant="primary" to="/merchant/login">
            Sign in
          </ButtonLink>
        )}
      </Actions>
    </Stack>
  );
}

function Join({ token, invitation }: { token: string; invitation: Invitation }) {
  const navigate = useNavigate();
  const join = trpc.staff.join.useMutation({
    onSuccess: async (user) => {
      session.updateUser(toUserInfo(user));
      await navigate({ to: "/merchant/dashboard" });
    },
  });
  return (
    <>
      {join.error && <Alert tone="bad" title={errorMessage(join.error)} announce />}
      <Button variant="primary" busy={join.isPending} onClick={() => join.mutate({ token })}>
        Join {invitation.business}
      </Button>
    </>
  );
}

interface AcceptProps {
  token: string;
  invitation: Invitation;
}

/** Creates an account for the email of an invitation: by the device's own unlock where that is possible, or with a password. */
function Accept(accepted: AcceptProps) {
  return (
    <Stack>
      <Text size="note" muted>
        Your account will be {accepted.invitation.email}. Do you already have it? <TextLink to="/merchant/login">Sign in</TextLink>, and
        open the link again.
      </Text>
      <TouchOrPassword
        touch={(walletOrigin, onPassword) => <TouchAcceptForm {...accepted} walletOrigin={walletOrigin} onPassword={onPassword} />}
        password={() => <AcceptForm {...accepted} />}
      />
    </Stack>
  );
}

interface TouchAcceptFormProps extends AcceptProps {
  /** The origin of the page that makes the passkey. */
  walletOrigin: string;
  /** Shows the form with a password instead. */
  onPassword: () => void;
}

/** Asks for the names. The passkey and the wallet are then made in the wallet's page. */
export function TouchAcceptForm({ token, invitation, walletOrigin, onPassword }: TouchAcceptFormProps) {
  const submit = useSignIn((names: { firstName: string; lastName: string }) =>
    byTouch(({ joinStaffByTouch }) => joinStaffByTouch(walletOrigin, token, { ...names, email: invitation.email })),
  );
  const form = useAppForm({
    defaultValues: { firstName: "", lastName: "" },
    schema: acceptStaffInvitationNames,
    onSubmit: async (names) => {
      const outcome = await submit(names);
      return outcome.ok ? null : outcome.message;
    },
  });
  return (
    <AppForm form={form} label={formLabel}>
      <NameFields form={form} />
      <form.SubmitButton size="large" wide>
        {touchLabel}
      </form.SubmitButton>
      <Text size="note">
        No password. Your device's own unlock signs you in. It also opens a wallet of your own, which has nothing to do with the money of{" "}
        {invitation.business}.
      </Text>
      <UsePassword onPress={onPassword} />
    </AppForm>
  );
}

/** Asks for the names and a password. */
export function AcceptForm({ token }: Pick<AcceptProps, "token">) {
  const navigate = useNavigate();
  const accept = trpc.staff.accept.useMutation();
  const form = useAppForm({
    defaultValues: { firstName: "", lastName: "", password: "" },
    schema: acceptStaffInvitationForm,
    onSubmit: async (person) => {
      try {
        const { token: authToken, user } = await accept.mutateAsync({ token, ...person });
        session.signIn(authToken, toUserInfo(user));
        await navigate({ to: "/merchant/dashboard" });
      } catch (error) {
        return errorMessage(error);
      }
    },
  });
  return (
    <AppForm form={form} label={formLabel}>
      <NameFields form={form} />
      <form.AppField name="password">{(field) => <field.PasswordField label="Password" autoComplete="new-password" />}</form.AppField>
      <form.SubmitButton size="large" wide>
        Accept the invitation
      </form.SubmitButton>
    </AppForm>
  );
}

function NameFields({ form }: { form: FieldsOf<{ firstName: string; lastName: string }> }) {
  return (
    <FieldRow>
      <form.AppField name="firstName">{(field) => <field.TextField label="First name" autoComplete="given-name" />}</form.AppField>
      <form.AppField name="lastName">{(field) => <field.TextField label="Last name" autoComplete="family-name" />}</form.AppField>
    </FieldRow>
  );
}
