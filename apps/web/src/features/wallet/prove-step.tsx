import { Ban, BadgeCheck, Eye, PenLine } from "lucide-react";
import { Button } from "../../ui/button.tsx";
import { Fact, Facts } from "../../ui/facts.tsx";
import { Hash } from "../../ui/hash.tsx";
import { Icon, type IconType } from "../../ui/icon.tsx";
import { Note } from "../../ui/note.tsx";
import { Heading } from "../../ui/words.tsx";
import { NetworkSwitch } from "./network-switch.tsx";
import { SetupFoot, SetupFrame } from "./setup-frame.tsx";
import styles from "./setup.module.css";
import { TestUsdcButton } from "./test-usdc-button.tsx";
import { UsdcBalance, useUsdcBalance } from "./usdc-balance.tsx";
import { proofProblem, useProveWallet } from "./use-prove-wallet.ts";
import { type ConnectedWallet, useDisconnectWallets } from "./use-wallet.ts";

interface ProveStepProps {
  wallet: ConnectedWallet;
  onProven: () => void;
}

/** Second step: a signature shows that the wallet is theirs. */
export function ProveStep({ wallet, onProven }: ProveStepProps) {
  const prove = useProveWallet();
  const disconnect = useDisconnectWallets();
  const balance = useUsdcBalance(wallet.address);
  return (
    <SetupFrame step="prove" title="Prove it is yours" lead="Sign a short message in your wallet. It costs nothing and moves nothing.">
      <Facts ruled>
        <Fact label="Wallet">{wallet.connector.name}</Fact>
        <Fact label="Address">
          <Hash value={wallet.address} shape="detail" what="wallet address" />
        </Fact>
        <Fact label="Balance">
          <UsdcBalance balance={balance} />
        </Fact>
      </Facts>
      <NetworkSwitch wallet={wallet} />
      <div className={styles.lists}>
        <Points title="Your signature shows" points={signatureShows} />
        <Points title="It cannot" points={signatureCannot} />
      </div>
      {prove.isError && <ProofNote error={prove.error} />}
      <SetupFoot>
        <Button look="primary" size="large" busy={prove.isPending} onClick={() => prove.mutate(wallet, { onSuccess: onProven })}>
          Sign and link wallet
        </Button>
        <Button size="large" look="quiet" onClick={() => void disconnect()}>
          Use another wallet
        </Button>
        {balance.units === 0n && <TestUsdcButton address={wallet.address} look="quiet" size="large" />}
      </SetupFoot>
    </SetupFrame>
  );
}

const signatureShows = [
  { icon: BadgeCheck, text: "That this wallet is yours" },
  { icon: Eye, text: "Which transfers are yours, so that they find their payment" },
];
const signatureCannot = [
  { icon: Ban, text: "Move your money" },
  { icon: PenLine, text: "Sign anything else in your name" },
];

function Points({ title, points }: { title: string; points: readonly { icon: IconType; text: string }[] }) {
  return (
    <section className={styles.list}>
      <Heading as="h3" size="label">
        {title}
      </Heading>
      <ul>
        {points.map(({ icon, text }) => (
          <li key={text}>
            <Icon icon={icon} />
            {text}
          </li>
        ))}
      </ul>
    </section>
  );
}

function ProofNote({ error }: { error: unknown }) {
  const { kind, message } = proofProblem(error);
  return <Note tone={kind === "failed" ? "bad" : "info"} title={message} announce />;
}
