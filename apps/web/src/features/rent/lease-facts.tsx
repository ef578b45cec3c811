import type { ReactNode } from "react";
import { LeftDrafts } from "../../kit/form/left-drafts.tsx";
import { useWording } from "../../kit/words.ts";
import { centsOf } from "../../kit/cents.ts";
import type { Outputs } from "../../lib/trpc.ts";
import { Alert } from "../../ui/alert.tsx";
import { Amount } from "../../ui/amount.tsx";
import { Description, DescriptionList } from "../../ui/description-list.tsx";
import { Time } from "../../ui/moment.tsx";
import { Card } from "../../ui/page.tsx";
import { Stack } from "../../ui/stack.tsx";
import { dueWords } from "./due.ts";
import { PartPayments } from "./acts/part-payments.tsx";
import { dueDayWords } from "@hearth/domain/rent/due-day";
import { leaseTerm } from "./lease-term.ts";

type Lease = Outputs["rent"]["lease"];

interface LeaseFactsProps {
  lease: Lease;
  /** Content beside a tenant's name. Without it no tenants are shown. */
  tenantFact?: (tenant: Lease["tenants"][number]) => ReactNode;
}

/** Facts about a lease: what is owed and when, the terms, the dates and the tenants. */
export function LeaseFacts({ lease, tenantFact }: LeaseFactsProps) {
  const reword = useWording();
  const terms = lease.terms.at(-1);
  return (
    <Stack wide>
      {lease.undoneAt !== null && (
        <>
          <Alert title={reword("This lease was undone")}>
            <Time at={lease.undoneAt} timeZone={lease.timeZone} />.{" "}
            {reword("It was entered by mistake and owes nothing. Nothing can be changed in it.")}
          </Alert>
          <LeftDrafts />
        </>
      )}
      <Card>
        <DescriptionList>
          <Description label="Balance">
            <Amount cents={centsOf(lease.owed)} size={30} />
          </Description>
          <Description label="Past due">
            <Amount cents={centsOf(lease.late)} />
          </Description>
          <Description label="When">{dueWords(lease)}</Description>
          {lease.credit > 0 && (
            <Description label="Credit">
              <Amount cents={centsOf(lease.credit)} />
            </Description>
          )}
          {lease.held > 0 && (
            <Description label="Deposit held">
              <Amount cents={centsOf(lease.held)} />
            </Description>
          )}
          {terms && (
            <Description label="Monthly rent">
              <Amount cents={centsOf(terms.rent)} />
              {`, due ${dueDayWords(terms.dueDay)}`}
            </Description>
          )}
          <Description label="Term">{leaseTerm(lease)}</Description>
          <Description label="Partial payments">
            <PartPayments lease={lease} />
          </Description>
          {lease.reminded && (
            <Description label="Reminded">
              <Time at={lease.reminded.at} timeZone={lease.timeZone} /> {lease.reminded.byHand ? "manually" : "automatically"}
            </Description>
          )}
          {tenantFact &&
            lease.tenants.map((tenant) => (
              <Description key={tenant._id} label={tenant.name}>
                {tenantFact(tenant)}
              </Description>
            ))}
        </DescriptionList>
      </Card>
    </Stack>
  );
}
