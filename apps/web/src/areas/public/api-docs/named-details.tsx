import { useLocation } from "@tanstack/react-router";
import { ChevronDown } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Icon } from "../../../ui/icon.tsx";
import styles from "./api-docs.module.css";

interface NamedDetailsProps {
  /** Anchor of the entry. A URL with this anchor opens it. */
  id: string;
  summary: ReactNode;
  /** Rendered while open. */
  children: () => ReactNode;
}

/** A collapsible entry with an anchor. */
export function NamedDetails({ id, summary, children }: NamedDetailsProps) {
  const isNamed = useLocation({ select: ({ hash }) => hash === id });
  const [open, setOpen] = useState(isNamed);
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (!isNamed) return;
    setOpen(true);
    details.current?.scrollIntoView();
  }, [isNamed]);
  return (
    <details ref={details} id={id} className={styles.entry} open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {summary}
        <Icon icon={ChevronDown} />
      </summary>
      {open && children()}
    </details>
  );
}
