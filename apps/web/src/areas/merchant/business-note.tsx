import { Suspense } from "react";
import { TextLink } from "../../kit/links.tsx";
import { Permitted } from "../../kit/permission.tsx";
import { type Outputs, trpc } from "../../lib/trpc.ts";
import { Alert } from "../../ui/alert.tsx";
import { Stack } from "../../ui/stack.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";

// Loaded on demand, because few businesses need them. A failure to load shows an error, because the notes are about where money goes.
const PendingWalletNote = lazyPart(async () => (await import("./payout-notes.tsx")).PendingWalletNote);
const UnprovenNote = lazyPart(async () => (await import("./payout-notes.tsx")).UnprovenNote);

/**
 * Notes about what keeps this business from being paid, or about a pending wallet change. Renders nothing without a problem.
 * `atWallet`: true beside the wallet settings.
 */
export function BusinessNote({ atWallet = false }: { atWallet?: boolean }) {
  const { data } = trpc.merchant.business.useQuery();
  if (!data) return null;
  const { pendingWallet } = data;
  const standingNote = <Standing business={data} atWallet={atWallet} />;
  if (pendingWallet === null && data.yourRole === "owner") return standingNote;
  return (
    <Stack>
      {data.yourRole !== "owner" && <RoleNote role={data.yourRole} />}
      {pendingWallet !== null && (
        <Suspense>
          <PendingWalletNote pending={pendingWallet} />
        </Suspense>
      )}
      {standingNote}
    </Stack>
  );
}

function RoleNote({ role }: { role: "manager" | "viewer" }) {
  return role === "viewer" ? (
    <Alert title="You are a viewer here">You can see everything but change nothing. The owner can change your role.</Alert>
  ) : (
    <Alert title="You are a manager here">
      You can manage disputes, refunds, unmatched money and rent. Only the owner can change the payout wallet, the settings and the staff.
    </Alert>
  );
}

function Standing({ business: data, atWallet }: { business: Outputs["merchant"]["business"]; atWallet: boolean }) {
  if (data.status === "suspended") return null; // every page of the area says it
  if (data.review === "held") {
    return (
      <Alert tone="waiting" title="Your business is under review">
        Its name is similar to another business&apos;s, so no one can pay you until we have reviewed it.
        <Permitted least="owner">
          {" "}
          We will email you then. If you choose a different name, you do not need to wait.{" "}
          <TextLink size="small" to="/merchant/settings">
            Change the name
          </TextLink>
        </Permitted>
      </Alert>
    );
  }
  if (data.review === "refused" && data.status === "inactive") {
    return (
      <Alert tone="bad" title="This business was not approved">
        {data.refusalReason} No one can pay you through Hearth. If you think that we are wrong, please contact support.
      </Alert>
    );
  }
  if (data.status === "inactive") {
    return (
      <Alert tone="waiting" title="This business is inactive">
        New payments cannot be started. Payments that are already on their way still count.
      </Alert>
    );
  }
  if (data.walletAddress !== null) {
    return data.walletProven ? null : (
      <Suspense>
        <UnprovenNote atWallet={atWallet} />
      </Suspense>
    );
  }
  if (atWallet) return null;
  return (
    <Alert tone="waiting" title="You have not set up your wallet address yet">
      No one can pay you until you do.{" "}
      <Permitted least="owner">
        <TextLink size="small" to="/merchant/settings" search={{ tab: "wallet" }}>
          Set up the wallet address
        </TextLink>
      </Permitted>
    </Alert>
  );
}
