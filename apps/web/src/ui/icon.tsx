import type { LucideIcon } from "lucide-react";

/** An icon of the set. Decouples components from the icon library. */
export type IconType = LucideIcon;

interface IconProps {
  icon: IconType;
  /** Size in pixels. Larger icons have thinner strokes. */
  size?: 12 | 14 | 15 | 16 | 20;
  className?: string | undefined;
}

/** A decorative icon beside a text. */
export function Icon({ icon: Drawing, size = 16, className }: IconProps) {
  return <Drawing size={size} strokeWidth={size === 20 ? 1.5 : size <= 15 ? 1.9 : 1.6} className={className} aria-hidden />;
}
