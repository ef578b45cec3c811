import { Download, FileText, Image, X } from "lucide-react";
import type { ReactNode } from "react";
import { IconButton } from "./button.tsx";
import styles from "./files.module.css";
import { Icon } from "./icon.tsx";
import { cx } from "./cx.ts";
import { VisuallyHidden } from "./typography.tsx";

const pictures = /\.(jpe?g|png)$/i;

/** List of files. Its children are `ChosenFile` or `StoredFile`. */
export function Files({ children, label, boxed = false }: { children: ReactNode; label: string; boxed?: boolean }) {
  return (
    <ul className={cx(styles.files, boxed && styles.boxed)} aria-label={label}>
      {children}
    </ul>
  );
}

function NameAndSize({ name, bytes }: { name: string; bytes: number }) {
  return (
    <>
      <Icon icon={pictures.test(name) ? Image : FileText} />
      <span className={styles.name} title={name}>
        {name}
      </span>
      <span className={styles.size}>{formatFileSize(bytes)}</span>
    </>
  );
}

interface ChosenFileProps {
  name: string;
  bytes: number;
  onRemove: () => void;
  /** True during the upload, when the file cannot be removed. */
  fixed?: boolean;
}

/** A file chosen for upload. */
export function ChosenFile({ name, bytes, onRemove, fixed = false }: ChosenFileProps) {
  return (
    <li className={styles.file}>
      <NameAndSize name={name} bytes={bytes} />
      {!fixed && <IconButton icon={X} label={`Remove ${name}`} onClick={onRemove} />}
    </li>
  );
}

interface StoredFileProps {
  name: string;
  bytes: number;
  onDownload: () => void;
  busy?: boolean;
}

/** A stored file. A click on its row downloads it. */
export function StoredFile({ name, bytes, onDownload, busy = false }: StoredFileProps) {
  return (
    <li>
      <button
        type="button"
        className={cx(styles.file, styles.stored)}
        onClick={busy ? undefined : onDownload}
        aria-busy={busy || undefined}
      >
        <VisuallyHidden>Download </VisuallyHidden>
        <NameAndSize name={name} bytes={bytes} />
        <Icon icon={Download} />
      </button>
    </li>
  );
}

/** Progress bar of an upload. `part` is from 0 to 1. */
export function Progress({ part, label }: { part: number; label: string }) {
  const percent = Math.floor(part * 100);
  return (
    <div className={styles.progress}>
      <progress value={percent} max={100} aria-label={label} />
      <span aria-hidden>
        {label} {percent}%
      </span>
    </div>
  );
}

/** Formats a file size: `812 B`, `412 kB`, `1.8 MB`. */
export function formatFileSize(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  if (bytes < 999_500) return `${Math.round(bytes / 1_000)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
