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

/** Shows the steps after sign-up and the payment terms, beside the form. An invitation has chosen the landlord already. */
export function FirstSteps({ isInvited }: { isInvited: boolean }) {
  return <StepsAndTerms title="What comes next" steps={firstSteps.filter(({ id }) => !isInvited || id !== "merchant")} />;
}

/** Terms that apply to every payment, as label and value. */
export const paymentTerms = [
  ["Amount", "$1 to $10,000"],
  ["Currency", "USDC on Base"],
  ["Settled", "Once the chain confirms it"],
  ["Disputes", "Within 90 days"],
] as const;

/** Shows steps under a heading and the payment terms, beside a form. */
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

/** Shows the engraving of an example receipt beside the sign-in form. */
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
