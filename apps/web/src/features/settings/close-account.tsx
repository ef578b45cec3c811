import { closeAccountInput } from "@hearth/domain/account/closing";
import { formatUsd } from "@hearth/domain/money";
import { centsOf } from "../../kit/cents.ts";
import { AppForm, useAppForm } from "../../kit/form/form.tsx";
import { TextLink } from "../../kit/links.tsx";
import { useWording } from "../../kit/words.ts";
import { errorMessage } from "../../lib/api-error.ts";
import { dropDraftsAt } from "../../lib/drafts.ts";
import { session } from "../../lib/session.ts";
import { type Outputs, trpc } from "../../lib/trpc.ts";
import { Alert } from "../../ui/alert.tsx";
import { Actions } from "../../ui/button.tsx";
import { formatMoment } from "@hearth/domain/moment";
import { ErrorState } from "../../ui/empty.tsx";
import { SkeletonLedger } from "../../ui/skeleton.tsx";
import { Stack } from "../../ui/stack.tsx";
import { toast } from "../../ui/toast-manager.ts";
import { Text } from "../../ui/typography.tsx";

/** Lists what must be done before the account can be closed, or shows the form that closes it for good. */
export function CloseAccount() {
  const closing = trpc.account.closing.useQuery(undefined, { staleTime: 0 });
  if (!closing.data) {
    if (!closing.isError) return <SkeletonLedger rows={2} />;
    return (
      <ErrorState onRetry={() => void closing.refetch()} busy={closing.isFetching}>
        Failed to load whether your account can be closed
      </ErrorState>
    );
  }
  const { obstacles, ownsBusiness, owedDeposits, passkeyWallet, heldDeposits } = closing.data;
  return (
    <Stack>
      {obstacles.length > 0 && <Obstacles obstacles={obstacles} />}
      {heldDeposits !== null && <HeldDeposits {...heldDeposits} />}
      {owedDeposits.length > 0 && <OwedDeposits deposits={owedDeposits} />}
      {passkeyWallet !== null && (
        <Alert tone="waiting" title="You have a passkey wallet">
          Spend what is in {passkeyWallet} first, and download your data below, which has its encrypted key. The wallet stays yours, but you
          cannot open it on Hearth any more.
        </Alert>
      )}
      {obstacles.length === 0 && <CloseAccountForm ownsBusiness={ownsBusiness} />}
    </Stack>
  );
}

type Closing = Outputs["account"]["closing"];

/** Names the deposits that landlords hold for the account. They stay owed, and the landlord can write to the email in the lease. */
function OwedDeposits({ deposits }: { deposits: Closing["owedDeposits"] }) {
  return (
    <Alert tone="waiting" title={deposits.length > 1 ? "Deposits of yours are still held" : "A deposit of yours is still held"}>
      <ul>
        {deposits.map(({ leaseId, merchant, place, amount, email, walletUnknown }) => (
          <li key={leaseId}>
            {merchant} holds {formatUsd(centsOf(amount))} for {place}. It stays owed to you after you close your account, and goes back to
            the wallet that paid it. {merchant} keeps {email} from the lease to reach you about it.
            {walletUnknown !== null && (
              <>
                {" "}
                We do not know a wallet for it yet.{" "}
                <TextLink to="/payment-history" search={{ payment: walletUnknown, step: "wallet" }}>
                  Name one first
                </TextLink>
                , or settle it with them outside of Hearth.
              </>
            )}
          </li>
        ))}
      </ul>
    </Alert>
  );
}

/** Names the deposits that the account's business holds, and that it gives back or keeps before it closes. */
function HeldDeposits({ count, amount, items }: NonNullable<Closing["heldDeposits"]>) {
  const reword = useWording();
  return (
    <Alert tone="waiting" title={`You hold ${formatUsd(centsOf(amount))} of deposits`}>
      <ul>
        {items.map(({ leaseId, place, tenants, amount: dollars }) => (
          <li key={leaseId}>
            {formatUsd(centsOf(dollars))} of {tenants.length === 0 ? reword("former tenants") : tenants.join(", ")} for{" "}
            <TextLink to="/merchant/leases/$leaseId" params={{ leaseId }}>
              {place}
            </TextLink>
          </li>
        ))}
        {count > items.length && <li>and {count - items.length} more, under Rent</li>}
      </ul>
    </Alert>
  );
}

function Obstacles({ obstacles }: Pick<Closing, "obstacles">) {
  const reword = useWording();
  return (
    <Alert tone="waiting" title="Your account cannot be closed yet">
      <ul>
        {obstacles.map(({ code, message, until }) => (
          <li key={code}>
            {reword(message)}
            {until !== null && ` The last day for one is ${formatMoment(new Date(until))}.`}
          </li>
        ))}
      </ul>
    </Alert>
  );
}

/** Closes the account and the business it owns, after its email was typed. */
export function CloseAccountForm({ ownsBusiness }: { ownsBusiness: boolean }) {
  const reword = useWording();
  const close = trpc.account.close.useMutation();
  const form = useAppForm({
    defaultValues: { email: "" },
    undrafted: "The email is typed to be sure",
    schema: closeAccountInput,
    onSubmit: async (input) => {
      try {
        const { message } = await close.mutateAsync(input);
        toast.success(message);
        dropDraftsAt("/");
        session.signOut();
      } catch (error) {
        return reword(errorMessage(error));
      }
    },
  });
  return (
    <AppForm form={form} label="Close your account">
      <Stack>
        <Text>
          {ownsBusiness ? "Your business closes with it: no one can pay it any more, and its staff are signed out. " : ""}
          Your name, email, address, passkeys, devices and linked wallets go, autopay ends, and this cannot be undone.
        </Text>
        <Text muted>{reword("Payments, refunds, disputes and leases stay without your name, because others need them.")}</Text>
      </Stack>
      <form.AppField name="email">{(field) => <field.EmailField label="Your email, to be sure" autoComplete="off" />}</form.AppField>
      <Actions>
        <form.SubmitButton variant="danger">Close it for good</form.SubmitButton>
      </Actions>
    </AppForm>
  );
}
