import type { ReactNode } from "react";
import { Actions } from "../../ui/button.tsx";
import { Text, Title } from "../../ui/typography.tsx";
import styles from "./message-screen.module.css";

interface MessageScreenProps {
  title: string;
  children: ReactNode;
  actions: ReactNode;
}

/** A page that has one thing to say: not found, failed, not verified. */
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
