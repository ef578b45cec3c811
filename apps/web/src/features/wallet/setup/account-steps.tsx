import { BadgeCheck, Banknote, Clock, IdCard, Link2, MailCheck, UserPlus, Wallet, ArrowUpRight, Ban, Landmark, User } from "lucide-react";
import { Button } from "../../../ui/button.tsx";
import { Option, OptionList } from "../../../ui/option-list.tsx";
import { ConnectWallet } from "../connect-wallet.tsx";
import type { LinkExchange } from "../link/use-link-exchange.ts";
import { PointLists } from "./points.tsx";
import { SetupFoot, SetupFrame, StartFailureNote } from "./setup-frame.tsx";
import { Text } from "../../../ui/typography.tsx";
import type { WizardWay } from "./wizard-search.ts";

const newAccount = [
  {
    title: "You will need",
    points: [
      { icon: MailCheck, text: "An email address and a phone number" },
      { icon: IdCard, text: "An identity document, which Coinbase checks" },
      { icon: Clock, text: "A few minutes; the check can take longer" },
    ],
  },
  {
    title: "It gives you",
    points: [
      { icon: Wallet, text: "An address for USDC on Base" },
      { icon: Banknote, text: "Payments by card or from your bank" },
      { icon: BadgeCheck, text: "Nothing to install, and no fee for the account" },
    ],
  },
];

interface CreateInfoStepProps {
  onNext: () => void;
  onHaveOne: () => void;
  onBack: () => void;
}

/** Step 2: explains what an exchange account requires and offers. */
export function CreateInfoStep({ onNext, onHaveOne, onBack }: CreateInfoStepProps) {
  return (
    <SetupFrame
      step={2}
      way="new"
      title="Create a Coinbase account"
      lead="You make the account at Coinbase; Hearth never sees your password."
    >
      <PointLists lists={newAccount} />
      <SetupFoot>
        <Button variant="primary" size="large" onClick={onNext}>
          Continue
        </Button>
        <Button size="large" onClick={onHaveOne}>
          I have an account
        </Button>
        <Button variant="quiet" size="large" onClick={onBack}>
          Back
        </Button>
      </SetupFoot>
    </SetupFrame>
  );
}

interface SignupOptionsStepProps {
  link: LinkExchange;
  onSignedUp: () => void;
  /** Returns to the choice of wallets. */
  onWallet: () => void;
  /** Called when the passkey wallet was made or connected. */
  onPasskey: () => void;
  onBack: () => void;
}

/** Step 2.5: options for getting an account. */
export function SignupOptionsStep({ link, onSignedUp, onWallet, onPasskey, onBack }: SignupOptionsStepProps) {
  return (
    <SetupFrame step={2.5} way="new" title="Choose how to sign up" lead="Once you have the account, you allow Hearth to see its address.">
      {link.failure && <StartFailureNote failure={link.failure} />}
      <ConnectWallet only="passkey" onConnected={onPasskey} />
      <OptionList label="Sign-up options">
        <Option
          icon={UserPlus}
          busy={link.isStarting}
          onClick={() => void link.start("new")}
          detail="Opens Coinbase, and comes back here linked. The window closes automatically after 10 minutes."
        >
          Create an account now
        </Option>
        <Option icon={Link2} onClick={onSignedUp} detail="In another tab or in Coinbase's app, whenever you like">
          I made an account elsewhere
        </Option>
        <Option icon={Wallet} onClick={onWallet} detail="A smart wallet with a passkey, or one that you have installed">
          Use a wallet of my own instead
        </Option>
      </OptionList>
      <SetupFoot>
        <Button size="large" onClick={onBack}>
          Back
        </Button>
      </SetupFoot>
    </SetupFrame>
  );
}

const linking = [
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

/** Step 3: explains linking, and opens the exchange. */
export function LinkAccountStep({ way = "existing", link, onBack }: LinkAccountStepProps) {
  return (
    <SetupFrame step={3} way={way} title="Link your account" lead="Sign in at Coinbase in a small window and approve the connection there.">
      <PointLists lists={linking} />
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
