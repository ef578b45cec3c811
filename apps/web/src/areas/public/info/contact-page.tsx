import { limits } from "@hearth/domain/limits";
import { TextLink } from "../../../kit/links.tsx";
import { paths } from "../../../lib/paths.ts";
import { InfoPage, InfoSection } from "./info-page.tsx";

/** Whom to ask about what. Hearth has no mailbox of its own to name here. */
export function ContactPage() {
  return (
    <InfoPage
      title="Contact"
      lead="Most questions are answered fastest by the people at the other end of the payment, and by its own page."
    >
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
          After several wrong passwords in a row the sign-in rests for a quarter of an hour, then it works again. If you are told that your
          account is inactive or suspended, Hearth’s administrators have done that, and only they can undo it.
        </p>
      </InfoSection>
      <InfoSection title="What there is not">
        <p>
          There is no telephone line and no chat, and nobody from Hearth will ever call you or ask for your password or for your wallet’s
          recovery words.
        </p>
      </InfoSection>
    </InfoPage>
  );
}
