import { Toast } from "@base-ui/react/toast";
import { CircleAlert, CircleCheck, X } from "lucide-react";
import { useEffect, useRef } from "react";
import { Button, IconButton } from "./button.tsx";
import { Icon } from "./icon.tsx";
import { type Said, toSay } from "./toast-manager.ts";
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

/** Long enough to be read, and for a hand to get to the button. */
const undoMs = 10_000;

/** What is shown of a sentence, and for how long. */
function optionsOf(said: Said) {
  if (said.type === "failure") return { ...said, priority: "high" as const, timeout: 0 };
  const { undo, ...words } = said;
  return undo === undefined ? words : { ...words, timeout: undoMs, data: undo };
}

function Toasts() {
  const { toasts, add, close } = Toast.useToastManager<() => void>();
  const undoable = useRef<string>(undefined);
  useEffect(() => {
    const show = () => {
      for (const said of toSay.take()) {
        const id = add(optionsOf(said));
        if (said.undo === undefined) continue;
        // Only the last step is taken back: what came before it may be no more what it was
        if (undoable.current !== undefined) close(undoable.current);
        undoable.current = id;
      }
    };
    show();
    return toSay.subscribe(show);
  }, [add, close]);
  // The library hides a failure, and its button, from screen readers until one of them has the focus; the keyboard reaches them at any time.
  return toasts.map((shown) => (
    <Toast.Root key={shown.id} toast={shown} className={styles.toast} aria-hidden={undefined}>
      <Toast.Content className={styles.content}>
        <Icon icon={shown.type === "failure" ? CircleAlert : CircleCheck} />
        <Toast.Title className={styles.title} render={<p />} />
        {shown.data && <UndoButton undo={shown.data} onPress={() => close(shown.id)} />}
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
