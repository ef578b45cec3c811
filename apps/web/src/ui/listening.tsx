import { LoaderCircle } from "lucide-react";
import type { ReactNode } from "react";
import { Icon } from "./icon.tsx";
import styles from "./listening.module.css";

/** Says that the page waits for something and updates automatically. */
export function Listening({ children }: { children: ReactNode }) {
  return (
    <p className={styles.listening} role="status">
      <Icon icon={LoaderCircle} />
      {children}
    </p>
  );
}
