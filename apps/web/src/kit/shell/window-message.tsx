import type { ReactNode } from "react";
import { Stack } from "../../ui/stack.tsx";
import { Title } from "../../ui/typography.tsx";
import { CheckoutShell } from "./checkout-shell.tsx";
import styles from "./window-message.module.css";

/** Content of a popup with a message, shown before it closes. */
export function WindowMessage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <CheckoutShell>
      <div className={styles.message}>
        <Stack>
          <Title size="small">{title}</Title>
          {children}
        </Stack>
      </div>
    </CheckoutShell>
  );
}
