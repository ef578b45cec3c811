import { useNavigate } from "@tanstack/react-router";
import { wordingFor } from "@hearth/domain/merchants/party-words";
import { formatUsd, wireAmount } from "@hearth/domain/money";
import { useState } from "react";
import { ButtonLink } from "../../../kit/links.tsx";
import { trpc } from "../../../lib/trpc.ts";
import { Button } from "../../../ui/button.tsx";
import { toast } from "../../../ui/toast-manager.ts";
import { isStrange, useNeedsAcknowledgement } from "../../enrollment/merchant-trust-signals.tsx";
import { type OwnLease, type PayChoice, payChoices } from "./pay-choices.ts";
import { checkoutWindows, useStartPayment } from "./use-create-checkout.ts";

/**
 * Buttons that open the checkout for what a lease owes: first what is due now, then everything. Another amount is entered in the form.
 * Renders nothing if too little is owed for a payment.
 */
export function PayBills({ lease }: { lease: OwnLease }) {
  const choices = payChoices(lease);
  const [first] = choices;
  const all = choices.at(-1);
  if (first === undefined || all === undefined) return null;
  return (
    <>
      <PayButton lease={lease} choice={first} isFirst />
      {all !== first && <PayButton lease={lease} choice={all} />}
      <ButtonLink to="/setup-one-time" search={{ lease: lease._id }}>
        Other amount
      </ButtonLink>
    </>
  );
}

interface PayButtonProps {
  lease: OwnLease;
  choice: PayChoice;
  isFirst?: boolean;
}

/** Opens the checkout for an amount. Opens the form instead if the payer has yet to confirm that they know the merchant. */
function PayButton({ lease, choice: { cents, chargeIds }, isFirst = false }: PayButtonProps) {
  const navigate = useNavigate();
  const utils = trpc.useUtils();
  const start = useStartPayment();
  const [isBusy, setBusy] = useState(false);
  const { data: account } = trpc.auth.me.useQuery();
  const merchantId = account?.selectedMerchantId ?? undefined;
  const standing = trpc.merchant.standing.useQuery({ selectedMerchantId: merchantId ?? "" }, { enabled: merchantId !== undefined });
  const mustAcknowledge = useNeedsAcknowledgement(merchantId);
  const canStart = standing.data !== undefined && !mustAcknowledge && merchantId === lease.merchantId;

  const isAnswered = account !== undefined && (merchantId === undefined || standing.data !== undefined);

  /** Asks for what has not arrived yet, because a press may come before it. */
  async function mayStart(): Promise<boolean> {
    const { selectedMerchantId } = await utils.auth.me.ensureData();
    if (selectedMerchantId !== lease.merchantId) return false;
    return !isStrange(await utils.merchant.standing.ensureData({ selectedMerchantId }));
  }

  async function pay() {
    const openForm = () => navigate({ to: "/setup-one-time", search: { amount: wireAmount(cents), lease: lease._id } });
    if (isAnswered && !canStart) return openForm();
    const hasWindow = checkoutWindows.prepare();
    setBusy(true);
    if (!canStart && !(await mayStart().catch(() => false))) {
      checkoutWindows.drop();
      return openForm();
    }
    const outcome = await start({ amountCents: cents, leaseId: lease._id, chargeIds }, hasWindow);
    setBusy(false);
    if (!outcome.ok) toast.failure(wordingFor(lease.businessType)(outcome.message));
  }

  return (
    <Button variant={isFirst ? "primary" : "plain"} busy={isBusy} onClick={() => void pay()}>
      {isFirst ? "Pay" : "Pay all"} {formatUsd(cents)}
    </Button>
  );
}
