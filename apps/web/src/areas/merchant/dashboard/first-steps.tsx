import { useState } from "react";
import { ButtonLink, TextLink } from "../../../kit/links.tsx";
import { usePermission } from "../../../kit/permission.tsx";
import { useWording } from "../../../kit/words.ts";
import { sharedStore } from "../../../lib/browser-store.ts";
import { type Outputs, trpc } from "../../../lib/trpc.ts";
import { Actions, Button } from "../../../ui/button.tsx";
import { Section } from "../../../ui/page.tsx";
import { type Step, Steps } from "../../../ui/steps.tsx";
import { useRefetchInterval } from "../live.ts";
import styles from "./dashboard.module.css";

type Done = Outputs["merchant"]["firstSteps"];

const liveMs = 15_000;

/**
 * Steps of a new landlord until the first rent arrives, with a button for the next one. Each is ticked by what was done. Renders nothing once
 * all are done, and after the reader has hidden those of this business in this browser.
 */
export function FirstSteps() {
  const { data: business } = trpc.merchant.business.useQuery();
  return business ? <StepsOf key={business._id} businessId={business._id} /> : null;
}

function StepsOf({ businessId }: { businessId: string }) {
  const hiddenKey = `firstStepsHidden:${businessId}`;
  const isOwner = usePermission("owner");
  const [isHidden, setHidden] = useState(() => sharedStore.getItem(hiddenKey) !== null);
  const refetchInterval = useRefetchInterval(liveMs);
  const { data } = trpc.merchant.firstSteps.useQuery(undefined, { refetchInterval, enabled: isOwner && !isHidden });
  if (!isOwner || isHidden || data === undefined || data.hasRent) return null;
  const hide = () => {
    sharedStore.setItem(hiddenKey, "true");
    setHidden(true);
  };
  return <Checklist done={data} onHide={hide} />;
}

function Checklist({ done, onHide }: { done: Done; onHide: () => void }) {
  const reword = useWording();
  const ways = waysOf(done);
  const next = ways.find(({ isDone }) => !isDone);
  const lit = ways.find(({ isDone, link }) => !isDone && link !== undefined);
  const steps = ways.map(({ id, name, detail, isDone, link }): Step => ({
    id,
    name: isDone || id === lit?.id || link === undefined ? reword(name) : <TextLink {...link}>{reword(name)}</TextLink>,
    state: isDone ? "done" : id === next?.id ? "now" : "next",
    ...(!isDone && { detail: reword(detail) }),
  }));
  return (
    <Section title={`First steps: ${ways.filter(({ isDone }) => isDone).length} of ${ways.length} done`}>
      <div className={styles.steps}>
        <Steps steps={steps} label="First steps" />
        <Actions>
          {lit?.link && (
            <ButtonLink variant="primary" {...lit.link}>
              {reword(lit.name)}
            </ButtonLink>
          )}
          <Button variant="quiet" onClick={onHide}>
            Hide these steps
          </Button>
        </Actions>
      </div>
    </Section>
  );
}

/** The steps in their usual order. They may be done in any other. A step without a link is done elsewhere. */
function waysOf({ emailConfirmed, walletProven, hasProperty, leaseId, hasInvited, hasRent }: Done) {
  return [
    {
      id: "email",
      name: "Confirm your email",
      detail: "Open the link in the email that we sent you. Until then no invitation goes out.",
      isDone: emailConfirmed,
      link: undefined,
    },
    {
      id: "wallet",
      name: "Set up your wallet",
      detail: "Rent goes straight into it. No one can pay you before.",
      isDone: walletProven,
      link: { to: "/merchant/settings", search: { tab: "wallet" } },
    },
    {
      id: "property",
      name: "Add a property",
      detail: "A building and its units.",
      isDone: hasProperty,
      link: { to: "/merchant/properties" },
    },
    {
      id: "lease",
      name: "Add a lease",
      detail: "The rent and who pays it. Choose the unit under Properties.",
      isDone: leaseId !== null,
      link: { to: "/merchant/leases/new" },
    },
    {
      id: "invitation",
      name: "Invite a tenant",
      detail: "They get an email with the way to their first bill.",
      isDone: hasInvited,
      link: leaseId === null ? { to: "/merchant/invitations" } : { to: "/merchant/leases/$leaseId", params: { leaseId } },
    },
    { id: "rent", name: "First rent received", detail: "You will see it here within seconds.", isDone: hasRent, link: undefined },
  ] as const;
}
