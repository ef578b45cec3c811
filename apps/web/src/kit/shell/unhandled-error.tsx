import { Button, ButtonAnchor } from "../../ui/button.tsx";
import { MessageScreen } from "./message-screen.tsx";

/** The last net under every screen. It needs neither router nor session, because they may be what broke. */
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
