import { ButtonLink } from "../../../kit/links.tsx";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Text } from "../../../ui/typography.tsx";

/** Welcomes a new account and offers to connect a wallet. */
export function WelcomeDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog
      small
      open={open}
      onClose={onClose}
      title="Welcome to Hearth"
      foot={
        <>
          <Button onClick={onClose}>Do it later</Button>
          <ButtonLink to="/smart-wallet-setup" variant="primary" onClick={onClose}>
            Start Connection
          </ButtonLink>
        </>
      }
    >
      <Text>
        Your payments go straight from your wallet into the wallet of your landlord or another business you pay. Connect yours now, and you
        are ready to pay; it takes a minute.
      </Text>
    </Dialog>
  );
}
