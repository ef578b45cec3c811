import { useState } from "react";
import { downloadText } from "../../lib/download.ts";
import { trpcClient } from "../../lib/trpc.ts";
import { SaveButton } from "../../kit/save-button.tsx";
import { TextLink } from "../../kit/links.tsx";
import { LazyOverlay } from "../../lib/loading/lazy-overlay.tsx";
import { Actions, Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Stack } from "../../ui/stack.tsx";
import { Text } from "../../ui/typography.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";

// Loaded on demand, because it is used at most once per account.
const CloseAccount = lazyPart(async () => (await import("./close-account.tsx")).CloseAccount);

/** Downloads the file in pieces, so that the server never holds all of it. */
async function save(): Promise<void> {
  const pieces: string[] = [];
  for (let cursor: string | undefined; ;) {
    const piece = await trpcClient.account.exportData.query({ cursor });
    pieces.push(piece.json);
    if (piece.cursor === null) return downloadText(piece.fileName, pieces.join(""), "application/json");
    cursor = piece.cursor;
  }
}

/** Downloads the signed-in user's data as a file, and offers to close the account. */
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
        <Button variant="danger" {...CloseAccount.opener} onClick={() => setClosing(true)}>
          Close your account…
        </Button>
      </Actions>
      <Dialog small open={isClosing} onClose={() => setClosing(false)} title="Close your account">
        <LazyOverlay open={isClosing}>
          <CloseAccount />
        </LazyOverlay>
      </Dialog>
    </Stack>
  );
}
