import { ArrowUpRight, QrCode } from "lucide-react";
import { useNavigate } from "@tanstack/react-router";
import { CrumbLink } from "../../lib/links.tsx";
import { Stack } from "../../ui/stack.tsx";
import { Way, Ways } from "../../ui/ways.tsx";
import type { CheckoutView } from "./checkout-stage.ts";
import styles from "./checkout.module.css";
import { Payee } from "./payee.tsx";
import { ScanWay } from "./scan-way.tsx";
import { StrayMoney } from "./stray-money.tsx";
import { WalletPanel } from "./wallet-panel.tsx";

/** The ways beside the usual one; kept in the address, so that Back leads to the others. */
export type PayWay = "send" | "scan";

interface OpenCheckoutProps {
  reference: string;
  view: CheckoutView;
  way: PayWay | undefined;
}

/** A checkout that can be paid: the wallet first, the other ways one press away. */
export function OpenCheckout({ reference, view, way }: OpenCheckoutProps) {
  const isScanning = way === "scan";
  return (
    <>
      <Payee view={view} title={`${way ? "Send to" : "Pay"} ${view.merchant}`} crumb={way && <BackToWays reference={reference} />} />
      <Stack>
        <StrayMoney reference={reference} view={view} />
        {isScanning ? <ScanWay view={view} /> : <WalletPanel reference={reference} view={view} isSending={way === "send"} />}
      </Stack>
      {!way && <OtherWays reference={reference} isSendingUsual={!view.relayAvailable} />}
    </>
  );
}

/** Where the wallet's own transfer is the usual way already, it is not offered a second time. */
function OtherWays({ reference, isSendingUsual }: { reference: string; isSendingUsual: boolean }) {
  const navigate = useNavigate();
  const go = (way: PayWay) => void navigate({ to: "/checkout/$reference", params: { reference }, search: { way } });
  return (
    <div className={styles.ways}>
      <Ways label="Other ways to pay">
        {!isSendingUsual && (
          <Way icon={ArrowUpRight} onClick={() => go("send")}>
            Send directly
          </Way>
        )}
        <Way icon={QrCode} onClick={() => go("scan")}>
          Scan a QR code
        </Way>
      </Ways>
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
