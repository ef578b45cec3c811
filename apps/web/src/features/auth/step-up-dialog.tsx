import { ServerData } from "../../kit/server-data.tsx";
import { errorMessage, fieldErrors } from "../../lib/api-error.ts";
import type { ShownPasskey } from "../../lib/passkey.ts";
import type { StepUpRequest } from "../../lib/step-up.ts";
import { trpc } from "../../lib/trpc.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { SkeletonPart } from "../../ui/skeleton.tsx";
import { Text } from "../../ui/typography.tsx";
import type { FormOutcome } from "./outcome.ts";
import { refusalOf } from "./refusal.ts";
import { PasskeyButton } from "./passkeys/passkey-button.tsx";
import { OwnerForm, type OwnerProof } from "./owner-form.tsx";

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
  const show = async (proof: OwnerProof) => {
    try {
      await stepUp.mutateAsync(proof);
      end(true);
      return null;
    } catch (error) {
      const { password, code } = fieldErrors(error);
      if (password !== undefined || code !== undefined) return { fields: { password, code } };
      return { title: errorMessage(error, "This could not be checked. Please try again.") };
    }
  };
  if (factor.isPending) return <SkeletonPart />;
  return (
    <OwnerForm
      label="Confirm that it is you"
      action="Continue"
      hint="So that no one else can do this on a device that you left signed in."
      // If the second factor is unknown, the code is asked for once the server requires it.
      hasSecondFactor={factor.data?.enabledAt != null || hasPasskey || stepUp.error?.data?.errors?.["code"] !== undefined}
      onProof={show}
      beside={
        <Button variant="quiet" onClick={() => end(false)}>
          Cancel
        </Button>
      }
    >
      <Text>You signed in a while ago, so please confirm before you continue.</Text>
      {hasPasskey && (
        <PasskeyButton begin={() => begin.mutateAsync()} onShown={showPasskey}>
          Use a passkey
        </PasskeyButton>
      )}
    </OwnerForm>
  );
}
