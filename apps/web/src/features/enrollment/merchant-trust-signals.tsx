import { errorMessage } from "../../lib/api-error.ts";
import { type Outputs, trpc } from "../../lib/trpc.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { monthOf, monthWords } from "../../ui/dates.ts";
import { toast } from "../../ui/toast-manager.ts";
import { Text } from "../../ui/typography.tsx";
import { UnprovenWallet } from "./unproven-wallet.tsx";

type Standing = Outputs["merchant"]["standing"];

/** Says whether the payer must first confirm that they know a merchant, because Hearth has not reviewed it. False until this is loaded. */
export function useNeedsAcknowledgement(merchantId: string | undefined): boolean {
  const { data } = trpc.merchant.standing.useQuery({ selectedMerchantId: merchantId ?? "" }, { enabled: merchantId !== undefined });
  return merchantId !== undefined && data !== undefined && isStrange(data);
}

/** True for a merchant that Hearth has not reviewed and that the payer has not confirmed to know. */
export function isStrange({ reviewed, acknowledged }: Standing): boolean {
  return !reviewed && !acknowledged;
}

/**
 * Shows what Hearth knows about a merchant before it is chosen or paid. If Hearth has not reviewed it, the payer confirms once that they
 * know it.
 */
export function MerchantTrustSignals({ merchantId, name }: { merchantId: string; name: string }) {
  const { data } = trpc.merchant.standing.useQuery({ selectedMerchantId: merchantId });
  if (!data) return null;
  const since = monthWords(monthOf(data.since));
  return (
    <>
      {isStrange(data) ? (
        <Alert tone="waiting" title={`New here since ${since}, not reviewed yet`}>
          <p>
            {data.city === null ? "" : `${name} says that it is in ${data.city}. `}No one at Hearth has looked at it
            {data.emailConfirmed ? "" : ", and it has not confirmed its email"}. Continue only if you know this business.
          </p>
          <Acknowledge merchantId={merchantId} name={name} />
        </Alert>
      ) : (
        <Text size="note" muted>
          {data.reviewed ? `Reviewed by Hearth, here since ${since}` : `New here since ${since}, not reviewed yet`}
          {data.city !== null && `, ${data.city}`}
          {!data.emailConfirmed && ", email not confirmed"}
        </Text>
      )}
      {data.walletProven === false && <UnprovenWallet merchant={name} />}
    </>
  );
}

function Acknowledge({ merchantId, name }: { merchantId: string; name: string }) {
  const utils = trpc.useUtils();
  const acknowledge = trpc.merchant.acknowledge.useMutation({
    onSuccess: (standing) => utils.merchant.standing.setData({ selectedMerchantId: merchantId }, standing),
    onError: (error) => toast.failure(errorMessage(error, "This could not be saved. Please try again.")),
  });
  return (
    <Button size="small" busy={acknowledge.isPending} onClick={() => acknowledge.mutate({ selectedMerchantId: merchantId })}>
      I know {name}
    </Button>
  );
}
