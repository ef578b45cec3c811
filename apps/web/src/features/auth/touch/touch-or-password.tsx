import { type ReactNode, useState } from "react";
import { Alert } from "../../../ui/alert.tsx";
import { SkeletonPart } from "../../../ui/skeleton.tsx";
import { Stack } from "../../../ui/stack.tsx";
import { TextButton } from "../../../ui/text-anchor.tsx";
import { useTouchPage } from "./use-touch-page.ts";

interface TouchOrPasswordProps {
  /** Renders the sign-up by the device's own unlock. `onPassword` replaces it with the other one. */
  touch: (walletOrigin: string, onPassword: () => void) => ReactNode;
  /** Renders the sign-up with a password. */
  password: () => ReactNode;
}

/** Sign-up by the device's own unlock where that is possible, or with a password. */
export function TouchOrPassword({ touch, password }: TouchOrPasswordProps) {
  const [hasChosenPassword, setChosenPassword] = useState(false);
  const page = useTouchPage();
  if (page === undefined) return <SkeletonPart height="24rem" />;
  const { walletOrigin, isInsideApp } = page;
  if (walletOrigin !== null && !hasChosenPassword) return touch(walletOrigin, () => setChosenPassword(true));
  return (
    <Stack>
      {isInsideApp && (
        <Alert title="To sign up without a password, open this page in Safari or Chrome.">
          Here it is shown inside another app, which cannot use Face ID, fingerprint or PIN.
        </Alert>
      )}
      {password()}
      {walletOrigin !== null && (
        <p>
          <TextButton size="small" onClick={() => setChosenPassword(false)}>
            Use Face ID, fingerprint or PIN instead
          </TextButton>
        </p>
      )}
    </Stack>
  );
}

/** Button that shows the sign-up with a password. */
export function UsePassword({ onPress }: { onPress: () => void }) {
  return (
    <p>
      <TextButton size="small" onClick={onPress}>
        Use a password instead
      </TextButton>
    </p>
  );
}
