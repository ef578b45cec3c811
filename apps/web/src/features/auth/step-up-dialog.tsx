import { Suspense } from "react";
import { ServerData } from "../../kit/server-data.tsx";
import { errorMessage, fieldErrors } from "../../lib/api-error.ts";
import type { ShownPasskey } from "../../lib/passkey.ts";
import type { StepUpRequest } from "../../lib/step-up.ts";
import { trpc } from "../../lib/trpc.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Stack } from "../../ui/stack.tsx";
import { SkeletonPart } from "../../ui/skeleton.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { Text } from "../../ui/typography.tsx";
import type { FormOutcome } from "./outcome.ts";
import { refusalOf } from "./refusal.ts";
import { PasskeyButton } from "./passkeys/passkey-button.tsx";
import { OwnerForm, type OwnerProof } from "./owner-form.tsx";

const TouchStepUp = lazyPart(async () => (await import("./touch/touch-step-up.tsx")).TouchStepUp);

/** Asks the user to prove their identity on top of the current page. The interrupted call then continues. */
export function StepUpDialog({ request }: { request: StepUpRequest }) {
  return (
    <Dialog small open onClose={() => request.end(false)} title="Confirm that it is you">
      <ServerData>
        <Ask request={request} />
      </ServerData>
    </Dialog>
  );
}

function Ask({ request: { area, end } }: { request: StepUpRequest }) {
  const factor = trpc[area].secondFactor.useQuery();
  const stepUp = trpc[area].stepUp.useMutation();
  const begin = trpc[area].beginPasskeyProof.useMutation();
  const stepUpWithPasskey = trpc[area].stepUpWithPasskey.useMutation();
  const hasPasskey = (factor.data?.passkeys ?? 0) > 0;
  const showPasskey = async (response: ShownPasskey): Promise<FormOutcome> => {
    try {
      await stepUpWithPasskey.mutateAsync({ response });
      end(true);
      return { ok: true };
    } catch (error) {
      return refusalOf(error, "The passkey could not be checked. Please try again.");
    }
  };
  const show = async ({ password = "", ...proof }: OwnerProof) => {
    try {
      await stepUp.mutateAsync({ password, ...proof });
      end(true);
      return null;
    } catch (error) {
      const fields = fieldErrors(error);
      if (fields.password !== undefined || fields.code !== undefined) return { fields: { password: fields.password, code: fields.code } };
      return { title: errorMessage(error, "This could not be checked. Please try again.") };
    }
  };
  if (factor.isPending) return <SkeletonPart />;
  const passkeyButton = hasPasskey && (
    <PasskeyButton begin={() => begin.mutateAsync()} onShown={showPasskey}>
      Use a passkey
    </PasskeyButton>
  );
  const cancel = (
    <Button variant="quiet" onClick={() => end(false)}>
      Cancel
    </Button>
  );
  if (factor.data?.hasPassword === false) {
    return (
      <Stack>
        <Text>
          You signed in a while ago, so please confirm before you continue. Your account has no password: your passkey takes its place.
        </Text>
        <Suspense fallback={<SkeletonPart height="3rem" />}>
          <TouchStepUp onShown={() => end(true)} />
        </Suspense>
        {passkeyButton}
        <div>{cancel}</div>
      </Stack>
    );
  }
  return (
    <OwnerForm
      label="Confirm that it is you"
      action="Continue"
      hint="So that no one else can do this on a device that you left signed in."
      // If the second factor is unknown, the code is asked for once the server requires it.
      hasSecondFactor={factor.data?.enabledAt != null || hasPasskey || stepUp.error?.data?.errors?.["code"] !== undefined}
      onProof={show}
      beside={cancel}
    >
      <Text>You signed in a while ago, so please confirm before you continue.</Text>
      {passkeyButton}
    </OwnerForm>
  );
}
