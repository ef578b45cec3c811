import { Button } from "../../../ui/button.tsx";
import { Description, DescriptionList } from "../../../ui/description-list.tsx";
import { Listening } from "../../../ui/listening.tsx";
import { Alert } from "../../../ui/alert.tsx";
import { Status } from "../../../kit/status/status.tsx";
import { type Outputs, trpc } from "../../../lib/trpc.ts";
import type { LinkExchange } from "../link/use-link-exchange.ts";
import { useRetryVerification } from "../link/use-retry-verification.ts";
import { SetupFoot, SetupFrame, StartFailureNote } from "./setup-frame.tsx";
import type { WizardWay } from "./wizard-search.ts";
import styles from "./setup.module.css";

const retryTexts = { network: "Error attempting verification", server: "Failed to verify wallet", failed: "Failed to verify wallet" };

interface VerifyingStepProps {
  way: WizardWay | undefined;
  link: LinkExchange;
  verification: Outputs["exchange"]["checkWallet"] | undefined;
  /** True while the status cannot be loaded. */
  isUnreachable: boolean;
  /** Error from the exchange's popup, or from the URL it redirected to. */
  linkProblem: string | null;
  onLinkStep: () => void;
  onCreateStep: () => void;
  onCleared: () => void;
}

/** Step 4: waits until the account is linked. After a failure the user can retry, take another way or start over. */
export function VerifyingStep({
  way,
  link,
  verification,
  isUnreachable,
  linkProblem,
  onLinkStep,
  onCreateStep,
  onCleared,
}: VerifyingStepProps) {
  const { other } = link;
  const again = useRetryVerification({ texts: retryTexts, onNeeded: () => void link.start(way === "new" ? "new" : "existing") });
  // Starting over is a callback of the hook, because the shown state changes before this step is gone.
  const clear = trpc.exchange.clearVerification.useMutation({ onSuccess: onCleared });
  const isAway = other.state === "open";
  const isFailed = !isAway && (linkProblem !== null || verification?.status === "failed");
  const isBusy = again.isRetrying || link.isStarting;
  return (
    <SetupFrame
      step={4}
      way={way}
      hasFailed={isFailed}
      title={isFailed ? "Your account could not be linked" : "Verifying your account"}
      lead={isFailed ? "Nothing has changed. Try again, or take another way." : "This page continues as soon as Coinbase has answered."}
    >
      <DescriptionList ruled>
        <Description label="Coinbase account">
          <Status kind="wallet" value={isFailed ? "failed" : "pending"} />
        </Description>
      </DescriptionList>
      <Situation {...{ other, verification, isUnreachable, linkProblem, isFailed }} />
      {again.problem && (
        <Alert tone="bad" title={again.problem.title} announce>
          {again.problem.detail && <p>{again.problem.detail}</p>}
        </Alert>
      )}
      {link.failure && <StartFailureNote failure={link.failure} />}
      {clear.isError && <Alert tone="bad" title="Failed to reset wallet connection. Please try again." announce />}
      <SetupFoot>
        {isAway ? (
          <Button variant="primary" size="large" onClick={other.bringBack}>
            Show the window
          </Button>
        ) : (
          <Button variant="primary" size="large" busy={isBusy} onClick={again.retry}>
            Retry
          </Button>
        )}
        <Button size="large" className={styles.way} onClick={onLinkStep}>
          Back to linking
        </Button>
        {isFailed && (
          <Button size="large" className={styles.way} onClick={onCreateStep}>
            Create an account
          </Button>
        )}
        <Button variant="quiet" size="large" busy={clear.isPending} onClick={() => clear.mutate()}>
          Start over
        </Button>
      </SetupFoot>
    </SetupFrame>
  );
}

type SituationProps = Pick<VerifyingStepProps, "verification" | "isUnreachable" | "linkProblem"> & {
  other: LinkExchange["other"];
  isFailed: boolean;
};

/** Shows the current state of the verification in one note. */
function Situation({ other, verification, isUnreachable, linkProblem, isFailed }: SituationProps) {
  if (other.state === "open") return <Listening>Waiting for you in the other window</Listening>;
  if (linkProblem !== null) return <Alert tone="bad" title={`Authorization failed: ${linkProblem}`} announce />;
  if (isUnreachable) return <Alert tone="bad" title="Failed to load wallet status. Please try again." announce />;
  if (isFailed) {
    return (
      <Alert tone="bad" title="Failed to verify wallet" announce>
        <p>{verification?.message}</p>
      </Alert>
    );
  }
  if (other.state === "overdue") {
    return (
      <Alert tone="waiting" title="The Coinbase window was closed after 10 minutes" announce>
        <p>Nothing was linked. Retry to open it again.</p>
      </Alert>
    );
  }
  if (other.state === "closed") {
    return (
      <Alert tone="waiting" title="The Coinbase window was closed before the account was linked" announce>
        <p>Retry to open it again. If you finished there, this page notices in a moment.</p>
      </Alert>
    );
  }
  return <Listening>{verification?.message ?? "Asking where linking stands"}</Listening>;
}
