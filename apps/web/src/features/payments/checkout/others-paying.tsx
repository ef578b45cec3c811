import { TextLink } from "../../../kit/links.tsx";
import { Alert } from "../../../ui/alert.tsx";
import { Roommates } from "../roommates.tsx";
import type { CheckoutView } from "./checkout-stage.ts";

/** Room-mates who pay the same bill right now, and money of a checkout's amount that came from a wallet that nobody has linked, with the way to link it. */
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
