import { Alert } from "../../ui/alert.tsx";
import { Hash } from "../../ui/hash.tsx";
import { formatUsd } from "@hearth/domain/money";
import { centsOf } from "../../kit/cents.ts";
import { shortSentence } from "./top-up.tsx";
import type { PaymentDetail } from "./use-live-payment.ts";

interface OddMoneyOf extends Pick<PaymentDetail, "amount" | "merchant" | "oddity" | "others" | "status" | "short"> {
  /** The whole amount, if `amount` is only the missing part. */
  topUpOf?: number | null;
}

/** Explains money that differs from the request: too little, too much, twice, or after the checkout ended. */
export function OddMoney({ payment }: { payment: OddMoneyOf }) {
  const amount = payment.topUpOf ?? payment.amount;
  const requestedAmount = formatUsd(centsOf(amount));
  const staying = payment.others.filter(({ sentBack }) => sentBack === null);
  const short = staying.find(({ verdict }) => verdict === "short");
  const duplicate = staying.find(({ verdict }) => verdict === "duplicate");
  return (
    <>
      {payment.short && (
        <Alert tone="waiting" title={shortSentence(amount, payment.short)}>
          What has arrived is in the wallet of {payment.merchant} and counts. The payment completes when the rest has arrived too.
        </Alert>
      )}
      {short && !payment.short && (
        <Alert tone="waiting" title={`${short.usdc} USDC arrived, which is less than ${requestedAmount}`}>
          It is in the wallet of {payment.merchant} and is not lost, but it does not count for this payment. Please ask {payment.merchant}{" "}
          for it to be sent back.
        </Alert>
      )}
      {duplicate && (
        <Alert tone="waiting" title={`A second transfer of ${duplicate.usdc} USDC arrived`}>
          One transfer pays one payment, so this one stands beside it. It is in the wallet of {payment.merchant}; please ask for it to be
          sent back.
        </Alert>
      )}
      {payment.others.map(
        ({ usdc, sentBack, txHash }) =>
          sentBack && (
            <Alert key={txHash} tone="good" title={`${payment.merchant} sent ${usdc} USDC back`}>
              <p>It is in the wallet that it came from.</p>
              <Hash value={sentBack.transactionHash} explorerUrl={sentBack.explorerUrl ?? undefined} />
            </Alert>
          ),
      )}
      {payment.oddity === "over" && (
        <Alert title={`More than ${requestedAmount} arrived`}>
          The payment is completed. The extra is in the wallet of {payment.merchant}. Ask them to send it back.
        </Alert>
      )}
      {payment.oddity === "late" && payment.status === "completed" && (
        <Alert title="The money arrived after the checkout had ended">The payment is still completed.</Alert>
      )}
    </>
  );
}
