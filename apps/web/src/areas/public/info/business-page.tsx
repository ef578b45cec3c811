import { businessTypes } from "@hearth/domain/merchants/business-types";
import { limits } from "@hearth/domain/limits";
import { formatUsd } from "@hearth/domain/money";
import { ButtonLink, TextLink } from "../../../kit/links.tsx";
import { paths } from "../../../lib/paths.ts";
import { InfoPage, InfoSection } from "./info-page.tsx";
import styles from "./info.module.css";

const kinds = businessTypes.filter((type) => type !== "other").map((type) => type.replaceAll("_", " "));

/** Hearth for businesses that are paid for something else than rent. */
export function BusinessPage() {
  return (
    <InfoPage
      title="Business"
      lead="Hearth began with rent, but a bill is a bill: whoever is owed by people who return can be paid with it."
      actions={
        <ButtonLink to={paths.merchantRegister} variant="primary" size="large">
          Create a merchant account
        </ButtonLink>
      }
    >
      <InfoSection title="For whom">
        <p>When you register you say what you are, and your customers find you by your name. Hearth knows these kinds, and any other:</p>
        <ul className={styles.kinds}>
          {kinds.map((kind) => (
            <li key={kind}>{kind[0]?.toUpperCase() + kind.slice(1)}</li>
          ))}
        </ul>
      </InfoSection>
      <InfoSection title="What it suits">
        <p>
          Amounts from {formatUsd(limits.paymentMinCents)} to {formatUsd(limits.paymentMaxCents)}, paid by people who have an account and
          come back: rent, electricity, tuition, a membership, a craftsman’s bill. Each payer chooses one merchant at a time and can change
          it.
        </p>
      </InfoSection>
      <InfoSection title="For programs">
        <p>
          Everything here can also be done by a program of yours. <TextLink to="/docs">The API</TextLink> is written down call by call.
        </p>
      </InfoSection>
      <InfoSection title="What it does not do yet">
        <ul>
          <li>It sends no invoices, and a payment is not a bill: the payer enters the amount.</li>
          <li>Recurring payments are announced, not here. A payer can make a payment link for one period at a time.</li>
          <li>It has no till and no cart. People pay from their account, not at a counter.</li>
        </ul>
      </InfoSection>
    </InfoPage>
  );
}
