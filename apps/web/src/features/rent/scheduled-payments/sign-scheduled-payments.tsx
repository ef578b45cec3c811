import { usualScheduledPayments } from "@hearth/domain/autopay/bills";
import { formatUsd } from "@hearth/domain/money";
import { useState } from "react";
import { centsOf } from "../../../kit/cents.ts";
import { useWording } from "../../../kit/words.ts";
import { errorMessage } from "../../../lib/api-error.ts";
import { Alert } from "../../../ui/alert.tsx";
import { Button } from "../../../ui/button.tsx";
import { Description, DescriptionList } from "../../../ui/description-list.tsx";
import { Hash } from "../../../ui/hash.tsx";
import { SkeletonPart } from "../../../ui/skeleton.tsx";
import { Stack } from "../../../ui/stack.tsx";
import { ConnectWallet } from "../../wallet/connect-wallet.tsx";
import { useLinkedAddresses, useOwnWallet } from "../../wallet/use-linked-wallet.ts";
import { NetworkSwitch } from "../../wallet/network-switch.tsx";
import { type ConnectedWallet, useConnectedWallet, useDisconnectWallets } from "../../wallet/use-wallet.ts";
import { walletProblem } from "../../wallet/wallet-problem.ts";
import { WalletProvider } from "../../wallet/wallet-provider.tsx";
import { MonthsChoice } from "./months-choice.tsx";
import { type PreparedScheduledPayment, type Signing, useSignScheduledPayments } from "./use-sign-scheduled-payments.ts";
import { dayWords } from "../../../ui/dates.ts";
import { shortenMiddle } from "../../../ui/shorten.ts";
import { Text } from "../../../ui/typography.tsx";
import type { AutopayMonth } from "../autopay-words.ts";
import { monthsSummary } from "../own-lease-words.ts";

interface SignScheduledPaymentsProps {
  leaseId: string;
  /** The months that can be signed, in order. */
  months: readonly Pick<AutopayMonth, "period" | "amount" | "dueOn">[];
  onDone: () => void;
}

/** Connects a wallet and has it sign several months: all with one touch, or one click each. */
export function SignScheduledPayments(props: SignScheduledPaymentsProps) {
  return (
    <WalletProvider loading={<SkeletonPart />} failed={(message) => message}>
      <Steps {...props} />
    </WalletProvider>
  );
}

function Steps({ leaseId, months, onDone }: SignScheduledPaymentsProps) {
  const [count, setCount] = useState(Math.min(usualScheduledPayments, months.length));
  const chosen = months.slice(0, count);
  const linked = useLinkedAddresses();
  const isPreparing = useOwnWallet(linked);
  const wallet = useConnectedWallet();
  const signing = useSignScheduledPayments();
  const reword = useWording();
  if (wallet === null) {
    if (isPreparing) return <SkeletonPart />;
    return (
      <Stack>
        <Chosen months={chosen} />
        <Text>Connect the wallet that pays. {linked?.[0] && <LinkedWallet address={linked[0]} />}</Text>
        <ConnectWallet />
      </Stack>
    );
  }
  const { remaining: left, done, prepare } = signing;
  const isOver = prepare.isSuccess && left.length === 0;
  return (
    <Stack>
      <From wallet={wallet} canChange={done === 0} />
      <NetworkSwitch wallet={wallet} />
      {isOver ? (
        <>
          <Alert tone="good" title={done === 1 ? "One month is signed" : `${done} months are signed`} announce>
            Each is paid on its due date. You get a reminder 5 days before.
          </Alert>
          <div>
            <Button
              onClick={() => {
                signing.end();
                onDone();
              }}
            >
              Done
            </Button>
          </div>
        </>
      ) : left.length > 0 ? (
        <NextSignature signing={signing} wallet={wallet} />
      ) : (
        <>
          {prepare.isError && (
            <Alert tone="bad" title={reword(errorMessage(prepare.error, "This could not be prepared. Please try again."))} announce />
          )}
          <MonthsChoice max={months.length} value={count} onChange={setCount} />
          <Chosen months={chosen} />
          <div>
            <Button
              variant="primary"
              busy={prepare.isPending}
              onClick={() => prepare.mutate({ leaseId, periods: chosen.map(({ period }) => period), walletAddress: wallet.address })}
            >
              {count === 1 ? "Sign for one month" : `Sign for ${count} months`}
            </Button>
          </div>
        </>
      )}
    </Stack>
  );
}

/** Says which months are signed, what they cost, and when the first is paid. */
function Chosen({ months }: Pick<SignScheduledPaymentsProps, "months">) {
  const [first] = months;
  if (!first) return null;
  return (
    <div>
      <Text strong>{monthsSummary(months)}</Text>
      <Text size="note" muted>
        Each month is paid on its due date, the first on {dayWords(first.dueOn)}.
      </Text>
    </div>
  );
}

function LinkedWallet({ address }: { address: string }) {
  return (
    <>
      Linked to your account: <code title={address}>{shortenMiddle(address, 6, 4)}</code>
    </>
  );
}

function From({ wallet, canChange }: { wallet: ConnectedWallet; canChange: boolean }) {
  const disconnect = useDisconnectWallets();
  return (
    <DescriptionList ruled>
      <Description label="Paid from">
        <Hash value={wallet.address} shape="address" what="wallet address" />
      </Description>
      {canChange && (
        <Description label="Wallet">
          {wallet.connector.name}{" "}
          <Button variant="quiet" size="small" onClick={() => void disconnect()}>
            Use another wallet
          </Button>
        </Description>
      )}
    </DescriptionList>
  );
}

function NextSignature({ signing, wallet }: { signing: Signing; wallet: ConnectedWallet }) {
  const { remaining: left, done, sign } = signing;
  const reword = useWording();
  const next = left.slice(0, signing.atOnce(wallet));
  const [first] = next;
  if (!first) return null;
  const problem = sign.error === null ? null : walletProblem(sign.error);
  const message = sign.error === null ? "" : reword(errorMessage(sign.error, problem?.message ?? ""));
  return (
    <>
      <p aria-live="polite">{`${done} of ${done + left.length} signed`}</p>
      {next.length === 1 ? <OnePayment payment={first} /> : <AllPayments payments={next} />}
      {problem && <Alert tone={problem.kind === "rejected" || problem.kind === "busy" ? "info" : "bad"} title={message} announce />}
      <div>
        <Button variant="primary" busy={sign.isPending} disabled={!wallet.isOnNetwork} onClick={() => sign.run(wallet)}>
          {next.length === 1 ? `Sign for ${first.description.replace("Rent for ", "")}` : `Sign all ${next.length} months`}
        </Button>
      </div>
    </>
  );
}

function OnePayment({ payment: { description, amount, dueOn, to } }: { payment: PreparedScheduledPayment }) {
  const reword = useWording();
  return (
    <DescriptionList kind="right">
      <Description label="For">{description}</Description>
      <Description label="Amount">{formatUsd(centsOf(amount))}</Description>
      <Description label="Paid on">{dayWords(dueOn)}</Description>
      <Description label="To">
        <Hash value={to} shape="address" what={reword("landlord's wallet address")} />
      </Description>
    </DescriptionList>
  );
}

/** Lists the payments that one touch signs, with their sum and where they go. */
function AllPayments({ payments }: { payments: readonly PreparedScheduledPayment[] }) {
  const reword = useWording();
  const payees = [...new Set(payments.map(({ to }) => to))];
  const total = payments.reduce((sum, { amount }) => sum + centsOf(amount), 0);
  return (
    <DescriptionList kind="right">
      {payments.map(({ _id, amount, dueOn }) => (
        <Description key={_id} label={dayWords(dueOn)}>
          {formatUsd(centsOf(amount))}
        </Description>
      ))}
      <Description label="Total">{formatUsd(total)}</Description>
      <Description label="To">
        {payees.map((to) => (
          <Hash key={to} value={to} shape="address" what={reword("landlord's wallet address")} />
        ))}
      </Description>
    </DescriptionList>
  );
}
