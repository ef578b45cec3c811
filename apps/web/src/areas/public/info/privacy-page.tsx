import { InfoPage, InfoSection } from "./info-page.tsx";

/** What is stored about whom, and who sees it. */
export function PrivacyPage() {
  return (
    <InfoPage title="Privacy" lead="What Hearth keeps about you, who sees it, and what everybody can see anyway.">
      <InfoSection title="What is kept">
        <ul>
          <li>Your name and email, and your password as a hash from which it cannot be read back.</li>
          <li>When you enroll: your address, phone number and apartment number, and whom you pay.</li>
          <li>Your wallet addresses, your payments, your disputes and their documents.</li>
          <li>If you link an exchange account: its wallet address, and the permission you gave Hearth there, encrypted.</li>
          <li>For each device that signs in: what its browser calls itself, its network address, and when it was last used.</li>
          <li>A log of what matters for safety, such as sign-ins and changed passwords, with the network address it came from.</li>
        </ul>
      </InfoSection>
      <InfoSection title="Who sees it">
        <ul>
          <li>Your merchant sees your name, email, phone number and apartment number, and what you paid or disputed with them.</li>
          <li>Hearth’s administrators see all of it, except passwords.</li>
          <li>Nobody else. It is not sold, and there is no advertising.</li>
        </ul>
      </InfoSection>
      <InfoSection title="What everybody can see">
        <p>
          Base is a public network. That a wallet paid another wallet, how much and when, stays visible there for good. Your name, your
          apartment and the description of a payment are never written to it.
        </p>
      </InfoSection>
      <InfoSection title="In your browser">
        <p>
          Hearth sets no cookies and loads nothing that measures visits. Your browser keeps your sign-in with your name and email until you
          log out, and the appearance you chose. To show a balance or send a payment it talks to a node of the network and to the wallet you
          chose, which learn your network address as any website does.
        </p>
        <p>The newsletter box at the foot of a page sends nothing and keeps nothing.</p>
      </InfoSection>
      <InfoSection title="How long">
        <p>
          Payments and disputes are kept, because both sides rely on them. You can change your name and email yourself, and unlink your
          wallet. An account cannot yet be deleted by a button.
        </p>
      </InfoSection>
    </InfoPage>
  );
}
