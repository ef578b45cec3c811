import { Description, DescriptionList } from "../../ui/description-list.tsx";
import { Steps, type Step } from "../../ui/steps.tsx";
import { Heading } from "../../ui/typography.tsx";
import styles from "./auth.module.css";

const steps: Step[] = [
  { id: "account", name: "Create your account", state: "now", detail: "It takes a minute and costs nothing." },
  { id: "merchant", name: "Choose whom you pay", state: "next", detail: "Your landlord or any other merchant on Hearth." },
  { id: "wallet", name: "Connect a wallet", state: "next", detail: "A smart wallet, or the one you already have." },
  { id: "pay", name: "Pay, and keep the receipt", state: "next", detail: "Straight into the merchant’s own wallet." },
];

/** What comes after the sign-up, and its terms, beside the form. */
export function FirstSteps() {
  return (
    <>
      <Heading>What comes next</Heading>
      <div className={styles.steps}>
        <Steps steps={steps} label="What comes next" />
      </div>
      <DescriptionList ruled>
        <Description label="A payment">$1.00 to $10,000.00</Description>
        <Description label="In">USDC on Base</Description>
        <Description label="Completed">Once the chain confirms it</Description>
        <Description label="Dispute">Within 90 days</Description>
      </DescriptionList>
    </>
  );
}
