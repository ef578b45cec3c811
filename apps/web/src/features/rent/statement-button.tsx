import { useState } from "react";
import { LazyOverlay } from "../../lib/loading/lazy-overlay.tsx";
import type { Inputs, Outputs } from "../../lib/trpc.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { SkeletonPart } from "../../ui/skeleton.tsx";

const StatementForm = lazyPart(async () => (await import("./statement-form.tsx")).StatementForm);

interface StatementButtonProps {
  leaseId: string;
  startsOn: string;
  load: (input: Inputs["rent"]["statement"]) => Promise<Outputs["rent"]["statement"]>;
  /** Label. Default: "Statement". */
  children?: string;
}

/** Opens the form of a lease's statement. Initial dates: this year, from the lease's first day on. */
export function StatementButton({ leaseId, startsOn, load, children = "Statement" }: StatementButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const year = new Date().getFullYear();
  const newYear = `${year}-01-01`;
  return (
    <>
      <Button {...StatementForm.opener} onClick={() => setOpen(true)}>
        {children}
      </Button>
      <Dialog open={isOpen} onClose={close} title="Statement" small>
        <LazyOverlay open={isOpen} fallback={<SkeletonPart />}>
          <StatementForm
            leaseId={leaseId}
            startDate={startsOn > newYear ? startsOn : newYear}
            endDate={`${year}-12-31`}
            load={load}
            onDone={close}
          />
        </LazyOverlay>
      </Dialog>
    </>
  );
}
