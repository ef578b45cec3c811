import { useCanGoBack, useNavigate, useRouter } from "@tanstack/react-router";
import { ButtonLink, TextLink } from "../../../lib/links.tsx";
import { Amount } from "../../../ui/amount.tsx";
import { Actions, Button } from "../../../ui/button.tsx";
import { Fact, Facts } from "../../../ui/facts.tsx";
import { Hash } from "../../../ui/hash.tsx";
import { Note } from "../../../ui/note.tsx";
import { Page, PageHead } from "../../../ui/page.tsx";
import { Stack } from "../../../ui/stack.tsx";
import { Text } from "../../../ui/words.tsx";
import { centsOf } from "../cents.ts";
import { useExplorer } from "../use-network.ts";
import type { readFailure } from "./payment-failure.ts";

/** A payment that could not be made: what failed, how much it was about, and the ways on. */
export function PaymentError({ failure }: { failure: ReturnType<typeof readFailure> }) {
  const { error, amount, walletAddress, tryAgain } = failure;
  const explorer = useExplorer();
  const navigate = useNavigate();
  return (
    <Page narrow>
      <PageHead title="Payment not made" />
      <Stack wide>
        <Note tone="bad" title={error} announce />
        {(amount !== undefined || walletAddress !== undefined) && (
          <Facts ruled>
            <Fact label="Amount">{amount !== undefined && <Amount cents={centsOf(amount)} unit="USDC" />}</Fact>
            <Fact label="Wallet">
              {walletAddress !== undefined && (
                <Hash value={walletAddress} shape="address" what="wallet address" explorerUrl={explorer.addressUrl(walletAddress)} />
              )}
            </Fact>
          </Facts>
        )}
        <Actions>
          <Button look="primary" onClick={() => void navigate({ href: tryAgain })}>
            Try again
          </Button>
          <GoBack />
        </Actions>
        <Text size="note" muted>
          Should money have left your wallet all the same, it is found and shown in your{" "}
          <TextLink to="/payment-history" size="small">
            payment history
          </TextLink>
          .
        </Text>
      </Stack>
    </Page>
  );
}

/** Back to the page before, or to the dashboard for somebody who came here directly. */
function GoBack() {
  const router = useRouter();
  const canGoBack = useCanGoBack();
  if (!canGoBack) return <ButtonLink to="/dashboard">Go back</ButtonLink>;
  return <Button onClick={() => router.history.back()}>Go back</Button>;
}
