import { ArrowUpRight, CreditCard, QrCode } from "lucide-react";
import { lazyRouteComponent, useNavigate } from "@tanstack/react-router";
import { Suspense } from "react";
import { CrumbLink } from "../../../kit/links.tsx";
import { Loading, Skeleton } from "../../../ui/skeleton.tsx";
import { Stack } from "../../../ui/stack.tsx";
import { Option, OptionList } from "../../../ui/option-list.tsx";
import { UnprovenWallet } from "../../enrollment/unproven-wallet.tsx";
import { useUsdcBalance } from "../../wallet/usdc-balance.tsx";
import { useConnectedWallet } from "../../wallet/use-wallet.ts";
import { useWalletContext } from "../../wallet/wallet-context.ts";
import { CardWay } from "./card-way.tsx";
import { type CheckoutView, missingElsewhere } from "./checkout-stage.ts";
import styles from "./checkout.module.css";
import { MissingMoney } from "./missing-money.tsx";
import { Payee } from "./payee.tsx";
import { StrayMoney } from "./stray-money.tsx";
import { WalletPanel } from "./wallet-panel.tsx";

const ScanWay = lazyRouteComponent(() => import("./scan-way.tsx"), "ScanWay");

/** The ways beside the usual one; kept in the address, so that Back leads to the others. */
export type PayWay = "send" | "scan" | "card";

interface OpenCheckoutProps {
  reference: string;
  view: CheckoutView;
  way: PayWay | undefined;
}

/** A checkout that can be paid: the wallet first, the other ways one press away. */
export function OpenCheckout({ reference, view, way }: OpenCheckoutProps) {
  const short = missingElsewhere(view);
  const holdsEnough = useHoldsEnough(view);
  if (short) {
    return (
      <>
        <Payee view={view} title={`Pay ${view.merchant}`} />
        <Stack>
          <MissingMoney {...{ reference, view, short }} />
        </Stack>
      </>
    );
  }
  return (
    <>
      <Payee
        view={view}
        title={`${way === undefined || way === "card" ? "Pay" : "Send to"} ${view.merchant}`}
        crumb={way && <BackToWays reference={reference} />}
      />
      {!view.payeeProven && <UnprovenWallet merchant={view.merchant} />}
      <Stack>
        <StrayMoney reference={reference} view={view} />
        <ChosenWay {...{ reference, view, way }} />
      </Stack>
      {!way && <OtherWays reference={reference} canSend={view.relayAvailable && holdsEnough} />}
    </>
  );
}

function ChosenWay({ reference, view, way }: OpenCheckoutProps) {
  if (way === "scan") {
    return (
      <Suspense
        fallback={
          <Loading label="Loading the code">
            <Skeleton width="100%" height="18rem" />
          </Loading>
        }
      >
        <ScanWay view={view} />
      </Suspense>
    );
  }
  if (way === "card") return <CardWay reference={reference} view={view} />;
  return <WalletPanel reference={reference} view={view} isSending={way === "send"} />;
}

/** Whether the connected wallet can pay this; true while that is not known. */
function useHoldsEnough({ usdcUnits }: CheckoutView): boolean {
  const { units } = useUsdcBalance(useConnectedWallet()?.address);
  return units === undefined || units >= BigInt(usdcUnits);
}

/** Where the wallet's own transfer is the usual way already, or the wallet holds too little, it is not offered. */
function OtherWays({ reference, canSend }: { reference: string; canSend: boolean }) {
  const navigate = useNavigate();
  const { info } = useWalletContext();
  const go = (way: PayWay) => void navigate({ to: "/checkout/$reference", params: { reference }, search: { way } });
  return (
    <div className={styles.ways}>
      <OptionList label="Other ways to pay">
        {canSend && (
          <Option icon={ArrowUpRight} onClick={() => go("send")}>
            Send directly
          </Option>
        )}
        {info.hasOnramp && (
          <Option icon={CreditCard} onClick={() => go("card")}>
            Card or bank
          </Option>
        )}
        <Option icon={QrCode} onClick={() => go("scan")}>
          Scan a QR code
        </Option>
      </OptionList>
    </div>
  );
}

function BackToWays({ reference }: { reference: string }) {
  return (
    <CrumbLink to="/checkout/$reference" params={{ reference }} search={{}}>
      Other ways to pay
    </CrumbLink>
  );
}
