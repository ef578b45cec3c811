import { Toast } from "@base-ui/react/toast";
import { CircleAlert, CircleCheck, X } from "lucide-react";
import { useEffect } from "react";
import { IconButton } from "./button.tsx";
import { Icon } from "./icon.tsx";
import { toSay } from "./toast-manager.ts";
import styles from "./toast.module.css";

/** What was said, at the edge of the screen, until it has been read. */
export function ToastList() {
  return (
    <Toast.Provider>
      <Toast.Portal>
        <Toast.Viewport className={styles.viewport}>
          <Toasts />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function Toasts() {
  const { toasts, add } = Toast.useToastManager();
  useEffect(() => {
    const show = () => {
      for (const said of toSay.take()) add(said.type === "failure" ? { ...said, priority: "high", timeout: 0 } : said);
    };
    show();
    return toSay.subscribe(show);
  }, [add]);
  // The library hides a failure, and its button, from screen readers until one of them has the focus; the keyboard reaches them at any time.
  return toasts.map((toast) => (
    <Toast.Root key={toast.id} toast={toast} className={styles.toast} aria-hidden={undefined}>
      <Toast.Content className={styles.content}>
        <Icon icon={toast.type === "failure" ? CircleAlert : CircleCheck} />
        <Toast.Title className={styles.title} render={<p />} />
        <Toast.Close render={<IconButton icon={X} label="Dismiss" />} aria-hidden={undefined} />
      </Toast.Content>
    </Toast.Root>
  ));
}
