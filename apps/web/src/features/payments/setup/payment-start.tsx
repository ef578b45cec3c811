import { useNavigate } from "@tanstack/react-router";
import { limits } from "@hearth/domain/limits";
import { useEffect } from "react";
import { paths } from "../../../lib/paths.ts";
import { trpc } from "../../../lib/trpc.ts";
import { ButtonLink, TextLink } from "../../../kit/links.tsx";
import { Empty, ErrorState } from "../../../ui/empty.tsx";
import { Field } from "../../../ui/field.tsx";
import { Select } from "../../../ui/inputs.tsx";
import { Alert } from "../../../ui/alert.tsx";
import { Page, PageHead, Section } from "../../../ui/page.tsx";
import { Loading, Skeleton } from "../../../ui/skeleton.tsx";
import { TypeChoice } from "./type-choice.tsx";
import { type Payee, usePayee } from "./use-payee.ts";
import styles from "./setup.module.css";

const waitMs = limits.walletSetupRedirectSeconds * 1_000;

/**
 * Checks whether the account can pay: it needs a proven wallet or a linked exchange account. Otherwise, or if this is unknown, redirects to
 * the wallet setup after a second.
 */
function useWalletRule(comeBackTo: string): "checking" | "connected" | "required" | "unknown" {
  const navigate = useNavigate();
  const wallet = trpc.wallet.status.useQuery(undefined, { refetchOnMount: "always" });
  const isConnected = wallet.data !== undefined && (wallet.data.proven || wallet.data.coinbaseAccountConnected);
  const isAsked = !wallet.isFetching && (wallet.isSuccess || wallet.isError);
  const isLeaving = !isConnected && isAsked;

  useEffect(() => {
    if (!isLeaving) return;
    const timer = setTimeout(() => void navigate({ href: `/smart-wallet-setup?${new URLSearchParams({ from: comeBackTo })}` }), waitMs);
    return () => clearTimeout(timer);
  }, [isLeaving, comeBackTo, navigate]);

  if (isConnected) return "connected";
  if (!isLeaving) return "checking";
  return wallet.isError ? "unknown" : "required";
}

/** First page of a payment: the payee and the payment type. */
export function PaymentStart() {
  const { payee, hasMerchants, isError, isFetching, refetch } = usePayee();
  const wallet = useWalletRule("/payment");
  return (
    <Page narrow>
      <PageHead title="Make a payment" />
      {wallet === "required" ? (
        <Alert tone="waiting" title="Coinbase account required for payments" announce>
          Or a wallet of your own: the wallet setup opens in a moment, where you choose.{" "}
          <TextLink to="/smart-wallet-setup">Go there now</TextLink>
        </Alert>
      ) : wallet === "unknown" ? (
        <Alert tone="bad" title="Failed to load payment information" announce>
          We could not check whether you have linked a wallet. The wallet setup opens in a moment and checks again.{" "}
          <TextLink to="/smart-wallet-setup">Go there now</TextLink>
        </Alert>
      ) : isError ? (
        <ErrorState onRetry={refetch} busy={isFetching}>
          Failed to load payment information
        </ErrorState>
      ) : !hasMerchants ? (
        <Empty action={<ButtonLink to={paths.contact}>Contact support</ButtonLink>}>
          No Merchants Available. Please contact support to have yours added.
        </Empty>
      ) : payee && wallet === "connected" ? (
        <Chosen payee={payee} />
      ) : (
        <Shape />
      )}
    </Page>
  );
}

function Chosen({ payee }: { payee: Payee }) {
  return (
    <>
      <MerchantChoice payee={payee} />
      <Section title="Payment type">
        <TypeChoice hasMerchant={payee.isActive} merchantId={payee.merchantId} />
      </Section>
    </>
  );
}

const another = "another";

function MerchantChoice({ payee }: { payee: Payee }) {
  const navigate = useNavigate();
  const edit = { to: "/enrollment", search: { edit: true, from: "/payment" } } as const;
  return (
    <div className={styles.merchant}>
      <Field label="Merchant" error={payee.isActive ? null : "This merchant is not accepting payments at the moment"}>
        <Select value={payee.merchantId} onChange={(event) => event.target.value === another && void navigate(edit)}>
          <option value={payee.merchantId}>{payee.name}</option>
          <option value={another}>Choose another merchant…</option>
        </Select>
      </Field>
      <ButtonLink {...edit}>Edit</ButtonLink>
    </div>
  );
}

function Shape() {
  return (
    <Loading label="Loading the payment page">
      <div className={styles.shape}>
        <Skeleton width="100%" height="2.5rem" />
        <Skeleton width="100%" height="4.5rem" />
        <Skeleton width="100%" height="4.5rem" />
      </div>
    </Loading>
  );
}
