import { retentionDays } from "@hearth/domain/account/closing";
import { limits } from "@hearth/domain/limits";
import { formatUsd } from "@hearth/domain/money";
import { keptDays } from "@hearth/domain/notifications/mails";
import { TextLink } from "../../../kit/links.tsx";
import { Hash } from "../../../ui/hash.tsx";
import { InfoPage, InfoSection } from "./info-page.tsx";
import { paths } from "../../../lib/paths.ts";

const minutes = limits.checkoutSeconds / 60;

export function TermsPage() {
  return (
    <InfoPage title="Terms" lead="The terms, in short.">
      <InfoSection title="Your account">
        <p>
          An account belongs to one person or one business, and what it says about itself must be true. Whatever is done with your password
          counts as done by you, so keep it secret. An account that is misused can be suspended.
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
          Hearth is offered as it is. The network, your wallet or Hearth itself may be unavailable for a while. Payments made in that time
          are found later, but we cannot promise when.
        </p>
      </InfoSection>
      <InfoSection title="Privacy">
        <p>
          What we keep about you, and who sees it, is under <TextLink to="/privacy">privacy</TextLink>.
        </p>
      </InfoSection>
    </InfoPage>
  );
}

/** Privacy page: what is stored, and who sees it. */
export function PrivacyPage() {
  return (
    <InfoPage title="Privacy" lead="What Hearth keeps about you, who sees it, and what everyone can see anyway.">
      <InfoSection title="What is kept">
        <ul>
          <li>Your name and email, your time zone, and your password as a hash from which it cannot be read back.</li>
          <li>What else you sign in with: of a passkey its public half, and the secret of an authenticator app, encrypted.</li>
          <li>When you enroll: your address, phone number and apartment number, and who you pay.</li>
          <li>Your wallet addresses, your payments, what you signed for autopay, your disputes and their documents.</li>
          <li>
            What others write about you: a landlord your name and email in a lease, an invitation or a request for a payment, also before
            you have an account.
          </li>
          <li>If you have a business: what you say about it, its properties and leases, and who works for it.</li>
          <li>What you were told, as notifications and emails.</li>
          <li>If you link an exchange account: its wallet address, and the permission you gave Hearth there, encrypted.</li>
          <li>For each device that signs in: what its browser calls itself, its network address, and when it was last used.</li>
          <li>
            A log of what matters for safety, such as sign-ins and changed passwords, with the network address it came from and what was
            changed, such as one email into another.
          </li>
        </ul>
      </InfoSection>
      <InfoSection title="Who sees it">
        <ul>
          <li>
            Your merchant, and whom they let work for them, see your name, email, phone number and apartment number, the wallets you paid
            from, and what you paid or disputed with them. Those who share a lease with you see what is owed under it and what was paid.
          </li>
          <li>Anyone with the link to a rent record or a receipt that you shared sees what it says, until you turn off the link.</li>
          <li>Everyone sees the name of a business, its city, since when it is here, and whether an administrator has looked at it.</li>
          <li>Hearth’s administrators see all of it, except passwords and what is encrypted.</li>
          <li>
            Companies that work for Hearth see what their work takes: the company that delivers its emails sees where they go and what they
            say, and an exchange through which you buy USDC or which you link sees that you do, with the wallet and the amount.
          </li>
          <li>No one else. It is not sold, and there is no advertising.</li>
        </ul>
      </InfoSection>
      <InfoSection title="What everyone can see">
        <p>
          Base is a public network. That a wallet paid another wallet, how much and when, stays visible there for good. Your name, your
          apartment and the description of a payment are never written to it.
        </p>
      </InfoSection>
      <InfoSection title="In your browser">
        <p>
          Hearth sets one cookie, when you sign in: it tells that your account knows this browser, so that strangers who guess at your
          password do not lock you out. It opens nothing, and nothing measures visits. Your browser also keeps your sign-in with your name
          and email until you log out, what you chose for its appearance and keys, and the transfers you sent from it; and until you close
          it, what you had typed of a registration or begun of linking an account.
        </p>
        <p>
          To show a balance or send a payment it talks to a node of the network and to the wallet you chose, which learn your network
          address as any website does.
        </p>
        <p>The newsletter box at the foot of a page sends nothing and keeps nothing.</p>
      </InfoSection>
      <InfoSection title="How long">
        <p>
          You can download what is kept about you, and close your account, in your <TextLink to={paths.settings}>settings</TextLink>. Then
          your name, email, phone number and address go, with your passkeys, devices, notifications and emails, and linked wallets, autopay
          and the links of your rent records end.
        </p>
        <p>
          Payments, refunds, disputes, leases and the addresses of your wallets stay, without your name, because both sides rely on them and
          the law asks merchants for their books. What a landlord wrote into a lease or a request of theirs, and what you wrote in a
          dispute, stays as it is. So does the log of what matters for safety, for good, with the emails that were changed: it is what shows
          a takeover. Of a business its name and address stay for the receipts that name it.
        </p>
        <p>
          An account closes once no payment, refund, claim or dispute of it is open, and a business once its leases have ended and are
          settled, no money waits for it to decide, and no one can file a dispute with it any more, which is {limits.disputeWindowDays} days
          after its last payment. Until then its owner can hand it to a co-owner and go. Your settings say what is in the way.
        </p>
        <p>
          Where you were signed in is forgotten {retentionDays.sessions} days after that has ended, a browser that your account knows{" "}
          {retentionDays.knownDevices} days after it was last used, emails after {keptDays.mails} days, notifications after{" "}
          {keptDays.notifications} days, and an invitation that no one followed {retentionDays.invitations} days after it expired. For 7
          days after your email was changed, the one before can take the account back.
        </p>
      </InfoSection>
    </InfoPage>
  );
}

/** Hash of the passkey wallet's page, from the HTML head. Undefined if the server does not serve that page. */
function walletPageHash(): string | undefined {
  return document.querySelector<HTMLMetaElement>("meta[name=wallet-page]")?.content || undefined;
}

/** Fraud protection page: how payments are secured, and what payers should check. */
export function FraudProtectionPage() {
  return (
    <InfoPage title="Fraud protection" lead="What Hearth checks for you, and the few things that only you can.">
      <InfoSection title="What Hearth checks">
        <ul>
          <li>The money goes to the wallet that your merchant has stored. No link and no message can put another one in its place.</li>
          <li>A payment is completed by the transfer itself, read from the network, in the exact amount, and by nothing else.</li>
          <li>One transfer completes one payment, and no one can claim a transfer that someone else made.</li>
          <li>A wallet belongs to one account, and you prove it with a signature that moves no money.</li>
          <li>
            After ten wrong passwords in a row, the person guessing has to wait 15 minutes. A browser that you have signed in with before is
            not locked out.
          </li>
          <li>When your email is changed, the one before gets a link that takes the account back, for 7 days and without signing in.</li>
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
      <InfoSection title="What no one at Hearth asks for">
        <p>
          Your password, your wallet’s recovery words, or a transfer “to verify your account”. Anyone who asks for one of these is not
          Hearth.
        </p>
      </InfoSection>
      <InfoSection title="If someone may have your password">
        <p>
          Change it in your <TextLink to={paths.profile}>profile</TextLink>. Every other device is signed out at that moment. Your wallet is
          not reached by your password: Hearth has no key to it and cannot move what is in it.
        </p>
      </InfoSection>
      <InfoSection title="For those who want to check us">
        <p>
          What our wallet page consists of, and where to report a weakness, is under <TextLink to="/security">security</TextLink>.
        </p>
      </InfoSection>
    </InfoPage>
  );
}

/** Security page: how anybody can check the passkey wallet's page, and where to report a weakness. */
export function SecurityPage() {
  const hash = walletPageHash();
  return (
    <InfoPage title="Security" lead="For those who check what we say, and those who find that it is wrong.">
      {hash !== undefined && (
        <InfoSection title="The page of your passkey wallet">
          <p>
            A wallet with Face ID, fingerprint or PIN opens in a page of its own, on a host of its own. Its files are public, and anyone can
            compare what we serve with what the source code builds. The SHA-256 of its files is:
          </p>
          <p>
            <Hash value={hash} shape="whole" what="hash of the wallet's page" />
          </p>
          <p>The operator of that host could change the page at any time, so compare it again later.</p>
        </InfoSection>
      )}
      <InfoSection title="What is signed">
        <ul>
          <li>A payment of one amount to one address. The wallet shows both, from the data that it signs.</li>
          <li>Each month of autopay, with its amount and its days. You can cancel a month before it is sent.</li>
          <li>A short text that proves that the wallet is yours. It moves no money.</li>
          <li>
            A business signs a payee card with its address. Your wallet refuses another address without the signature of the one before.
          </li>
        </ul>
      </InfoSection>
      <InfoSection title="If you find a weakness">
        <p>
          Please tell us before you tell others: <TextLink to="/contact">contact</TextLink>. Try it with your own accounts only, and take no
          more data than you need to show it.
        </p>
      </InfoSection>
    </InfoPage>
  );
}

const megabytes = limits.disputeDocumentMaxBytes / 1024 / 1024;

/** Page about disputes. */
export function ResolutionsPage() {
  return (
    <InfoPage title="Resolutions" lead="What to do when you have paid and something is wrong.">
      <InfoSection title="Filing a dispute">
        <p>
          Open the payment in your <TextLink to="/payment-history">payment history</TextLink> and say what is wrong and how much of the
          payment it concerns. A completed payment can be disputed for {limits.disputeWindowDays} days from its date.
        </p>
        <p>
          Up to {limits.disputeDocumentMaxCount} documents of {megabytes} MB each can go with it: PDF, JPG, PNG, DOC or DOCX. Only you, your
          merchant and Hearth’s administrators can open them.
        </p>
      </InfoSection>
      <InfoSection title="While it is open">
        <p>You, your merchant and the administrators write to each other under the dispute. Everyone sees who wrote what, and when.</p>
        <p>
          You may cancel it while it is open, and reopen it within the {limits.disputeWindowDays} days. A payment has one open dispute at
          most.
        </p>
      </InfoSection>
      <InfoSection title="How it ends">
        <ul>
          <li>
            <strong>Approved.</strong> The administrators decide that you are owed money back, and how much of it.
          </li>
          <li>
            <strong>Denied.</strong> The payment stands, and the reason is written under the dispute.
          </li>
        </ul>
        <p>The decision is final on Hearth.</p>
      </InfoSection>
      <InfoSection title="Getting the money back">
        <p>
          A transfer of USDC cannot be pulled back, by Hearth or by anyone. The merchant owes you the approved amount. They have the money
          in their own wallet and send it to you from there.
        </p>
      </InfoSection>
    </InfoPage>
  );
}
