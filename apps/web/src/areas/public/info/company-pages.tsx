import { TextLink } from "../../../kit/links.tsx";
import { TextAnchor } from "../../../ui/text-anchor.tsx";
import { InfoPage, InfoSection } from "./info-page.tsx";
import { limits } from "@hearth/domain/limits";
import { paths } from "../../../lib/paths.ts";

export function AboutPage() {
  return (
    <InfoPage title="About Hearth" lead="Hearth lets people pay rent and bills in USDC, straight into the wallet of the business they owe.">
      <InfoSection title="What it does">
        <p>
          A payment on Hearth goes from the payer’s wallet to the merchant’s wallet, on the Base network. Hearth tells the payer who to pay
          and how much, watches the network for the money, and makes the receipt when the money has arrived.
        </p>
        <p>Hearth never holds the money in between. You have no balance at Hearth, so there is nothing to top up or withdraw.</p>
      </InfoSection>
      <InfoSection title="What it will not do">
        <ul>
          <li>It does not take anyone’s word that a payment is completed. Its own server reads the transfer from the network first.</li>
          <li>It does not take a share of a payment. What is sent is what arrives.</li>
          <li>It does not lose money quietly. Money that comes late, twice or in the wrong amount is recorded and shown to both sides.</li>
        </ul>
      </InfoSection>
      <InfoSection title="USDC and Base">
        <p>
          USDC is a digital dollar: one USDC stands for one US dollar. Base is a public network on which it can be sent within seconds, and
          anyone can look up a transfer on it. Every receipt on Hearth names its transfer.
        </p>
        <p>
          More about <TextLink to="/rent">paying</TextLink>, and about <TextLink to="/merchants">being paid</TextLink>.
        </p>
      </InfoSection>
    </InfoPage>
  );
}

/** Page about open positions, of which there are none. */
export function CareersPage() {
  return (
    <InfoPage title="Careers" lead="There are no open positions at the moment.">
      <InfoSection title="When that changes">
        <p>Open positions are listed on this page, with what the work is and how to apply. There is no waiting list.</p>
      </InfoSection>
      <InfoSection title="Who it would suit">
        <p>
          People who care about details: figures that are right to the cent, messages that say what happened, and failures that lose no
          one’s money.
        </p>
      </InfoSection>
    </InfoPage>
  );
}

/** Contact address from the HTML head. Undefined if the server has none. */
function contactEmail(): string | undefined {
  return document.querySelector<HTMLMetaElement>("meta[name=contact]")?.content || undefined;
}

/** Contact page: the right contact for each question, and Hearth's address if there is one. */
export function ContactPage() {
  const email = contactEmail();
  return (
    <InfoPage title="Contact" lead="The fastest answers usually come from your merchant, and from the payment’s own page.">
      {email && (
        <InfoSection title="Write to us">
          <p>
            <TextAnchor href={`mailto:${email}`}>{email}</TextAnchor>
          </p>
          <p>Say which payment it is about. Never send your password or your wallet’s recovery words.</p>
        </InfoSection>
      )}
      <InfoSection title="A payment has not arrived">
        <p>
          Open it in your <TextLink to="/payment-history">payment history</TextLink>. It says whether the network has seen the transfer and
          how many confirmations are still to come. A transfer that was sent is never lost by closing a window or waiting too long.
        </p>
      </InfoSection>
      <InfoSection title="Something is wrong with what you paid for">
        <p>
          File a dispute from the payment’s details within {limits.disputeWindowDays} days. Your merchant and Hearth’s administrators both
          see it and answer there. <TextLink to="/resolutions">How disputes are resolved</TextLink>.
        </p>
      </InfoSection>
      <InfoSection title="Your merchant is not in the list">
        <p>
          Ask them to <TextLink to={paths.merchantRegister}>create a merchant account</TextLink>. They appear in the list as soon as they
          have one.
        </p>
      </InfoSection>
      <InfoSection title="You cannot sign in">
        <p>
          After several wrong passwords in a row you are locked out for 15 minutes. If you see that your account is inactive or suspended,
          one of Hearth’s administrators did that, and only an administrator can undo it.
        </p>
      </InfoSection>
      <InfoSection title="What we don’t offer">
        <p>
          There is no phone line and no chat, and no one from Hearth will ever call you or ask for your password or for your wallet’s
          recovery words.
        </p>
      </InfoSection>
    </InfoPage>
  );
}
