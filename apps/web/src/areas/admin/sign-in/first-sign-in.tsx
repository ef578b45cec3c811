import { Stack } from "../../../ui/stack.tsx";
import { Heading, Text } from "../../../ui/words.tsx";
import type { FormOutcome } from "../../../features/auth/outcome.ts";
import { AppSetup } from "../../../features/auth/second-factor/app-setup.tsx";
import { RecoveryCodes } from "../../../features/auth/second-factor/recovery-codes.tsx";
import type { FirstSignInStage } from "./sign-in-admin.ts";

interface FirstSignInProps {
  stage: FirstSignInStage;
  onCode: (challenge: string, code: string) => Promise<FormOutcome>;
  onEnter: (login: Extract<FirstSignInStage, { at: "codes" }>["login"]) => Promise<void>;
}

/** An admin who must have a second factor sets it up, and gets in with its first code. */
export function FirstSignIn({ stage, onCode, onEnter }: FirstSignInProps) {
  return (
    <Stack wide>
      <div>
        <Heading>Set up a second factor</Heading>
        <Text muted>Administrators sign in with a password and the code of an authenticator app.</Text>
      </div>
      {stage.at === "setup" ? (
        <AppSetup setup={stage.setup} action="Switch on and sign in" onCode={(code) => onCode(stage.setup.challenge, code)} />
      ) : (
        <RecoveryCodes codes={stage.recoveryCodes} action="Go to the admin area" onDone={() => void onEnter(stage.login)} />
      )}
    </Stack>
  );
}
