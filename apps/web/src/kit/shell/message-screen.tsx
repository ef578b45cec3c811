import type { ReactNode } from "react";
import { Actions, Button, ButtonAnchor } from "../../ui/button.tsx";
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
