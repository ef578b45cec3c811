import { TextLink } from "../../../kit/links.tsx";
import { Alert } from "../../../ui/alert.tsx";
import { Roommates } from "../roommates.tsx";
import type { CheckoutView } from "./checkout-stage.ts";

/**
 * Shows roommates who are paying the same bill now, and transfers of the checkout's amount from unlinked wallets, with a link to link such
 * a wallet.
 */
export function OthersPaying({ reference, view: { roommates, unrecognised } }: { reference: string; view: CheckoutView }) {
  return (
    <>
      <Roommates roommates={roommates} />
      {unrecognised > 0 && (
        <Alert tone="waiting" title="A transfer of this amount arrived from a wallet that is not linked to your account.">
          If it is yours,{" "}
          <TextLink size="small" to="/smart-wallet-setup" search={{ from: `/checkout/${reference}` }}>
            link that wallet
          </TextLink>{" "}
          and it will be matched.
        </Alert>
      )}
    </>
  );
}
