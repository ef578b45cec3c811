import { Description, DescriptionList, Total } from "../../ui/description-list.tsx";
import { Steps, type Step } from "../../ui/steps.tsx";
import { Heading, Text, Title } from "../../ui/typography.tsx";
import styles from "./auth.module.css";
import { Amount } from "../../ui/amount.tsx";
import { Engraving } from "../../ui/engraving.tsx";
import { Hash } from "../../ui/hash.tsx";
import { Card } from "../../ui/page.tsx";
import { Status } from "../../kit/status/status.tsx";

const firstSteps: Step[] = [
  { id: "account", name: "Create your account", state: "now", detail: "It takes a minute and costs nothing." },
  { id: "merchant", name: "Choose whom you pay", state: "next", detail: "Your landlord or any other merchant on Hearth." },
  { id: "wallet", name: "Connect a wallet", state: "next", detail: "A smart wallet, or the one you already have." },
  { id: "pay", name: "Pay, and keep the receipt", state: "next", detail: "Straight into the merchant’s own wallet." },
];

/** What comes after the sign-up, and the terms of a payment, beside the form. */
export function FirstSteps() {
  return <StepsAndTerms title="What comes next" steps={firstSteps} />;
}

/** The terms of every payment: what it is called, and what holds. */
export const paymentTerms = [
  ["A payment", "$1.00 to $10,000.00"],
  ["In", "USDC on Base"],
  ["Completed", "Once the chain confirms it"],
  ["Dispute", "Within 90 days"],
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

const exampleHash = "0xa90c6be1c29e417604f88a4142f956b2e31ee99ac860a20278a5b0e27d3f18c2";
const exampleWallet = "0x71C3E54D8b19f3A20c6b8f34De7b0a154C9A0d2B";

/** The receipt as a picture of what the product is about, beside the sign-in. */
export function ReceiptPicture() {
  return (
    <>
      <Card as="figure" pad={false} label="An example of a receipt" className={styles.receipt}>
        <Engraving hash={exampleHash} still />
        <div className={styles.receiptBody}>
          <div className={styles.receiptHead}>
            <Title as="p" size="smallest">
              Paid to Juniper Court Apartments
            </Title>
            <Status of="payment" value="completed" strong />
          </div>
          <Amount cents={145_000} size={60} className={styles.receiptAmount} />
          <DescriptionList kind="plain" ruled className={styles.receiptFacts}>
            <Description label="Description">December rent</Description>
            <Description label="Recipient wallet">
              <Hash value={exampleWallet} shape="detail" copy={false} />
            </Description>
            <Description label="Transaction hash">
              <Hash value={exampleHash} shape="detail" copy={false} />
            </Description>
          </DescriptionList>
          <Total label="Amount">
            <Amount cents={145_000} size={22} unit="USDC" />
          </Total>
        </div>
      </Card>
      <Text size="note" muted className={styles.caption}>
        An example. The pattern of a receipt is drawn from its transaction hash, so no two are alike.
      </Text>
    </>
  );
}
