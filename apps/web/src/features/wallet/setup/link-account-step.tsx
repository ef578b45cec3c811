import { ArrowUpRight, Ban, Landmark, User, Wallet } from "lucide-react";
import { Button } from "../../../ui/button.tsx";
import { Text } from "../../../ui/typography.tsx";
import type { LinkExchange } from "../link/use-link-exchange.ts";
import { PointLists } from "./points.tsx";
import { SetupFoot, SetupFrame } from "./setup-frame.tsx";
import { StartFailureNote } from "./start-failure-note.tsx";
import type { WizardWay } from "./wizard-step.ts";

const lists = [
  {
    title: "Hearth will read",
    points: [
      { icon: User, text: "Your name and email address" },
      { icon: Wallet, text: "Your accounts and your USDC address on Base" },
      { icon: Landmark, text: "Whether a bank account is linked, for payments above $500" },
    ],
  },
  {
    title: "Hearth will not ask for",
    points: [
      { icon: Ban, text: "Permission to send or trade" },
      { icon: Ban, text: "Your password" },
    ],
  },
];

interface LinkAccountStepProps {
  way: WizardWay | undefined;
  link: LinkExchange;
  onBack: () => void;
}

/** Step 3: what linking means, and the way to the exchange. */
export function LinkAccountStep({ way = "existing", link, onBack }: LinkAccountStepProps) {
  return (
    <SetupFrame step={3} way={way} title="Link your account" lead="Sign in at Coinbase in a small window and approve the connection there.">
      <PointLists lists={lists} />
      {link.failure && <StartFailureNote failure={link.failure} />}
      <SetupFoot>
        <Button variant="primary" size="large" busy={link.isStarting} onClick={() => void link.start("existing")}>
          Link account
          <ArrowUpRight aria-hidden size={16} />
        </Button>
        <Button variant="quiet" size="large" onClick={onBack}>
          Back
        </Button>
      </SetupFoot>
      <Text size="note" muted>
        If your browser blocks the window, the connection continues in this one.
      </Text>
    </SetupFrame>
  );
}
