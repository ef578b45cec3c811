import { Toast } from "@base-ui/react/toast";
import { CircleAlert, CircleCheck, X } from "lucide-react";
import type { ReactNode } from "react";
import { IconButton } from "./button.tsx";
import { Icon } from "./icon.tsx";
import { toastManager } from "./toast-manager.ts";
import styles from "./toast.module.css";

/** Put once around the product; `toast.success` and `toast.failure` of `toast-manager.ts` then work from anywhere. */
export function ToastArea({ children }: { children: ReactNode }) {
  return (
    <Toast.Provider toastManager={toastManager}>
      {children}
      <Toast.Portal>
        <Toast.Viewport className={styles.viewport}>
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function ToastList() {
  const { toasts } = Toast.useToastManager();
  return toasts.map((toast) => (
    <Toast.Root key={toast.id} toast={toast} className={styles.toast}>
      <Toast.Content className={styles.content}>
        <Icon icon={toast.type === "failure" ? CircleAlert : CircleCheck} />
        <Toast.Title className={styles.title} render={<p />} />
        <Toast.Close render={<IconButton icon={X} label="Dismiss" />} />
      </Toast.Content>
    </Toast.Root>
  ));
}
