import { sendAmount, sendFailureWords } from "@hearth/domain/passkey-wallet/sends";
import { Suspense, useEffect, useRef, useState } from "react";
import { type Outputs, trpc } from "../../../lib/trpc.ts";
import { Alert } from "../../../ui/alert.tsx";
import { Actions, Button } from "../../../ui/button.tsx";
import { Description, DescriptionList } from "../../../ui/description-list.tsx";
import { ErrorState } from "../../../ui/empty.tsx";
import { Hash } from "../../../ui/hash.tsx";
import { lazyPart } from "../../../ui/lazy-part.tsx";
import { Time } from "../../../ui/moment.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { Stack } from "../../../ui/stack.tsx";
import { Dot, Text } from "../../../ui/typography.tsx";
import styles from "../../auth/passkeys/passkeys.module.css";
import { walletProblem } from "../wallet-problem.ts";
import { AtRisk } from "./at-risk.tsx";
import type { OpenedWallet } from "./opened-wallet.ts";
import { useChainFacts } from "./use-chain-facts.ts";

const SendMoney = lazyPart(async () => (await import("./send-money-dialog.tsx")).SendMoneyDialog);
const DeleteWallet = lazyPart(async () => (await import("./delete-wallet-dialog.tsx")).DeleteWalletDialog);

type Contents = Outputs["passkeyWallet"]["contents"];
type Send = Outputs["passkeyWallet"]["sends"]["sends"][number];

/** Shows what is in the wallet and what was sent from it, with the acts that take money or the key out, or delete the wallet. */
export function WalletMoney({ wallet, walletOrigin }: { wallet: OpenedWallet["wallet"]; walletOrigin: string | null }) {
  const contents = trpc.passkeyWallet.contents.useQuery(undefined, { staleTime: 0 });
  const sends = trpc.passkeyWallet.sends.useQuery(undefined, {
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.sends.some(({ status }) => status === "sending") ? pollMs : false),
  });
  useRefetchOnceSent(sends.data?.sends, contents.refetch);
  return (
    <Stack>
      {wallet.mostAtRisk !== null && <AtRisk most={wallet.mostAtRisk} />}
      <DescriptionList>
        <Description label="Balance">{contents.data ? sendAmount(BigInt(contents.data.usdcUnits)) : <Skeleton width="6rem" />}</Description>
      </DescriptionList>
      {contents.isError && (
        <ErrorState onRetry={() => void contents.refetch()} busy={contents.isFetching}>
          The balance could not be read. Your money is still there.
        </ErrorState>
      )}
      <Acts wallet={wallet} walletOrigin={walletOrigin} contents={contents.data} leftToday={sends.data?.leftToday} />
      {sends.data && sends.data.sends.length > 0 && <SentList sends={sends.data.sends} />}
    </Stack>
  );
}

const pollMs = 2_000;

/** Reads the balance again when a send has arrived or failed. */
function useRefetchOnceSent(sends: readonly Send[] | undefined, refetch: () => Promise<unknown>): void {
  const over = sends?.filter(({ status }) => status !== "sending").map(({ _id }) => _id);
  const current = over?.join();
  const known = useRef<string>(undefined);
  useEffect(() => {
    if (known.current !== undefined && known.current !== current) void refetch();
    known.current = current;
  }, [current, refetch]);
}

type Opened = "send" | "delete" | null;

interface ActsProps {
  wallet: OpenedWallet["wallet"];
  walletOrigin: string | null;
  contents: Contents | undefined;
  leftToday: number | undefined;
}

function Acts({ wallet, walletOrigin, contents, leftToday }: ActsProps) {
  const [opened, setOpened] = useState<Opened>(null);
  const { chainId } = useChainFacts();
  const close = () => setOpened(null);
  const canSend = contents !== undefined && contents.usdcUnits !== "0" && leftToday !== 0;
  return (
    <>
      {leftToday === 0 && <Text muted>You have sent money as often as you can in 24 hours. You can send more later.</Text>}
      <Actions>
        {walletOrigin !== null && (
          <Button {...SendMoney.opener} disabled={!canSend} onClick={() => setOpened("send")}>
            Send money
          </Button>
        )}
        {walletOrigin !== null && <ShowKey wallet={wallet} walletOrigin={walletOrigin} />}
        <Button {...DeleteWallet.opener} disabled={contents === undefined} onClick={() => setOpened("delete")}>
          Delete the wallet
        </Button>
      </Actions>
      <Suspense fallback={null}>
        {opened === "send" && contents && walletOrigin !== null && chainId !== undefined && (
          <SendMoney wallet={wallet} walletOrigin={walletOrigin} units={BigInt(contents.usdcUnits)} chainId={chainId} onClose={close} />
        )}
        {opened === "delete" && contents && <DeleteWallet address={wallet.address} contents={contents} onClose={close} />}
      </Suspense>
    </>
  );
}

/** Button that has the wallet's page show its key. The owner gets a mail first. */
function ShowKey({ wallet: { address, openings }, walletOrigin }: OpenedWallet) {
  const begin = trpc.passkeyWallet.beginExport.useMutation();
  const [failure, setFailure] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);

  async function showKey() {
    setFailure(null);
    setOpen(true);
    try {
      await begin.mutateAsync();
      const { askWallet } = await import("../../wallet-page/ask-wallet.ts");
      const opening = openings.map(({ credentialId, wrap }) => ({ credentialId, wrap }));
      await askWallet<"export">(walletOrigin, { method: "export", address, openings: opening });
    } catch (error) {
      const problem = walletProblem(error);
      if (problem.kind !== "rejected") setFailure(problem.message);
    } finally {
      setOpen(false);
    }
  }

  return (
    <>
      {failure !== null && <Alert tone="bad" title={failure} announce />}
      <Button busy={isOpen} onClick={() => void showKey()}>
        See its key
      </Button>
    </>
  );
}

function SentList({ sends }: { sends: readonly Send[] }) {
  return (
    <section aria-label="Sent from this wallet">
      <Text strong>Sent from this wallet</Text>
      <ul className={styles.passkeys}>
        {sends.map((send) => (
          <SentItem key={send._id} send={send} />
        ))}
      </ul>
    </section>
  );
}

const statusWords = { sending: "On its way", arrived: "Arrived", failed: "Not sent" } as const;

function SentItem({ send: { to, usdcUnits, createdAt, status, failure, txHash } }: { send: Send }) {
  const explorer = useChainFacts();
  return (
    <li className={styles.passkey}>
      <div className={styles.words}>
        <Text>
          {sendAmount(BigInt(usdcUnits))} to <Hash value={to} shape="address" what="wallet address" copy={false} />
        </Text>
        <Text size="note" muted>
          {statusWords[status]}
          <Dot />
          <Time at={createdAt} shape="minute" />
          {failure !== null && ` ${sendFailureWords(failure)}`}
        </Text>
      </div>
      {txHash !== null && <Hash value={txHash} explorerUrl={explorer.transactionUrl(txHash)} />}
    </li>
  );
}
