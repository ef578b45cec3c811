import { lazy, useState } from "react";
import { downloadText } from "../../lib/download.ts";
import { trpcClient } from "../../lib/trpc.ts";
import { SaveButton } from "../../kit/save-button.tsx";
import { TextLink } from "../../kit/links.tsx";
import { Late } from "../../kit/late.tsx";
import { Actions, Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Stack } from "../../ui/stack.tsx";
import { Text } from "../../ui/typography.tsx";

// Opened once in an account's life.
const CloseAccount = lazy(() => import("./close-account.tsx").then(({ CloseAccount: component }) => ({ default: component })));

async function save(): Promise<void> {
  const { fileName, json } = await trpcClient.account.exportData.query();
  downloadText(fileName, json, "application/json");
}

/** What is kept about whoever is signed in, as a file, and the way to end the account. */
export function OwnData() {
  const [isClosing, setClosing] = useState(false);
  return (
    <Stack>
      <Text muted>
        Everything that Hearth keeps about you, as one file. How long it is kept, and why, is under{" "}
        <TextLink to="/privacy">privacy</TextLink>.
      </Text>
      <Actions>
        <SaveButton label="Download your data" save={save} />
        <Button variant="danger" onClick={() => setClosing(true)}>
          Close your account…
        </Button>
      </Actions>
      <Dialog small open={isClosing} onClose={() => setClosing(false)} title="Close your account">
        <Late open={isClosing}>
          <CloseAccount />
        </Late>
      </Dialog>
    </Stack>
  );
}
