import { useCanGoBack, useRouter } from "@tanstack/react-router";
import { Button, type ButtonProps } from "../ui/button.tsx";

interface BackButtonProps extends Omit<ButtonProps, "onClick" | "type"> {
  /** What else happens on the way. */
  onLeave?: () => void;
}

/** Back to the page before, or to the dashboard for somebody who came here directly. */
export function BackButton({ onLeave, ...button }: BackButtonProps) {
  const router = useRouter();
  const canGoBack = useCanGoBack();
  const goBack = () => {
    onLeave?.();
    if (canGoBack) router.history.back();
    else void router.navigate({ to: "/dashboard" });
  };
  return <Button {...button} onClick={goBack} />;
}
