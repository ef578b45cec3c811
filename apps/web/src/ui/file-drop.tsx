import { Paperclip } from "lucide-react";
import { type DragEvent, useRef, useState } from "react";
import { cx } from "./cx.ts";
import { useFieldControl } from "./field-context.ts";
import styles from "./file-drop.module.css";
import { Icon } from "./icon.tsx";

interface FileDropProps {
  /** Accepted file extensions: `.pdf,.png`. */
  accept: string;
  onFiles: (files: File[]) => void;
  disabled?: boolean;
}

/** Area to drop files on, or to choose them with a click. Used inside a `Field`. */
export function FileDrop({ accept, onFiles, disabled = false }: FileDropProps) {
  const picker = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const { id, "aria-describedby": describedBy } = useFieldControl();

  function take(list: FileList | null) {
    const files = [...(list ?? [])];
    if (files.length > 0 && !disabled) onFiles(files);
  }

  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files);
  }

  return (
    <>
      <button
        id={id}
        type="button"
        className={cx(styles.drop, isOver && styles.over)}
        disabled={disabled}
        // Named by its own text instead of the field's label.
        aria-labelledby={id}
        aria-describedby={describedBy}
        onClick={() => picker.current?.click()}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <Icon icon={Paperclip} />
        <span>{isOver ? "Drop to add" : "Add files"}</span>
        <span className={styles.or}>or drop them here</span>
      </button>
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        accept={accept}
        onChange={(event) => {
          take(event.target.files);
          event.target.value = "";
        }}
      />
    </>
  );
}
