import { Ban, BadgeCheck, Eye, PenLine } from "lucide-react";
import { Button } from "../../../ui/button.tsx";
import { Fact, Facts } from "../../../ui/facts.tsx";
import { Hash } from "../../../ui/hash.tsx";
import { Note } from "../../../ui/note.tsx";
import { NetworkSwitch } from "../network-switch.tsx";
import { SetupFoot, SetupFrame } from "./setup-frame.tsx";
import { PointLists } from "./points.tsx";
import { TestUsdcButton } from "../test-usdc-button.tsx";
import { UsdcBalance, useUsdcBalance } from "../usdc-balance.tsx";
import { proofProblem, useProveWallet } from "../use-prove-wallet.ts";
import type { ConnectedWallet } from "../use-wallet.ts";

interface ProveStepProps {
  wallet: ConnectedWallet;
  onProven: () => void;
  /** Another wallet in place of the connected one. */
  onOther: () => void;
}

/** Step 3 with a wallet of one's own: a signature shows that it is theirs. */
export function ProveStep({ wallet, onProven, onOther }: ProveStepProps) {
  const prove = useProveWallet();
  const balance = useUsdcBalance(wallet.address);
  return (
    <SetupFrame
      step={3}
      way="wallet"
      title="Prove it is yours"
      lead="Sign a short message in your wallet. It costs nothing and moves nothing."
    >
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
      <PointLists lists={lists} />
      {prove.isError && <ProofNote error={prove.error} />}
      <SetupFoot>
        <Button look="primary" size="large" busy={prove.isPending} onClick={() => prove.mutate(wallet, { onSuccess: onProven })}>
          Sign and link wallet
        </Button>
        <Button size="large" look="quiet" onClick={onOther}>
          Use another wallet
        </Button>
        {balance.units === 0n && <TestUsdcButton address={wallet.address} look="quiet" size="large" />}
      </SetupFoot>
    </SetupFrame>
  );
}

const lists = [
  {
    title: "Your signature shows",
    points: [
      { icon: BadgeCheck, text: "That this wallet is yours" },
      { icon: Eye, text: "Which transfers are yours, so that they find their payment" },
    ],
  },
  {
    title: "It cannot",
    points: [
      { icon: Ban, text: "Move your money" },
      { icon: PenLine, text: "Sign anything else in your name" },
    ],
  },
];

function ProofNote({ error }: { error: unknown }) {
  const { kind, message } = proofProblem(error);
  return <Note tone={kind === "failed" ? "bad" : "info"} title={message} announce />;
}
