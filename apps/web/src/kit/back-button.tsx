import { useCanGoBack, useRouter } from "@tanstack/react-router";
import { Button, type ButtonProps } from "../ui/button.tsx";

interface BackButtonProps extends Omit<ButtonProps, "onClick" | "type"> {
  /** Called before leaving. */
  onLeave?: () => void;
}

/** Returns to the previous page, or to the dashboard if there is none in this app. */
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
