import { useEffect, useState } from "react";
import { useTransactionReceipt } from "wagmi";
import { Alert } from "../../../ui/alert.tsx";
import { TextButton } from "../../../ui/text-anchor.tsx";
import { WalletProvider } from "../../wallet/wallet-provider.tsx";
import type { SentTransfer } from "../../wallet/sent-transfers.ts";
import { sentTransfers } from "../../wallet/use-sent-transfer.ts";

const receiptPollMs = 2_000;
/** Thirty blocks, long enough for a transfer with a usual fee to be mined. */
const patienceMs = 60_000;

interface UnseenTransferProps {
  /** Storage key of the transfer. */
  name: string;
  sent: SentTransfer;
}

/** Checks a transfer that this browser sent and the server has not seen: was it reverted, or is it unusually slow? */
export function UnseenTransfer(props: UnseenTransferProps) {
  return (
    <WalletProvider loading={null} failed={() => null}>
      <Unseen {...props} />
    </WalletProvider>
  );
}

function Unseen({ name, sent }: UnseenTransferProps) {
  const { data } = useTransactionReceipt({
    hash: sent.txHash,
    query: { retry: false, refetchInterval: ({ state }) => (state.data ? false : receiptPollMs) },
  });
  const isLong = useIsLong(sent.sentAt + patienceMs);
  const again = (
    <TextButton size="small" onClick={() => sentTransfers.forget(name)}>
      Pay again
    </TextButton>
  );
  if (data?.status === "reverted") {
    return (
      <Alert tone="bad" title="The network refused the transfer. No money has moved." announce>
        {again}
      </Alert>
    );
  }
  if (!isLong) return null;
  return (
    <Alert tone="waiting" title="The network has not shown this transfer yet">
      <p>It is recognized whenever it arrives. Only if your wallet says that it failed or was cancelled:</p>
      {again}
    </Alert>
  );
}

function useIsLong(until: number): boolean {
  const [isLong, setLong] = useState(() => Date.now() >= until);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), Math.max(0, until - Date.now()));
    return () => clearTimeout(timer);
  }, [until]);
  return isLong;
}
