import { walletPageOf } from "@hearth/domain/exchange/wallet-page";
import { limits } from "@hearth/domain/limits";
import { useState } from "react";
import { type Outputs, trpc } from "../../../lib/trpc.ts";
import { Actions, Button } from "../../../ui/button.tsx";
import { ErrorState } from "../../../ui/empty.tsx";
import { Description, DescriptionList } from "../../../ui/description-list.tsx";
import { Listening } from "../../../ui/listening.tsx";
import { Alert } from "../../../ui/alert.tsx";
import { SkeletonPart } from "../../../ui/skeleton.tsx";
import { Stack } from "../../../ui/stack.tsx";
import { Status } from "../../../kit/status/status.tsx";
import { Text } from "../../../ui/typography.tsx";
import { type LinkExchange, type StartFailure, useLinkExchange } from "../../../features/wallet/link/use-link-exchange.ts";
import { useRetryVerification } from "../../../features/wallet/link/use-retry-verification.ts";
import { ExchangeWallet } from "./exchange-wallet.tsx";
import styles from "./settings.module.css";

const retryTexts = { network: "Error retrying verification", server: "Failed to retry verification", failed: "Verification failed" };
const pollMs = limits.merchantWalletPollSeconds * 1_000;

interface CreateWalletProps {
  business: Pick<Outputs["merchant"]["business"], "walletAddress">;
  /** Error from the exchange, if this window was redirected there and back. */
  problem: string | null;
}

/** Creates a wallet at the exchange, and sets it for payouts. */
export function CreateWallet({ business, problem }: CreateWalletProps) {
  const verification = trpc.exchange.checkWallet.useQuery(undefined, {
    refetchInterval: ({ state }) => (state.data?.status === "pending" ? pollMs : false),
  });
  const { data } = verification;
  if (data?.status === "verified" && data.walletAddress !== null) {
    return (
      <div className={styles.way}>
        <ExchangeWallet address={data.walletAddress} business={business} />
      </div>
    );
  }
  return (
    <div className={styles.way}>
      {data ? (
        <Creation verification={data} problem={problem} />
      ) : verification.isError ? (
        <ErrorState onRetry={() => void verification.refetch()} busy={verification.isFetching}>
          Failed to load wallet status. Please try again.
        </ErrorState>
      ) : (
        <SkeletonPart />
      )}
    </div>
  );
}

interface CreationProps {
  verification: Outputs["exchange"]["checkWallet"];
  problem: string | null;
}

function Creation({ verification, problem }: CreationProps) {
  const [linkProblem, setLinkProblem] = useState(problem);
  const link = useLinkExchange({ page: walletPageOf("merchant"), onLeave: () => setLinkProblem(null), onOutcome: setLinkProblem });
  const again = useRetryVerification({ texts: retryTexts, onNeeded: () => void link.start("new") });
  const isAway = link.other.state === "open";
  const hasBegun = verification.status !== "none";
  return (
    <Stack>
      {hasBegun ? (
        <DescriptionList>
          <Description label="Coinbase wallet">
            <Status kind="wallet" value={verification.status} />
          </Description>
        </DescriptionList>
      ) : (
        <Text muted>
          Make an account at Coinbase, or use the one you have, and be paid into it. You allow Hearth to see its address, and nothing else.
        </Text>
      )}
      <CreationNote state={link.other.state} linkProblem={linkProblem} verification={verification} />
      {again.problem && (
        <Alert tone="bad" title={again.problem.title} announce>
          {again.problem.detail && <p>{again.problem.detail}</p>}
        </Alert>
      )}
      {link.failure && <FailureNote failure={link.failure} />}
      <Actions>
        {isAway ? (
          <Button onClick={link.other.bringBack}>Show the window</Button>
        ) : (
          hasBegun && (
            <Button busy={again.isRetrying} onClick={again.retry}>
              Retry verification
            </Button>
          )
        )}
        {!isAway && (
          <Button variant={hasBegun ? "quiet" : "primary"} busy={link.isStarting} onClick={() => void link.start("new")}>
            Create wallet
          </Button>
        )}
        {!isAway && (
          <Button variant="quiet" busy={link.isStarting} onClick={() => void link.start("existing")}>
            I have a Coinbase account
          </Button>
        )}
      </Actions>
    </Stack>
  );
}

type NoteProps = Pick<CreationProps, "verification"> & { state: LinkExchange["other"]["state"]; linkProblem: string | null };

/** Shows the current state of the creation. */
function CreationNote({ state, linkProblem, verification }: NoteProps) {
  if (state === "open") return <Listening>Waiting for you in the other window</Listening>;
  if (linkProblem !== null) return <Failed title="Failed to create wallet" detail={linkProblem} />;
  if (verification.status === "failed") return <Failed title="Verification failed" detail={verification.message} />;
  if (state === "overdue") return <Failed title="Failed to create wallet" detail="The window was closed after 10 minutes." />;
  if (state === "closed") return <Alert tone="waiting" title="The Coinbase window was closed before the wallet was there" announce />;
  return verification.status === "pending" ? <Listening>{verification.message}</Listening> : null;
}

function Failed({ title, detail }: { title: string; detail: string }) {
  return (
    <Alert tone="bad" title={title} announce>
      <p>{detail}</p>
    </Alert>
  );
}

function FailureNote({ failure: { kind, message } }: { failure: StartFailure }) {
  return (
    <Alert tone="bad" title={kind === "network" ? "Error creating wallet" : "Failed to initiate wallet creation"} announce>
      {message && <p>{message}</p>}
    </Alert>
  );
}
