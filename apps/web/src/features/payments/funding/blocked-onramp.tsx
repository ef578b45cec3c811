import { ArrowUpRight } from "lucide-react";
import { Actions, ButtonAnchor } from "../../../ui/button.tsx";
import { Alert } from "../../../ui/alert.tsx";

/** Link to the onramp, for browsers that blocked its window. */
export function BlockedOnramp({ onrampUrl, onFollowed }: { onrampUrl: string; onFollowed: () => void }) {
  return (
    <>
      <Alert tone="waiting" title="Your browser blocked the Coinbase window. Open it here." announce />
      <Actions>
        <ButtonAnchor
          href={onrampUrl}
          target="_blank"
          rel="noopener"
          variant="primary"
          size="large"
          icon={ArrowUpRight}
          onClick={onFollowed}
        >
          Open Coinbase
        </ButtonAnchor>
      </Actions>
    </>
  );
}
