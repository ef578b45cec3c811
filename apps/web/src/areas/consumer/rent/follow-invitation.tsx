import { type Reword, wordingFor } from "@hearth/domain/merchants/party-words";
import { formatUsd } from "@hearth/domain/money";
import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { endSession, toUserInfo } from "../../../features/auth/actions.ts";
import { apartmentName } from "../../../features/enrollment/address.ts";
import { MerchantTrustSignals, useNeedsAcknowledgement } from "../../../features/enrollment/merchant-trust-signals.tsx";
import { dueDayWords } from "@hearth/domain/rent/due-day";
import { centsOf } from "../../../kit/cents.ts";
import { ButtonLink } from "../../../kit/links.tsx";
import { errorCode, errorMessage } from "../../../lib/api-error.ts";
import { session } from "../../../lib/session.ts";
import { type Outputs, trpc } from "../../../lib/trpc.ts";
import { Alert } from "../../../ui/alert.tsx";
import { Actions, Button } from "../../../ui/button.tsx";
import { dayWords } from "../../../ui/dates.ts";
import { Description, DescriptionList } from "../../../ui/description-list.tsx";
import { SkeletonPart } from "../../../ui/skeleton.tsx";
import { Stack } from "../../../ui/stack.tsx";
import { Heading, Text } from "../../../ui/typography.tsx";

type Invitation = Outputs["invitations"]["open"];

interface FollowInvitationProps {
  token: string;
  /** The role of the signed-in account, or null. */
  signedInAs: string | null;
  /** True on returning from the sign-up or sign-in that "Accept" led to. */
  isAccepted?: boolean | undefined;
}

/** Page of a landlord's invitation. A signed-in tenant accepts it with one press. Everybody else signs up or in first, and it is accepted on return. */
export function FollowInvitation({ token, signedInAs, isAccepted = false }: FollowInvitationProps) {
  const found = trpc.invitations.open.useQuery({ token }, { retry: false });
  if (!found.data) {
    if (!found.isError) return <SkeletonPart height="14rem" />;
    if (errorCode(found.error) === "MAIL_LINK_INVALID") return <DeadInvitation token={token} isTenant={signedInAs === "user"} />;
    return (
      <Alert tone="bad" title={errorMessage(found.error, "The invitation could not be read")}>
        <Button onClick={() => void found.refetch()}>Try again</Button>
      </Alert>
    );
  }
  const invitation = found.data;
  return (
    <Stack>
      <InvitationFacts invitation={invitation} />
      {signedInAs === "user" ? (
        <Follow token={token} invitation={invitation} isAccepted={isAccepted} />
      ) : (
        <SignUpFirst token={token} isOther={signedInAs !== null} invitation={invitation} />
      )}
    </Stack>
  );
}

/** Says who invites to which home, at what rent and from when. */
function InvitationFacts({ invitation: { merchant, invitedBy, businessType, address, aptNumber, lease } }: { invitation: Invitation }) {
  const reword = wordingFor(businessType);
  return (
    <Stack>
      <Heading>{`${merchant} invited you`}</Heading>
      <DescriptionList ruled>
        <Description label={lease === null ? "Address" : "Home"}>
          {aptNumber === null ? address : `${apartmentName(aptNumber)}, ${address}`}
        </Description>
        {lease && (
          <>
            <Description label="Rent">{`${formatUsd(centsOf(lease.rent))} a month, due ${dueDayWords(lease.dueDay)}`}</Description>
            <Description label="Lease">
              {lease.endsOn === null ? `From ${dayWords(lease.startsOn)}` : `${dayWords(lease.startsOn)} to ${dayWords(lease.endsOn)}`}
            </Description>
          </>
        )}
        <Description label={reword("Landlord")}>{merchant}</Description>
        <Description label="Sent by">{invitedBy}</Description>
      </DescriptionList>
    </Stack>
  );
}

function DeadInvitation({ token, isTenant }: { token: string; isTenant: boolean }) {
  const renew = trpc.invitations.renew.useMutation();
  if (renew.data?.isRenewed)
    return (
      <Alert tone="good" title="A new link is on its way" announce>
        We are sending it to the email address that the first one went to. It arrives within a few minutes.
      </Alert>
    );
  return (
    <Stack>
      <Alert tone="bad" title="This invitation can no longer be accepted" announce>
        {renew.data
          ? "It was already accepted, cancelled or replaced by a newer one. Look for a newer email, or ask your landlord to invite you again."
          : "It was already accepted, cancelled or replaced by a newer one, or it is more than two weeks old."}
        {isTenant && " If you accepted it with this account, your home is on your dashboard."}
        {renew.error && ` ${errorMessage(renew.error)}`}
      </Alert>
      <Actions>
        {!renew.data && (
          <Button variant="primary" busy={renew.isPending} onClick={() => renew.mutate({ token })}>
            Send me a new link
          </Button>
        )}
        {isTenant ? <ButtonLink to="/dashboard">Go to your dashboard</ButtonLink> : <ButtonLink to="/login">Sign in</ButtonLink>}
      </Actions>
    </Stack>
  );
}

function SignUpFirst({ token, isOther, invitation: { email, businessType } }: { token: string; isOther: boolean; invitation: Invitation }) {
  const redirect = `/invitation?accept=true#${token}`;
  const reword: Reword = wordingFor(businessType);
  if (isOther)
    return (
      <>
        <Text>{reword("You are signed in with a business account. Sign out to accept as a tenant.")}</Text>
        <Actions>
          <Button variant="primary" onClick={endSession}>
            Sign out here
          </Button>
        </Actions>
      </>
    );
  return (
    <Actions>
      <ButtonLink variant="primary" to="/register" search={{ redirect, email }}>
        Accept and create account
      </ButtonLink>
      <ButtonLink to="/login" search={{ redirect }}>
        I have an account
      </ButtonLink>
    </Actions>
  );
}

/** Accepts an invitation and opens the dashboard, where the bill is. */
function useAccepted() {
  const navigate = useNavigate();
  const utils = trpc.useUtils();
  return async (account: Outputs["invitations"]["follow"]) => {
    session.updateUser(toUserInfo(account));
    utils.auth.me.setData(undefined, account);
    await navigate({ to: "/dashboard", replace: true });
  };
}

function Follow({ token, invitation, isAccepted }: { token: string; invitation: Invitation; isAccepted: boolean }) {
  const { merchantId, merchant, businessType, email } = invitation;
  const { data: account } = trpc.auth.me.useQuery();
  const mustAcknowledge = useNeedsAcknowledgement(merchantId);
  const isKnown = trpc.merchant.standing.useQuery({ selectedMerchantId: merchantId }).isSuccess;
  const onSuccess = useAccepted();
  const { mutate, isPending, error } = trpc.invitations.follow.useMutation({ onSuccess });
  const isDecided = isAccepted && isKnown && !mustAcknowledge;
  useEffect(() => {
    if (isDecided) mutate({ token });
  }, [isDecided, mutate, token]);
  return (
    <>
      <MerchantTrustSignals merchantId={merchantId} name={merchant} />
      {account && account.email !== email && (
        <Text>{`This invitation was sent to ${email}. You are signed in as ${account.email}. Accept it only if it is for you.`}</Text>
      )}
      {error && <Alert tone="bad" title={wordingFor(businessType)(errorMessage(error))} announce />}
      <Actions>
        <Button variant="primary" disabled={mustAcknowledge} busy={isPending} onClick={() => mutate({ token })}>
          Accept the invitation
        </Button>
      </Actions>
      {mustAcknowledge && <Text size="note">{`First say above that you know ${merchant}.`}</Text>}
    </>
  );
}

/** Lists the invitations to the signed-in tenant's confirmed email, each with its button. Renders nothing where there are none. */
export function WaitingInvitations() {
  const { data } = trpc.invitations.mine.useQuery();
  const { data: account } = trpc.auth.me.useQuery();
  if (data === undefined || account === undefined) return null;
  if (data.needsConfirmation)
    return account.merchant ? null : (
      <Alert title="Were you invited?">Confirm your email, and the invitation that was sent to it appears here.</Alert>
    );
  return data.items.map((invitation) => <WaitingInvitation key={invitation._id} invitation={invitation} />);
}

function WaitingInvitation({ invitation }: { invitation: Invitation }) {
  const { _id: invitationId, merchantId, merchant, aptNumber, address, lease } = invitation;
  const mustAcknowledge = useNeedsAcknowledgement(merchantId);
  const onSuccess = useAccepted();
  const accept = trpc.invitations.accept.useMutation({ onSuccess });
  const home = aptNumber === null ? address : `${apartmentName(aptNumber)}, ${address}`;
  return (
    <Alert title={`${merchant} invited you`}>
      <p>{lease === null ? home : `${home}: ${formatUsd(centsOf(lease.rent))} a month, due ${dueDayWords(lease.dueDay)}.`}</p>
      <MerchantTrustSignals merchantId={merchantId} name={merchant} />
      {accept.error && <p role="alert">{errorMessage(accept.error)}</p>}
      <Actions>
        <Button
          variant="primary"
          size="small"
          disabled={mustAcknowledge}
          busy={accept.isPending}
          onClick={() => accept.mutate({ invitationId })}
        >
          Accept the invitation
        </Button>
      </Actions>
    </Alert>
  );
}
