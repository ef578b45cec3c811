import { limits } from "@hearth/domain/limits";
import { useRouter } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { useSecondsLeft } from "../../../ui/countdown.tsx";
import { Text } from "../../../ui/words.tsx";
import styles from "./setup.module.css";

const countdownMs = limits.walletConnectedCountdownSeconds * 1_000;

/** After a wallet was linked: goes back to where its owner came from in ten seconds, at once, or not at all. */
export function ReturnCountdown({ to, onStay }: { to: string; onStay: () => void }) {
  const router = useRouter();
  const [until] = useState(() => new Date(Date.now() + countdownMs));
  const seconds = useSecondsLeft(until);
  const isOver = seconds === 0;

  useEffect(() => {
    if (isOver) router.history.push(to);
  }, [isOver, router, to]);

  return (
    <div className={styles.foot}>
      <Button look="primary" size="large" onClick={() => router.history.push(to)}>
        Continue
      </Button>
      <Button look="quiet" size="large" onClick={onStay}>
        Stay here
      </Button>
      <Text muted as="span">
        Continuing by itself in <span role="timer">{seconds}</span> {seconds === 1 ? "second" : "seconds"}
      </Text>
    </div>
  );
}
