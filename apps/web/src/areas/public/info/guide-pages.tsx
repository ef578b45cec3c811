import { limits } from "@hearth/domain/limits";
import { formatUsd } from "@hearth/domain/money";
import { ButtonLink, TextLink } from "../../../kit/links.tsx";
import { useSession } from "../../../lib/session.ts";
import { InfoPage, InfoSection } from "./info-page.tsx";
import { businessTypes } from "@hearth/domain/merchants/business-types";
import { paths } from "../../../lib/paths.ts";
import styles from "./info.module.css";

const minutes = limits.checkoutSeconds / 60;

/** Page for people who pay rent. */
export function RentPage() {
  return (
    <InfoPage
      title="Rent"
      lead="Pay your landlord in USDC, watch the money arrive, and keep a receipt that anyone can check."
      actions={<FirstStep />}
    >
      <InfoSection title="How it works">
        <ol>
          <li>Sign up and choose your landlord from the list, with your address and apartment number.</li>
          <li>
            Make a wallet with Face ID, a fingerprint or a PIN. Or connect one that you have, and sign a short message with it, so we know
            that payments from it are yours.
          </li>
          <li>Pick the bill that is due, or enter another amount. A checkout opens and waits {minutes} minutes for you.</li>
          <li>Confirm with a touch or in your wallet, or scan the code with another one.</li>
          <li>The receipt appears as soon as the network has confirmed the transfer.</li>
        </ol>
      </InfoSection>
      <InfoSection title="What you get">
        <ul>
          <li>Your lease in one place: what is due and when, your ledger, and statements to download.</li>
          <li>
            Autopay: sign for up to a year of coming rent. Each month is paid on its due date, and only if it is exactly what you owe.
          </li>
          <li>Reminders before rent is due, and a receipt by email after each payment.</li>
          <li>A rent record that shows a new landlord or a bank when you paid. They can check it without asking Hearth.</li>
          <li>Disputes for {limits.disputeWindowDays} days, decided by an administrator.</li>
        </ul>
      </InfoSection>
      <InfoSection title="How much">
        <p>
          From {formatUsd(limits.paymentMinCents)} to {formatUsd(limits.paymentMaxCents)} in one payment. One USDC is one dollar, and Hearth
          adds no fee. Where your wallet can sign a payment without sending it, Hearth brings it to the network and pays the network’s fee
          too.
        </p>
      </InfoSection>
      <InfoSection title="If something goes wrong">
        <p>
          If you close the window, lose the connection or take too long, money that you sent is still found and counted. It is marked late
          if it was late. A transfer of the wrong amount stays visible to you and your landlord until it is settled.
        </p>
      </InfoSection>
      <InfoSection title="Landlord not on Hearth?">
        <p>
          Show them <TextLink to="/merchants">the page for merchants</TextLink>. All they need is an account and a wallet.
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

const kinds = businessTypes.filter((type) => type !== "other").map((type) => type.replaceAll("_", " "));

/** Page for businesses that are paid for something other than rent. */
export function BusinessPage() {
  return (
    <InfoPage
      title="Business"
      lead="Any business with repeat customers can be paid through Hearth."
      actions={
        <ButtonLink to={paths.merchantRegister} variant="primary" size="large">
          Create a merchant account
        </ButtonLink>
      }
    >
      <InfoSection title="Who it is for">
        <p>When you register you choose a business type, and your customers find you by your name. The types are:</p>
        <ul className={styles.kinds}>
          {kinds.map((kind) => (
            <li key={kind}>{kind[0]?.toUpperCase() + kind.slice(1)}</li>
          ))}
        </ul>
      </InfoSection>
      <InfoSection title="What it suits">
        <p>
          Amounts from {formatUsd(limits.paymentMinCents)} to {formatUsd(limits.paymentMaxCents)}, paid by people who have an account and
          come back: rent, electricity, tuition, a membership, a repair bill. Each payer chooses one merchant at a time and can change it.
        </p>
      </InfoSection>
      <InfoSection title="For programs">
        <p>
          Your own programs can do all of this too. <TextLink to="/docs">The API</TextLink> describes every call.
        </p>
      </InfoSection>
      <InfoSection title="What you get">
        <ul>
          <li>Payment requests: email a customer a bill with a link, and see when it is paid.</li>
          <li>Agreements with monthly charges, reminders, late fees and autopay, each with a ledger and statements.</li>
          <li>Charges imported from a CSV file, and monthly reports for your accountant.</li>
          <li>Staff accounts as co-owner, manager or viewer.</li>
        </ul>
      </InfoSection>
      <InfoSection title="What it does not do">
        <ul>
          <li>Autopay needs an agreement. Without one, customers pay one payment at a time.</li>
          <li>No point of sale, no shopping cart. People pay from their account, not at a counter.</li>
        </ul>
      </InfoSection>
    </InfoPage>
  );
}

export function MerchantsPage() {
  return (
    <InfoPage
      title="Merchants"
      lead="Rent and bills arrive in your own wallet, each one matched to the person who sent it."
      actions={
        <>
          <ButtonLink to={paths.merchantRegister} variant="primary" size="large">
            Create a merchant account
          </ButtonLink>
          <ButtonLink to={paths.merchantLogin} size="large">
            Merchant sign in
          </ButtonLink>
        </>
      }
    >
      <InfoSection title="What you need">
        <p>
          An account, and a wallet on Base that can receive USDC. You choose the wallet, and every new checkout pays into it. Changing it
          asks for your password again, and never changes where an open checkout pays.
        </p>
      </InfoSection>
      <InfoSection title="What you get">
        <ul>
          <li>Properties, units and leases. Rent is charged every month, and a partial first or last month is prorated.</li>
          <li>Late fees with a grace period. We tell you the rules of many states as you set them up.</li>
          <li>Invitations, rent reminders and autopay for your tenants. Partial payments are your choice.</li>
          <li>Tenants without a wallet make one with Face ID, a fingerprint or a PIN, and pay with a touch.</li>
          <li>A ledger and statements for each lease, with security deposits, credits and payments by check or cash.</li>
          <li>A rent roll, a month close that locks your figures, and a file for your accounting program.</li>
          <li>Charges imported from a CSV file, and payment requests by email to people without a lease.</li>
          <li>Staff accounts as co-owner, manager or viewer.</li>
        </ul>
      </InfoSection>
      <InfoSection title="What you see">
        <ul>
          <li>What was paid this month, what is still pending and who is past due, with a year to compare.</li>
          <li>Every transaction with its payer, the apartment number and the transfer on the network.</li>
          <li>Money that matches no payment, so you can say what it was for.</li>
          <li>Disputes with their documents, answered in the same place.</li>
        </ul>
      </InfoSection>
      <InfoSection title="How payments are matched">
        <p>
          Each checkout has its own reference, which is sent with the transfer. Two tenants who pay the same rent in the same minute are
          never confused, and no one has to type a reference.
        </p>
      </InfoSection>
      <InfoSection title="What it costs">
        <p>
          Hearth takes nothing from a payment: what your payer sends is what arrives. The network’s own fee is paid by the sender, or by
          Hearth where the payer only signs.
        </p>
      </InfoSection>
      <InfoSection title="Good to know">
        <p>
          Transfers of USDC are final. When a <TextLink to="/resolutions">dispute</TextLink> is approved, you send the money back yourself:
          it is in your wallet, not with Hearth.
        </p>
      </InfoSection>
    </InfoPage>
  );
}
