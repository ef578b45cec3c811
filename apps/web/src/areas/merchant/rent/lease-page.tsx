import { lazyRouteComponent } from "@tanstack/react-router";
import { useState } from "react";
import { LeaseFacts } from "../../../features/rent/lease-facts.tsx";
import { Ledger } from "../../../features/rent/ledger.tsx";
import type { LedgerLine } from "../../../features/rent/ledger-columns.tsx";
import { StatementButton } from "../../../features/rent/statement-button.tsx";
import { type Terms, TermsTable } from "../../../features/rent/terms-table.tsx";
import { CrumbLink } from "../../../kit/links.tsx";
import { usePages } from "../../../kit/list/use-pages.ts";
import { Permitted, usePermission } from "../../../kit/permission.tsx";
import { errorMessage } from "../../../lib/api-error.ts";
import { useIdempotencyKey } from "../../../lib/idempotency-key.ts";
import { type Outputs, trpc, trpcClient } from "../../../lib/trpc.ts";
import { Actions, Button } from "../../../ui/button.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { ErrorState } from "../../../ui/empty.tsx";
import { PageHead, Section } from "../../../ui/page.tsx";
import { SkeletonLedger } from "../../../ui/skeleton.tsx";
import { TextButton } from "../../../ui/text-anchor.tsx";
import { toast } from "../../../ui/toast-manager.ts";
import type { Undoing } from "./lease-acts.tsx";

const EntryForm = lazyRouteComponent(() => import("./lease-acts.tsx"), "EntryForm");
const UndoForm = lazyRouteComponent(() => import("./lease-acts.tsx"), "UndoForm");
const TermsForm = lazyRouteComponent(() => import("./terms-form.tsx"), "TermsForm");
const SignTerms = lazyRouteComponent(() => import("../../../features/rent/sign-terms.tsx"), "SignTerms");
const EndForm = lazyRouteComponent(() => import("./lease-acts.tsx"), "EndForm");

type Lease = Outputs["rent"]["lease"];

/** A lease as its landlord sees it: who, what is owed, what it costs, and the ledger with what can be done to it. */
export function LeasePage({ leaseId }: { leaseId: string }) {
  const lease = trpc.rent.lease.useQuery({ leaseId });
  const pages = usePages(trpc.rent.ledger, { leaseId });
  const [act, setAct] = useState<"entry" | "end" | "terms" | Undoing | null>(null);
  const [signing, setSigning] = useState<Terms | null>(null);
  const close = () => setAct(null);
  const mayAct = usePermission("manager");
  const { data } = lease;
  return (
    <>
      <PageHead
        crumb={<CrumbLink to="/merchant/tenants">Tenants</CrumbLink>}
        title={data ? `${data.property} ${data.unit}` : "Lease"}
        sub={data?.tenants.map(({ name }) => name).join(", ")}
        actions={
          data && (
            <Actions>
              {mayAct && (
                <Button variant="primary" onClick={() => setAct("entry")}>
                  Add to the ledger
                </Button>
              )}
              <StatementButton leaseId={leaseId} startsOn={data.startsOn} load={(input) => trpcClient.rent.statement.query(input)} />
              {mayAct && data.owed > 0 && <Remind leaseId={leaseId} />}
              {mayAct && <Button onClick={() => setAct("terms")}>Change the terms</Button>}
              {mayAct && data.endsOn === null && <Button onClick={() => setAct("end")}>End the lease</Button>}
            </Actions>
          )
        }
      />
      {data ? (
        <LeaseFacts
          lease={data}
          tenantFact={(tenant) => (tenant.hasJoined ? tenant.email : <Invite leaseId={leaseId} tenant={tenant} />)}
        />
      ) : lease.isError ? (
        <ErrorState onRetry={() => void lease.refetch()} busy={lease.isFetching}>
          Failed to load the lease
        </ErrorState>
      ) : (
        <SkeletonLedger rows={4} />
      )}
      {data && (
        <Section title="Terms">
          <TermsTable terms={data.terms} act={(terms) => mayAct && <Sign onSign={() => setSigning(terms)} />} />
        </Section>
      )}
      <Section title="Ledger">
        <Ledger pages={pages} caption="Ledger of the lease" act={(line) => mayAct && <Undo line={line} onUndo={setAct} />} />
      </Section>
      <Dialog open={act === "entry"} onClose={close} title="Add to the ledger" small>
        <EntryForm leaseId={leaseId} onDone={close} />
      </Dialog>
      <Dialog open={act === "terms"} onClose={close} title="Change the terms" small>
        {data && <TermsForm lease={data} onDone={close} />}
      </Dialog>
      <Dialog open={signing !== null} onClose={() => setSigning(null)} title="Sign the terms" small>
        {signing && <SignTerms leaseId={leaseId} termsId={signing._id} onDone={() => setSigning(null)} />}
      </Dialog>
      <Dialog open={act === "end"} onClose={close} title="End the lease" small>
        <EndForm leaseId={leaseId} seenAt={data?.updatedAt ?? ""} onDone={close} />
      </Dialog>
      <Dialog open={act !== null && typeof act !== "string"} onClose={close} title="Take back" small>
        {act !== null && typeof act !== "string" && <UndoForm undoing={act} onDone={close} />}
      </Dialog>
    </>
  );
}

function Sign({ onSign }: { onSign: () => void }) {
  return (
    <Button size="small" onClick={onSign}>
      Sign
    </Button>
  );
}

function Undo({ line, onUndo }: { line: LedgerLine; onUndo: (undoing: Undoing) => void }) {
  const { kind, charge, creditId, description: words } = line;
  const undoing: Undoing | null =
    kind === "charge" && charge !== null && !charge.isVoided
      ? { chargeId: charge._id, words }
      : creditId !== null
        ? { creditId, words }
        : null;
  if (undoing === null) return null;
  return (
    <TextButton size="small" onClick={() => onUndo(undoing)} aria-label={`Take back ${words}`}>
      Take back
    </TextButton>
  );
}

/** Reminds who rents of what is open. */
function Remind({ leaseId }: { leaseId: string }) {
  const utils = trpc.useUtils();
  const idempotency = useIdempotencyKey();
  const remind = trpc.rent.remind.useMutation({
    onSuccess: ({ tenants }) => {
      idempotency.done();
      void utils.rent.lease.invalidate({ leaseId });
      toast.success(tenants === 1 ? "The tenant was reminded" : `${tenants} tenants were reminded`);
    },
    onError: (error) => toast.failure(errorMessage(error, "The reminder could not be sent")),
  });
  return (
    <Button busy={remind.isPending} onClick={() => remind.mutate({ leaseId, idempotencyKey: idempotency.keyFor(leaseId) })}>
      Send a reminder
    </Button>
  );
}

/** Invites a tenant who has not joined, by mail and by the link that is shown; each replaces the one before. */
function Invite({ leaseId, tenant }: { leaseId: string; tenant: Lease["tenants"][number] }) {
  const invite = trpc.invitations.inviteToLease.useMutation({
    onError: (error) => toast.failure(errorMessage(error, "The invitation could not be sent")),
  });
  if (invite.data) {
    return (
      <>
        A mail is on its way. The same link for you: <CopyButton text={invite.data.url} what="invitation" />
      </>
    );
  }
  return (
    <Permitted least="manager" otherwise={tenant.email}>
      {tenant.email}{" "}
      <Button
        size="small"
        aria-label={`Invite ${tenant.email}`}
        busy={invite.isPending}
        onClick={() => invite.mutate({ leaseId, tenantId: tenant._id })}
      >
        Invite
      </Button>
    </Permitted>
  );
}
