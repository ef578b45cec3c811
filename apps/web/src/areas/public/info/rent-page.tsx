import { limits } from "@hearth/domain/limits";
import { formatUsd } from "@hearth/domain/money";
import { ButtonLink, TextLink } from "../../../kit/links.tsx";
import { useSession } from "../../../lib/session.ts";
import { InfoPage, InfoSection } from "./info-page.tsx";

const minutes = limits.checkoutSeconds / 60;

/** Hearth for those who pay rent. */
export function RentPage() {
  return (
    <InfoPage
      title="Rent"
      lead="Pay your landlord in USDC, watch the money arrive, and keep a receipt that anybody can check."
      actions={<FirstStep />}
    >
      <InfoSection title="How it goes">
        <ol>
          <li>Sign up and choose your landlord from the list, with your address and apartment number.</li>
          <li>Connect a wallet and sign a sentence with it, so that what comes from it is known to be yours.</li>
          <li>Enter the amount. A checkout opens and waits {minutes} minutes for you.</li>
          <li>Confirm in your wallet, or scan the code with another one.</li>
          <li>The receipt appears as soon as the network has confirmed the transfer.</li>
        </ol>
      </InfoSection>
      <InfoSection title="How much">
        <p>
          From {formatUsd(limits.paymentMinCents)} to {formatUsd(limits.paymentMaxCents)} in one payment. One USDC is one dollar, and Hearth
          adds no fee. Where your wallet can sign a payment without sending it, Hearth brings it to the network and pays the network’s fee
          too.
        </p>
      </InfoSection>
      <InfoSection title="If something comes between">
        <p>
          Close the window, lose the connection, let the time run out: money that was sent is found and counted all the same, and marked
          late where it was. A transfer of the wrong amount stays visible to you and your landlord until it is settled.
        </p>
      </InfoSection>
      <InfoSection title="If your landlord is not there yet">
        <p>
          Show them <TextLink to="/merchants">the page for merchants</TextLink>. It takes an account and a wallet.
        </p>
      </InfoSection>
    </InfoPage>
  );
}

function FirstStep() {
  const { authToken } = useSession();
  if (authToken !== null) {
    return (
      <ButtonLink to="/payment" variant="primary" size="large">
        Make a payment
      </ButtonLink>
    );
  }
  return (
    <>
      <ButtonLink to="/register" variant="primary" size="large">
        Sign up
      </ButtonLink>
      <ButtonLink to="/login" size="large">
        Sign in
      </ButtonLink>
    </>
  );
}
