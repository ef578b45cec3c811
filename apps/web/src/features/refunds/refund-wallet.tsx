import { formatUsd } from "@hearth/domain/money";
import type { RefundGround } from "@hearth/domain/refunds/destination";
import { useState } from "react";
import { centsOf } from "../../kit/cents.ts";
import { LazyOverlay } from "../../lib/loading/lazy-overlay.tsx";
import { type Outputs, trpc } from "../../lib/trpc.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { Hash } from "../../ui/hash.tsx";
import { Time } from "../../ui/moment.tsx";
import { Stack } from "../../ui/stack.tsx";
import { TextButton } from "../../ui/text-anchor.tsx";
import { Text } from "../../ui/typography.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";

const NameWalletDialog = lazyPart(async () => (await import("./name-wallet-dialog.tsx")).NameWalletDialog);

type Destination = Outputs["refunds"]["destination"];

/** Lists the payments whose merchants want to refund something but do not know a wallet. Takes no space if there are none. */
export function AskedForWallets() {
  const { data } = trpc.refunds.asked.useQuery();
  if (!data || data.length === 0) return null;
  return (
    <Stack>
      {data.map((destination) => (
        <Asked key={destination.paymentId} destination={destination} />
      ))}
    </Stack>
  );
}

interface RefundWalletProps {
  paymentId: string;
  /** True to start proving a wallet at once, as the mail's link requests. */
  isProving?: boolean;
}

/** Shows where refunds of a completed payment go. The payer can choose another wallet. Renders nothing while no wallet is known. */
export function KnownRefundWallet({ paymentId }: { paymentId: string }) {
  const { data } = trpc.refunds.destination.useQuery({ paymentId });
  return data && data.to !== null ? <Known destination={data} to={data.to} /> : null;
}

/** Shows the merchant's request for a wallet that a refund can go to. Renders nothing where one is known. */
export function AskedRefundWallet({ paymentId, isProving = false }: RefundWalletProps) {
  const { data } = trpc.refunds.destination.useQuery({ paymentId });
  if (!data || data.to !== null) return null;
  if (data.askedAt !== null) return <Asked destination={data} isProving={isProving} />;
  return isProving ? <Unasked destination={data} /> : null;
}

function Asked({ destination, isProving = false }: { destination: Destination; isProving?: boolean }) {
  const { paymentId, paidFrom, merchant, description, amount, askedAt, unknown } = destination;
  const [isOpen, setOpen] = useState(isProving);
  const money = amount === null ? "money" : formatUsd(centsOf(amount));
  return (
    <Alert tone="waiting" title={`${merchant} wants to send you ${money} back. Prove the wallet that it should go to.`}>
      <p>
        It is for {description}.{unknown === "severalWallets" && " Several wallets paid it, so we have to know which one is yours."}
      </p>
      {askedAt !== null && (
        <p>
          You were asked on <Time at={askedAt} shape="minute" />. Nothing is sent before, and nothing is lost: {merchant} keeps the money
          until then.
        </p>
      )}
      <Button size="small" {...NameWalletDialog.opener} onClick={() => setOpen(true)}>
        Prove a wallet
      </Button>
      <LazyOverlay open={isOpen}>
        <NameWalletDialog open={isOpen} onClose={() => setOpen(false)} paymentId={paymentId} paidFrom={paidFrom} />
      </LazyOverlay>
    </Alert>
  );
}

/** Lets the payer name a wallet that no merchant has asked for, and opens the form at once. */
function Unasked({ destination: { paymentId, paidFrom } }: { destination: Destination }) {
  const [isOpen, setOpen] = useState(true);
  return (
    <Text as="div" size="note" muted>
      We do not know a wallet for refunds of this payment.{" "}
      <TextButton size="small" {...NameWalletDialog.opener} onClick={() => setOpen(true)}>
        Prove a wallet
      </TextButton>
      <LazyOverlay open={isOpen}>
        <NameWalletDialog open={isOpen} onClose={() => setOpen(false)} paymentId={paymentId} paidFrom={paidFrom} />
      </LazyOverlay>
    </Text>
  );
}

const grounds: Record<RefundGround, string> = {
  named: "the wallet that you chose",
  proven: "your wallet that paid",
  onlySender: "the wallet that paid",
};

function Known({ destination: { paymentId, paidFrom, ground }, to }: { destination: Destination; to: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Text as="div" size="note" muted>
      Refunds of this payment go to {grounds[ground ?? "onlySender"]}: <Hash value={to} shape="address" what="wallet for refunds" />{" "}
      <TextButton size="small" {...NameWalletDialog.opener} onClick={() => setOpen(true)}>
        Use another wallet
      </TextButton>
      <LazyOverlay open={isOpen}>
        <NameWalletDialog open={isOpen} onClose={() => setOpen(false)} paymentId={paymentId} paidFrom={paidFrom} />
      </LazyOverlay>
    </Text>
  );
}
