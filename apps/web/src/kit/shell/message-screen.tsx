import { useRouter } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { Actions, Button, ButtonAnchor } from "../../ui/button.tsx";
import { MissingFile, MissingPart } from "../../ui/lazy-part.tsx";
import { Text, Title } from "../../ui/typography.tsx";
import styles from "./message-screen.module.css";

interface MessageScreenProps {
  title: string;
  children: ReactNode;
  actions: ReactNode;
}

/** A page with a single message, such as not found or failed. */
export function MessageScreen({ title, children, actions }: MessageScreenProps) {
  return (
    <div className={styles.screen}>
      <Title>{title}</Title>
      <Text size="lead" as="div">
        {children}
      </Text>
      <Actions className={styles.actions}>{actions}</Actions>
    </div>
  );
}

/** Last error boundary. Does not use the router or the session, because they may have failed. */
export function UnhandledError() {
  return (
    <main>
      <MessageScreen
        title="Sorry, we had an unhandled error."
        actions={
          <>
            <Button variant="primary" onClick={() => window.location.reload()}>
              Try again
            </Button>
            <ButtonAnchor href="/">Go Home</ButtonAnchor>
          </>
        }
      >
        Nothing you have paid is affected: a payment is settled by the network, not by this page.
      </MessageScreen>
    </main>
  );
}

/** Names that browsers give to a file of code that did not come. */
const missingFile = /dynamically imported module|importing a module script failed|failed to fetch|load failed|preload css/i;

/** Paths of pages that were loaded again. A browser may go on answering a failed import of theirs with its first failure until the window reloads. */
const retried = new Set<string>();

/**
 * Error boundary of a page. A page whose code did not come leaves the rest of the window as it is, and can be loaded again. Where that does not help, the next
 * press reloads the window, which keeps the drafts.
 */
export function PageError({ error }: { error: unknown }) {
  const router = useRouter();
  const [isTrying, setTrying] = useState(false);
  const isFileMissing = error instanceof MissingFile || missingFile.test(error instanceof Error ? error.message : "");
  if (!isFileMissing) return <UnhandledError />;
  if (isTrying) return null;
  return (
    <MissingPart
      onRetry={() => {
        const { pathname } = window.location;
        if (retried.has(pathname)) return window.location.reload();
        retried.add(pathname);
        setTrying(true);
        void router.invalidate().finally(() => setTrying(false));
      }}
    />
  );
}
