import { limits } from "@hearth/domain/limits";
import { formatUsd } from "@hearth/domain/money";
import { TextLink } from "../../../kit/links.tsx";
import { InfoPage, InfoSection } from "./info-page.tsx";

const minutes = limits.checkoutSeconds / 60;

/** The rules of the house. */
export function TermsPage() {
  return (
    <InfoPage title="Terms" lead="The rules of the house, as short as they could be made.">
      <InfoSection title="Your account">
        <p>
          An account belongs to one person or one business, which says the truth about itself. What is done with your password is done in
          your name, so keep it to yourself. An account that is misused can be suspended.
        </p>
      </InfoSection>
      <InfoSection title="Payments">
        <ul>
          <li>
            A payment is between {formatUsd(limits.paymentMinCents)} and {formatUsd(limits.paymentMaxCents)}, in USDC on Base.
          </li>
          <li>A checkout is open for {minutes} minutes. Money that arrives later still counts for it and is marked late.</li>
          <li>A payment is completed when Hearth has read its transfer from the network with enough confirmations.</li>
          <li>A transfer is final. Hearth never holds the money and cannot send it back.</li>
          <li>What you owe your merchant, and when, is between the two of you. Hearth only shows what was paid.</li>
        </ul>
      </InfoSection>
      <InfoSection title="Disputes">
        <p>
          A completed payment can be disputed within {limits.disputeWindowDays} days of its date. The administrators decide, once.{" "}
          <TextLink to="/resolutions">How that goes</TextLink>.
        </p>
      </InfoSection>
      <InfoSection title="Your wallet">
        <p>
          It is yours alone. Hearth has no key to it, cannot recover it, and moves nothing from it without your signature for that one
          payment.
        </p>
      </InfoSection>
      <InfoSection title="What is not promised">
        <p>
          Hearth is offered as it is. The network, your wallet or Hearth itself may be away for a while. What was paid meanwhile is found
          afterwards, but no time is promised for it.
        </p>
      </InfoSection>
      <InfoSection title="Privacy">
        <p>
          What is kept about you, and who sees it, stands under <TextLink to="/privacy">privacy</TextLink>.
        </p>
      </InfoSection>
    </InfoPage>
  );
}
