import { useNavigate } from "@tanstack/react-router";
import { BackButton } from "../../../kit/back-button.tsx";
import { TextLink } from "../../../kit/links.tsx";
import { Amount } from "../../../ui/amount.tsx";
import { Actions, Button } from "../../../ui/button.tsx";
import { Description, DescriptionList } from "../../../ui/description-list.tsx";
import { Hash } from "../../../ui/hash.tsx";
import { Alert } from "../../../ui/alert.tsx";
import { Page, PageHead } from "../../../ui/page.tsx";
import { Stack } from "../../../ui/stack.tsx";
import { Text } from "../../../ui/typography.tsx";
import { centsOf } from "../../../kit/cents.ts";
import { Claims } from "../claims/claims.tsx";
import { useExplorer } from "../use-network.ts";
import { onrampWindows } from "../funding/use-onramp-window.ts";
import type { readFailure } from "./payment-failure.ts";

/** Error page of a payment that failed: the error, the amount and the next steps. */
export function PaymentError({ failure }: { failure: NonNullable<ReturnType<typeof readFailure>> }) {
  const { error, detail, amount, walletAddress, tryAgain, opensOnramp, payment } = failure;
  const explorer = useExplorer();
  const navigate = useNavigate();

  function again() {
    if (opensOnramp) onrampWindows.prepare(); // Must be inside the click handler; the next page uses the window
    void navigate({ href: tryAgain, replace: true });
  }

  return (
    <Page narrow>
      <PageHead title="Payment not made" />
      <Stack wide>
        <Alert tone="bad" title={error} announce>
          {detail}
        </Alert>
        {(amount !== undefined || walletAddress !== undefined) && (
          <DescriptionList ruled>
            <Description label="Amount">{amount !== undefined && <Amount cents={centsOf(amount)} unit="USDC" />}</Description>
            <Description label="Wallet">
              {walletAddress !== undefined && (
                <Hash value={walletAddress} shape="address" what="wallet address" explorerUrl={explorer.addressUrl(walletAddress)} />
              )}
            </Description>
          </DescriptionList>
        )}
        <Actions>
          <Button variant="primary" onClick={again}>
            Try again
          </Button>
          <BackButton>Go back</BackButton>
        </Actions>
        {payment !== undefined && amount !== undefined && <Claims payment={{ ...payment, amount }} />}
        <Text size="note" muted>
          If money was sent, it is found and shown in your{" "}
          <TextLink to="/payment-history" size="small">
            payment history
          </TextLink>
          .
        </Text>
      </Stack>
    </Page>
  );
}
