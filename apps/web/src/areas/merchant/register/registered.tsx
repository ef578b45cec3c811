import { limits } from "@hearth/domain/limits";
import { useNavigate } from "@tanstack/react-router";
import { useCallback, useEffect } from "react";
import { session } from "../../../lib/session.ts";
import { Button } from "../../../ui/button.tsx";
import { Alert } from "../../../ui/alert.tsx";
import type { NewSession } from "./use-sign-up-merchant.ts";

/** Says that it worked, and goes to the dashboard by itself. The session begins there, because it changes the shell around this page. */
export function Registered({ opened }: { opened: NewSession }) {
  const navigate = useNavigate();
  const goOn = useCallback(() => {
    session.signIn(opened.authToken, opened.user);
    void navigate({ to: "/merchant/dashboard" });
  }, [navigate, opened]);
  useEffect(() => {
    const timer = setTimeout(goOn, limits.successRedirectSeconds * 1_000);
    return () => clearTimeout(timer);
  }, [goOn]);
  return (
    <Alert tone="good" title="Registration successful! Redirecting to your merchant dashboard..." announce>
      <Button onClick={goOn}>Go to the dashboard</Button>
    </Alert>
  );
}
