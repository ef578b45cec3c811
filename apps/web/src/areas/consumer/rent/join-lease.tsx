import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { errorMessage } from "../../../lib/api-error.ts";
import { trpc } from "../../../lib/trpc.ts";
import { Alert } from "../../../ui/alert.tsx";
import { Actions, Button } from "../../../ui/button.tsx";
import { Page, PageHead } from "../../../ui/page.tsx";
import { Text } from "../../../ui/typography.tsx";

/** An invitation to a lease: a press joins it with the account that is signed in. */
export function JoinLease({ invitation }: { invitation: string }) {
  const navigate = useNavigate();
  const utils = trpc.useUtils();
  const [failure, setFailure] = useState<string | null>(null);
  const join = trpc.rent.join.useMutation({
    onSuccess: async ({ _id }) => {
      await utils.rent.invalidate();
      await navigate({ to: "/lease/$leaseId", params: { leaseId: _id }, replace: true });
    },
    onError: (error) => setFailure(errorMessage(error, "The lease could not be joined")),
  });
  return (
    <Page narrow>
      <PageHead title="Join your lease" />
      {failure !== null && <Alert tone="bad" title={failure} announce />}
      <Text>Your landlord has invited you. Once you have joined, you see what is owed and by when, and pay it from here.</Text>
      <Actions>
        <Button variant="primary" busy={join.isPending} onClick={() => join.mutate({ invitation })}>
          Join the lease
        </Button>
      </Actions>
    </Page>
  );
}
