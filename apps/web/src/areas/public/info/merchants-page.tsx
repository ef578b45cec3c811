import { ButtonLink, TextLink } from "../../../kit/links.tsx";
import { paths } from "../../../lib/paths.ts";
import { InfoPage, InfoSection } from "./info-page.tsx";

/** Hearth for those who are paid. */
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
          An account, and a wallet on Base that can receive USDC. You name the wallet, and every new checkout pays there. Naming another one
          asks for your password again, and never changes where a checkout that is already open pays.
        </p>
      </InfoSection>
      <InfoSection title="What you see">
        <ul>
          <li>What was completed this month and what is still pending, with a year to compare.</li>
          <li>Every transaction with its payer, the apartment number and the transfer on the network.</li>
          <li>Money that fits no payment, so that you can say which one it was for.</li>
          <li>Disputes with their documents, answered in the same place.</li>
        </ul>
      </InfoSection>
      <InfoSection title="How payments are told apart">
        <p>
          Each checkout carries a mark of its own, which travels with the transfer. Two tenants who pay the same rent in the same minute are
          never confused, and nobody has to write a reference by hand.
        </p>
      </InfoSection>
      <InfoSection title="What it costs">
        <p>
          Hearth takes nothing from a payment: what your payer sends is what arrives. The network’s own fee is paid by the sender, or by
          Hearth where the payer only signs.
        </p>
      </InfoSection>
      <InfoSection title="What you keep in mind">
        <p>
          Transfers of USDC are final. When a <TextLink to="/resolutions">dispute</TextLink> is approved, you send the money back yourself:
          it is in your wallet, not with Hearth.
        </p>
      </InfoSection>
    </InfoPage>
  );
}
