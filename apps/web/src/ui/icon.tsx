import type { LucideIcon } from "lucide-react";

/** Any icon of the set; named here so that screens need not know where icons come from. */
export type IconType = LucideIcon;

interface IconProps {
  icon: IconType;
  /** Pixels; the stroke is drawn thinner as the icon grows. */
  size?: 12 | 14 | 15 | 16 | 20;
  className?: string | undefined;
}

/** An icon beside a word: always decorative, the word carries the meaning. */
export function Icon({ icon: Drawing, size = 16, className }: IconProps) {
  return <Drawing size={size} strokeWidth={size === 20 ? 1.5 : size <= 15 ? 1.9 : 1.6} className={className} aria-hidden />;
}
