import { ArrowLeft } from "lucide-react";
import type { AnchorHTMLAttributes, Ref } from "react";
import styles from "./crumb.module.css";
import { Icon } from "./icon.tsx";

export interface CrumbAnchorProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  ref?: Ref<HTMLAnchorElement>;
}

/** The way back to the page above. For places inside the product use `CrumbLink` of `kit/links.tsx`. */
export function CrumbAnchor({ children, ...rest }: CrumbAnchorProps) {
  return (
    <a {...rest} className={styles.crumb}>
      <Icon icon={ArrowLeft} size={14} />
      {children}
    </a>
  );
}
