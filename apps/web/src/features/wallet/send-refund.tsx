import { QrCode } from "lucide-react";
import { limits } from "@hearth/domain/limits";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { errorCode } from "../../lib/api-error.ts";
import { type Inputs, trpc } from "../../lib/trpc.ts";
import { Button } from "../../ui/button.tsx";
import { TextButton } from "../../ui/text-anchor.tsx";
import { Description, DescriptionList } from "../../ui/description-list.tsx";
import { Hash } from "../../ui/hash.tsx";
import { Alert } from "../../ui/alert.tsx";
import { Option, OptionList } from "../../ui/option-list.tsx";
import { SkeletonPart } from "../../ui/skeleton.tsx";
import { Stack } from "../../ui/stack.tsx";
import { ConnectWallet } from "./connect-wallet.tsx";
import { NetworkSwitch } from "./network-switch.tsx";
import { type ProvenWallet, useSigning } from "./payout-wallet-proof.tsx";
import { type ByHand, SendByHand } from "./send-by-hand.tsx";
import { sendAtOnce } from "./send-at-once.ts";
import { TestUsdcButton } from "./test-usdc-button.tsx";
import { UsdcBalance, useUsdcBalance } from "./usdc-balance.tsx";
import { useSendUsdc } from "./use-send-usdc.ts";
import { canSend, useWalletSigner } from "./use-wallet-signer.ts";
import { type ConnectedWallet, useConnectedWallet, useDisconnectWallets } from "./use-wallet.ts";
import { useWalletContext } from "./wallet-context.ts";
import { walletProblem } from "./wallet-problem.ts";
import { WalletProvider } from "./wallet-provider.tsx";

interface Sendable {
  _id: string;
  usdcUnits: string;
  to: `0x${string}`;
  binding: `0x${string}`;
}

/** Texts of the button and of its obstacles. */
export interface SendWords {
  send: string;
  isShort: string;
  wrongWallet: string;
}

interface SendRefundProps {
  refund: Sendable;
  texts: SendWords;
  /** Wallets of the merchant that the refund counts from, the current payout wallet first. */
  from: readonly `0x${string}`[];
  byHand: ByHand | null;
  /** Adds a wallet that signed to the merchant's wallets. Returns null, or the error message. */
  onProven: (wallet: ProvenWallet) => Promise<string | null>;
}

/**
 * Connects a wallet and sends a refund with its binding, or explains how to send it from another app. A refund that was just started in
 * this window is sent as soon as a wallet is ready.
 */
export function SendRefund(props: SendRefundProps) {
  return (
    <WalletProvider loading={<SkeletonPart />} failed={(message) => message}>
      <Steps {...props} />
    </WalletProvider>
  );
}

function Steps(props: SendRefundProps) {
  const { isReady } = useWalletContext();
  const wallet = useConnectedWallet();
  const [isByHand, setByHand] = useState(false);
  if (!isReady) return <SkeletonPart />;
  if (isByHand && props.byHand) return <SendByHand refund={props.refund} byHand={props.byHand} onBack={() => setByHand(false)} />;
  return (
    <Stack>
      {wallet === null ? <ConnectWallet /> : <Send {...props} wallet={wallet} />}
      {props.byHand && (
        <OptionList label="Without connecting a wallet">
          <Option
            icon={QrCode}
            onClick={() => setByHand(true)}
            detail="From the app of a wallet that you are paid to or have proven, also a Safe's."
          >
            Send it by hand
          </Option>
        </OptionList>
      )}
    </Stack>
  );
}

/**
 * Has a passkey wallet sign the refund, and hands the signature to the relayer. A signature that the server has not answered is kept, and the
 * next press hands the same one over.
 */
function useSignedRefund({ _id: refundId, usdcUnits, to, binding: nonce }: Sendable) {
  const signerOf = useWalletSigner();
  const send = trpc.merchant.sendRefund.useMutation();
  const unanswered = useRef<Inputs["merchant"]["sendRefund"] | null>(null);

  async function sign(wallet: ConnectedWallet): Promise<Inputs["merchant"]["sendRefund"]> {
    const { signRefund } = signerOf(wallet);
    if (signRefund === null) throw new Error("This wallet sends refunds itself");
    const validBefore = Math.floor(Date.now() / 1_000) + limits.walletSendSeconds;
    const times = { validAfter: 0n, validBefore: BigInt(validBefore) };
    return { refundId, validBefore, signature: await signRefund({ to, usdcUnits: BigInt(usdcUnits), nonce, ...times }) };
  }

  return useMutation({
    mutationFn: async (wallet: ConnectedWallet) => {
      const signed = unanswered.current ?? (await sign(wallet));
      unanswered.current = signed;
      try {
        await send.mutateAsync(signed);
        unanswered.current = null;
      } catch (error) {
        const code = errorCode(error);
        if (code !== null && code !== "INTERNAL") unanswered.current = null;
        throw error;
      }
    },
  });
}

/** Returns the act that sends the refund: by the relayer for a passkey wallet, which cannot send itself, and by the wallet otherwise. */
function useSend(refund: Sendable, wallet: ConnectedWallet) {
  const bySignature = useSignedRefund(refund);
  const byWallet = useSendUsdc(refund._id, refund);
  return canSend(wallet) ? byWallet : bySignature;
}

function Send({ refund, texts, from, onProven, wallet }: SendRefundProps & { wallet: ConnectedWallet }) {
  const send = useSend(refund, wallet);
  const disconnect = useDisconnectWallets();
  const balance = useUsdcBalance(wallet.address);
  const isOwn = from.some((address) => address.toLowerCase() === wallet.address.toLowerCase());
  const isShort = balance.units !== undefined && balance.units < BigInt(refund.usdcUnits);
  const problem = send.isError ? walletProblem(send.error) : null;
  const { mutate } = send;
  const isReady = isOwn && wallet.isOnNetwork && balance.units !== undefined && !isShort;
  useEffect(() => {
    if (isReady && sendAtOnce.take(refund._id)) mutate(wallet);
  }, [isReady, mutate, refund._id, wallet]);
  return (
    <Stack>
      <DescriptionList kind="right" continued>
        <Description label="From">
          <Hash value={wallet.address} shape="address" what="wallet address" />
        </Description>
        <Description label="Balance">
          <UsdcBalance balance={balance} />
        </Description>
      </DescriptionList>
      <NetworkSwitch wallet={wallet} />
      {!isOwn && <WrongWallet message={texts.wrongWallet} payout={from[0]} wallet={wallet} onProven={onProven} />}
      {isOwn && isShort && <Alert tone="waiting" title={texts.isShort} />}
      {problem && <Alert tone={problem.kind === "rejected" ? "info" : "bad"} title={problem.message} announce />}
      <Button
        variant="primary"
        wide
        busy={send.isPending}
        disabled={!isOwn || isShort || !wallet.isOnNetwork}
        onClick={() => send.mutate(wallet)}
      >
        {texts.send}
      </Button>
      {isOwn && isShort && <TestUsdcButton address={wallet.address} variant="quiet" size="small" />}
      <div>
        <TextButton onClick={() => void disconnect()}>Use another wallet</TextButton>
      </div>
    </Stack>
  );
}

interface WrongWalletProps extends Pick<SendRefundProps, "onProven"> {
  message: string;
  payout: `0x${string}` | undefined;
  wallet: ConnectedWallet;
}

/** Warns before signing that a refund from this wallet would not count, and offers to prove the wallet. */
function WrongWallet({ message: words, payout, wallet, onProven }: WrongWalletProps) {
  const { busy, problem, prove } = useSigning(onProven);
  return (
    <Alert tone="bad" title="This is not one of your wallets yet" announce>
      <p>{words}</p>
      {payout && <Hash value={payout} shape="address" what="payout wallet" />}
      {problem && <p>{problem.message}</p>}
      <div>
        <Button size="small" busy={busy} onClick={() => void prove(wallet)}>
          Sign and refund from this wallet
        </Button>
      </div>
    </Alert>
  );
}
