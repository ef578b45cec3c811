import { TextLink } from "../../../kit/links.tsx";
import { paths } from "../../../lib/paths.ts";
import { InfoPage, InfoSection } from "./info-page.tsx";

/** What guards a payment, and what its payer should watch. */
export function FraudProtectionPage() {
  return (
    <InfoPage title="Fraud protection" lead="What Hearth checks for you, and the few things that only you can.">
      <InfoSection title="What Hearth checks">
        <ul>
          <li>The money goes to the wallet that your merchant has stored. No link and no message can put another one in its place.</li>
          <li>A payment is completed by the transfer itself, read from the network, in the exact amount, and by nothing else.</li>
          <li>One transfer completes one payment, and nobody can claim a transfer that somebody else made.</li>
          <li>A wallet belongs to one account, and you prove it with a signature that moves no money.</li>
          <li>Wrong passwords are counted, and after several in a row the sign-in rests.</li>
        </ul>
      </InfoSection>
      <InfoSection title="What you can check">
        <ul>
          <li>The address of this page, before you enter a password or sign with your wallet.</li>
          <li>Name and amount at the top of the checkout, and the same amount once more in your wallet.</li>
          <li>
            Your signed-in devices in <TextLink to={paths.settings}>settings</TextLink>: one you do not know can be signed out there.
          </li>
        </ul>
      </InfoSection>
      <InfoSection title="What nobody at Hearth asks for">
        <p>
          Your password, your wallet’s recovery words, or a transfer “to verify your account”. Whoever asks for one of these is not Hearth.
        </p>
      </InfoSection>
      <InfoSection title="If somebody may have your password">
        <p>
          Change it in your <TextLink to={paths.profile}>profile</TextLink>. Every other device is signed out at that moment. Your wallet is
          not reached by your password: Hearth has no key to it and cannot move what is in it.
        </p>
      </InfoSection>
    </InfoPage>
  );
}
