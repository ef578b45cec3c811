import { TextLink } from "../../../kit/links.tsx";
import { InfoPage, InfoSection } from "./info-page.tsx";

/** What Hearth is. */
export function AboutPage() {
  return (
    <InfoPage title="About Hearth" lead="Hearth lets people pay rent and bills in USDC, straight into the wallet of whoever is owed.">
      <InfoSection title="What it does">
        <p>
          A payment on Hearth goes from the payer’s wallet to the merchant’s wallet, on the Base network. Hearth stands beside it: it tells
          the payer whom and how much, watches the network for the money, and writes the receipt when the money has arrived.
        </p>
        <p>Hearth never holds the money in between. There is no balance with Hearth, and nothing to pay in or out.</p>
      </InfoSection>
      <InfoSection title="What it will not do">
        <ul>
          <li>It does not call a payment completed because somebody says so. Its own server reads the transfer from the network first.</li>
          <li>It does not take a share of a payment. What is sent is what arrives.</li>
          <li>It does not lose money quietly. What comes late, twice or in the wrong amount is kept and shown to whom it concerns.</li>
        </ul>
      </InfoSection>
      <InfoSection title="USDC and Base">
        <p>
          USDC is a digital dollar: one USDC stands for one US dollar. Base is a public network on which it can be sent within seconds, and
          on which everybody can look a transfer up. Every receipt on Hearth names its transfer.
        </p>
        <p>
          More about <TextLink to="/rent">paying</TextLink>, and about <TextLink to="/merchants">being paid</TextLink>.
        </p>
      </InfoSection>
    </InfoPage>
  );
}
