import { useWalletStatus } from "../../../features/wallet/use-wallet-status.ts";
import { ButtonLink } from "../../../kit/links.tsx";
import { trpc } from "../../../lib/trpc.ts";
import { Actions } from "../../../ui/button.tsx";
import { type Step, Steps } from "../../../ui/steps.tsx";
import { Heading } from "../../../ui/typography.tsx";
import styles from "./statement.module.css";

const ways = [
  { id: "merchant", name: "Choose your landlord", to: "/enrollment", action: "Choose your landlord" },
  { id: "wallet", name: "Connect a wallet", to: "/smart-wallet-setup", action: "Connect a wallet" },
  { id: "pay", name: "Pay, and keep the receipt", to: "/payment", action: "Make a payment" },
] as const;

/** Shown in place of the usual payment before there is one: the setup steps, and a button for the next one. */
export function FirstSteps() {
  const { data: me } = trpc.auth.me.useQuery();
  const wallet = useWalletStatus();
  const isDone = { merchant: me?.merchant != null, wallet: wallet.kind === "linked", pay: false };
  const next = ways.find(({ id }) => !isDone[id]) ?? ways[2];
  const steps: Step[] = [
    { id: "account", name: "Create your account", state: "done" },
    ...ways.map(({ id, name }): Step => ({ id, name, state: isDone[id] ? "done" : id === next.id ? "now" : "next" })),
  ];
  return (
    <div className={styles.lead}>
      <Heading>First steps</Heading>
      <div className={styles.steps}>
        <Steps steps={steps} label="First steps" />
      </div>
      <Actions>
        <ButtonLink to={next.to} variant="primary">
          {next.action}
        </ButtonLink>
      </Actions>
    </div>
  );
}
