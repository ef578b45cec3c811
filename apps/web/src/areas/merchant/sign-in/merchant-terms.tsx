import { Fact, Facts } from "../../../ui/facts.tsx";
import { Steps, type Step } from "../../../ui/steps.tsx";
import { Heading } from "../../../ui/words.tsx";
import styles from "../../../features/auth/auth.module.css";

const steps: Step[] = [
  { id: "register", name: "Create your account", state: "plain", detail: "Your business, in four short steps. No approval to wait for." },
  { id: "wallet", name: "Set your wallet address", state: "plain", detail: "Payments go straight into it; Hearth never holds your money." },
  { id: "paid", name: "Be paid", state: "plain", detail: "Tenants and customers find you by name and pay in USDC." },
  { id: "books", name: "Keep your books", state: "plain", detail: "Every payment with its payer, apartment and transaction hash." },
];

/** What the merchant's area is about, beside its sign-in. */
export function MerchantTerms() {
  return (
    <>
      <Heading>For merchants</Heading>
      <div className={styles.steps}>
        <Steps steps={steps} label="For merchants" />
      </div>
      <Facts ruled>
        <Fact label="A payment">$1.00 to $10,000.00</Fact>
        <Fact label="In">USDC on Base</Fact>
        <Fact label="Completed">Once the chain confirms it</Fact>
        <Fact label="Dispute">Within 90 days</Fact>
      </Facts>
    </>
  );
}
