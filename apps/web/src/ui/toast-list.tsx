import { Toast } from "@base-ui/react/toast";
import { CircleAlert, CircleCheck, X } from "lucide-react";
import { useEffect, useRef } from "react";
import { Button, IconButton } from "./button.tsx";
import { Icon } from "./icon.tsx";
import { type ToastMessage, toastQueue } from "./toast-manager.ts";
import styles from "./toast.module.css";

/** Shows toasts at the edge of the screen until they time out or are dismissed. */
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

/** Long enough to read the message and to reach the button. */
const undoMs = 10_000;

/** Options of a toast: text, priority and timeout. */
function optionsOf(message: ToastMessage) {
  if (message.type === "failure") return { ...message, priority: "high" as const, timeout: 0 };
  const { undo, ...content } = message;
  return undo === undefined ? content : { ...content, timeout: undoMs, data: undo };
}

function Toasts() {
  const { toasts, add, close } = Toast.useToastManager<() => void>();
  const undoable = useRef<string>(undefined);
  useEffect(() => {
    const show = () => {
      for (const message of toastQueue.take()) {
        const id = add(optionsOf(message));
        if (message.undo === undefined) continue;
        // Only the latest action can be undone, because earlier ones may be outdated
        if (undoable.current !== undefined) close(undoable.current);
        undoable.current = id;
      }
    };
    show();
    return toastQueue.subscribe(show);
  }, [add, close]);
  // Overrides `aria-hidden`: the library hides a failure and its button from screen readers until one of them has the focus.
  return toasts.map((toast) => (
    <Toast.Root key={toast.id} toast={toast} className={styles.toast} aria-hidden={undefined}>
      <Toast.Content className={styles.content}>
        <Icon icon={toast.type === "failure" ? CircleAlert : CircleCheck} />
        <Toast.Title className={styles.title} render={<p />} />
        {toast.data && <UndoButton undo={toast.data} onPress={() => close(toast.id)} />}
        <Toast.Close render={<IconButton icon={X} label="Dismiss" />} aria-hidden={undefined} />
      </Toast.Content>
    </Toast.Root>
  ));
}

function UndoButton({ undo, onPress }: { undo: () => void; onPress: () => void }) {
  return (
    <Button
      size="small"
      onClick={() => {
        onPress();
        undo();
      }}
    >
      Undo
    </Button>
  );
}
