import { formatUsd } from "@hearth/domain/money";
import { lazyRouteComponent } from "@tanstack/react-router";
import { useState } from "react";
import { centsOf } from "../../kit/cents.ts";
import { Late } from "../../kit/late.tsx";
import { type Outputs, trpc } from "../../lib/trpc.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { Hash } from "../../ui/hash.tsx";
import { Stack } from "../../ui/stack.tsx";
import { TextButton } from "../../ui/text-anchor.tsx";
import { Text } from "../../ui/typography.tsx";

const NameWalletDialog = lazyRouteComponent(() => import("./name-wallet-dialog.tsx"), "NameWalletDialog");

type Destination = Outputs["refunds"]["destination"];

/** Every payment of which a merchant wants to send something back and does not know where to; takes no room where there is none. */
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

/** Where refunds of a completed payment go, or that its merchant asks for a wallet; the payer may name another. */
export function RefundWallet({ paymentId }: { paymentId: string }) {
  const { data } = trpc.refunds.destination.useQuery({ paymentId });
  if (!data) return null;
  if (data.to !== null) return <Known destination={data} to={data.to} />;
  return data.askedAt === null ? null : <Asked destination={data} />;
}

function Asked({ destination: { paymentId, paidFrom, merchant, description, amount } }: { destination: Destination }) {
  const [isOpen, setOpen] = useState(false);
  const money = amount === null ? "money" : formatUsd(centsOf(amount));
  return (
    <Alert tone="waiting" title={`${merchant} wants to send you ${money} back. Prove the wallet that it should go to.`}>
      <p>It is for {description}.</p>
      <Button size="small" onClick={() => setOpen(true)}>
        Prove a wallet
      </Button>
      <Late open={isOpen}>
        <NameWalletDialog open={isOpen} onClose={() => setOpen(false)} paymentId={paymentId} paidFrom={paidFrom} />
      </Late>
    </Alert>
  );
}

function Known({ destination: { paymentId, paidFrom, namedAt }, to }: { destination: Destination; to: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Text as="div" size="note" muted>
      Refunds of this payment go to {namedAt === null ? "the wallet that paid" : "the wallet that you chose"}:{" "}
      <Hash value={to} shape="address" what="wallet for refunds" />{" "}
      <TextButton size="small" onClick={() => setOpen(true)}>
        Use another wallet
      </TextButton>
      <Late open={isOpen}>
        <NameWalletDialog open={isOpen} onClose={() => setOpen(false)} paymentId={paymentId} paidFrom={paidFrom} />
      </Late>
    </Text>
  );
}
