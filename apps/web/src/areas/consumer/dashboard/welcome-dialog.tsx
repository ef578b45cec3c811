import { useState } from "react";
import { ButtonLink } from "../../../kit/links.tsx";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Text } from "../../../ui/typography.tsx";
import { welcomeFlag } from "../../../features/auth/welcome-flag.ts";

/** Welcomes a new account once and offers to connect a wallet; closing it in whatever way is remembered. */
export function WelcomeDialog({ userId }: { userId: string }) {
  const [open, setOpen] = useState(() => welcomeFlag.isDue(userId));

  function close() {
    welcomeFlag.lower(userId);
    setOpen(false);
  }

  return (
    <Dialog
      small
      open={open}
      onClose={close}
      title="Welcome to Hearth"
      foot={
        <>
          <Button onClick={close}>Do it later</Button>
          <ButtonLink to="/smart-wallet-setup" variant="primary" onClick={close}>
            Start Connection
          </ButtonLink>
        </>
      }
    >
      <Text>
        Your payments go straight from your wallet into the wallet of whoever you pay. Connect yours now, and you are ready to pay; it takes
        a minute.
      </Text>
    </Dialog>
  );
}
