import { type Reword, wordingFor } from "@hearth/domain/merchants/party-words";
import { useNavigate } from "@tanstack/react-router";
import { toUserInfo } from "../../../features/auth/actions.ts";
import { MerchantTrustSignals, useNeedsAcknowledgement } from "../../../features/enrollment/merchant-trust-signals.tsx";
import { ButtonLink } from "../../../kit/links.tsx";
import { errorCode, errorMessage } from "../../../lib/api-error.ts";
import { session } from "../../../lib/session.ts";
import { type Outputs, trpc } from "../../../lib/trpc.ts";
import { Alert } from "../../../ui/alert.tsx";
import { Actions, Button } from "../../../ui/button.tsx";
import { Description, DescriptionList } from "../../../ui/description-list.tsx";
import { SkeletonPart } from "../../../ui/skeleton.tsx";
import { Stack } from "../../../ui/stack.tsx";
import { Text } from "../../../ui/typography.tsx";

type Invitation = Outputs["invitations"]["open"];

/** Page of a landlord's invitation. Enrolls a signed-in tenant with one click. Everybody else signs up or in first, and returns. */
export function FollowInvitation({ token, signedInAs }: { token: string; signedInAs: string | null }) {
  const found = trpc.invitations.open.useQuery({ token }, { retry: false });
  if (!found.data) {
    if (!found.isError) return <SkeletonPart height="14rem" />;
    return (
      <Alert tone="bad" title={errorMessage(found.error, "The invitation could not be read")}>
        {errorCode(found.error) === "MAIL_LINK_INVALID" ? (
          "Ask whoever sent it for another one."
        ) : (
          <Button onClick={() => void found.refetch()}>Try again</Button>
        )}
      </Alert>
    );
  }
  const { merchant, businessType, address, aptNumber } = found.data;
  const reword = wordingFor(businessType);
  return (
    <Stack>
      <DescriptionList>
        <Description label={reword("Landlord")}>{merchant}</Description>
        <Description label="Address">{address}</Description>
        <Description label="Apartment number">{aptNumber}</Description>
      </DescriptionList>
      {signedInAs === "user" ? (
        <Follow token={token} invitation={found.data} />
      ) : (
        <ComeBack token={token} isOther={signedInAs !== null} reword={reword} />
      )}
    </Stack>
  );
}

function ComeBack({ token, isOther, reword }: { token: string; isOther: boolean; reword: Reword }) {
  const redirect = `/invitation#${token}`;
  return (
    <>
      <Text>
        {isOther
          ? reword("You are signed in with a business account. Please use your tenant account.")
          : "You do not have to type any of this again."}
      </Text>
      <Actions>
        <ButtonLink variant="primary" to="/register" search={{ redirect }}>
          Sign up
        </ButtonLink>
        <ButtonLink to="/login" search={{ redirect }}>
          Sign in
        </ButtonLink>
      </Actions>
    </>
  );
}

function Follow({ token, invitation: { merchantId, merchant, businessType } }: { token: string; invitation: Invitation }) {
  const navigate = useNavigate();
  const utils = trpc.useUtils();
  const mustAcknowledge = useNeedsAcknowledgement(merchantId);
  const follow = trpc.invitations.follow.useMutation({
    onSuccess: async (account) => {
      session.updateUser(toUserInfo(account));
      utils.auth.me.setData(undefined, account);
      await navigate({ to: "/dashboard", replace: true });
    },
  });
  return (
    <>
      <MerchantTrustSignals merchantId={merchantId} name={merchant} />
      {follow.error && <Alert tone="bad" title={wordingFor(businessType)(errorMessage(follow.error))} announce />}
      <Actions>
        <Button variant="primary" disabled={mustAcknowledge} busy={follow.isPending} onClick={() => follow.mutate({ token })}>
          Pay {merchant} from here on
        </Button>
      </Actions>
    </>
  );
}
