import { Description, DescriptionList } from "../../ui/description-list.tsx";
import { Steps, type Step } from "../../ui/steps.tsx";
import { Heading, Text } from "../../ui/typography.tsx";
import styles from "./auth.module.css";
import { Rosette } from "../../ui/rosette.tsx";

const firstSteps: Step[] = [
  { id: "account", name: "Create your account", state: "now", detail: "It takes a minute and costs nothing." },
  { id: "merchant", name: "Choose your landlord", state: "next", detail: "Or any other merchant on Hearth." },
  { id: "wallet", name: "Connect a wallet", state: "next", detail: "A smart wallet, or the one you already have." },
  { id: "pay", name: "Pay, and keep the receipt", state: "next", detail: "Straight into the merchant’s own wallet." },
];

/** What comes after the sign-up, and the terms of a payment, beside the form. */
export function FirstSteps() {
  return <StepsAndTerms title="What comes next" steps={firstSteps} />;
}

/** The terms of every payment: what it is called, and what holds. */
export const paymentTerms = [
  ["Amount", "$1 to $10,000"],
  ["Currency", "USDC on Base"],
  ["Settled", "Once the chain confirms it"],
  ["Disputes", "Within 90 days"],
] as const;

/** Steps under a heading, and the terms of a payment, beside a form. */
export function StepsAndTerms({ title, steps }: { title: string; steps: readonly Step[] }) {
  return (
    <>
      <Heading>{title}</Heading>
      <div className={styles.steps}>
        <Steps steps={steps} label={title} />
      </div>
      <DescriptionList ruled>
        {paymentTerms.map(([name, value]) => (
          <Description key={name} label={name}>
            {value}
          </Description>
        ))}
      </DescriptionList>
    </>
  );
}

const exampleHash = "0x46fec14c77b760d84e0341f51c418155910a4b9911e199a3a973be9cad9299ee";

/** The rosette of a receipt as a picture of what the product is about, beside the sign-in. */
export function ReceiptPicture() {
  return (
    <figure className={styles.picture}>
      <Rosette hash={exampleHash} />
      <figcaption>
        <Text as="span" size="note" muted>
          Every receipt has an engraving, drawn from the hash of its transaction. This is an example.
        </Text>
      </figcaption>
    </figure>
  );
}
