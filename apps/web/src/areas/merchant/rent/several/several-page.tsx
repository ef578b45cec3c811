import { useQuery } from "@tanstack/react-query";
import { endsSoonDays } from "@hearth/domain/rent/inputs";
import { useState } from "react";
import { CrumbLink } from "../../../../kit/links.tsx";
import { Permitted } from "../../../../kit/permission.tsx";
import { useWording } from "../../../../kit/words.ts";
import { Alert } from "../../../../ui/alert.tsx";
import { Empty, ErrorState } from "../../../../ui/empty.tsx";
import { PageHead } from "../../../../ui/page.tsx";
import { SkeletonLedger } from "../../../../ui/skeleton.tsx";
import type { SeveralSearch } from "../../searches.ts";
import { PropertySelect } from "../property-select.tsx";
import { ChargeSeveral } from "./charge-several.tsx";
import { loadLeases, mostLeases, readChosenLeases, type Tenancy } from "./chosen-leases.ts";
import { RecordSeveral } from "./record-several.tsx";
import { RemindSeveral } from "./remind-several.tsx";
import { RenewSeveral } from "./renew-several.tsx";

export type SeveralAct = NonNullable<SeveralSearch["act"]>;

const pages = {
  charge: {
    title: "Charge tenants",
    sub: "Charge or credit several leases at once. Each tenant sees only their own entry.",
    state: "all",
    none: "You have no lease to charge.",
    Form: ChargeSeveral,
  },
  record: {
    title: "Record payments",
    sub: "Enter the checks and transfers that came outside Hearth. Select a lease to fill in its balance.",
    state: "owing",
    none: "No tenant has a balance.",
    Form: RecordSeveral,
  },
  renew: {
    title: "Renew leases",
    sub: "Each lease keeps its other terms. Its tenants get an email with the new rent and end date.",
    state: "endsSoon",
    none: `No lease ends within ${endsSoonDays} days.`,
    Form: RenewSeveral,
  },
  remind: {
    title: "Remind tenants",
    sub: "Each tenant gets one email with what is due on their lease. You can remind them once a day.",
    state: "late",
    none: "No one is past due.",
    Form: RemindSeveral,
  },
} as const;

interface SeveralPageProps {
  search: SeveralSearch;
  onFilter: (filter: Partial<SeveralSearch>) => void;
}

/** Page for one act on several leases: on those chosen in a list, or on all that the act is usually about. */
export function SeveralPage({ search, onFilter }: SeveralPageProps) {
  const reword = useWording();
  const { act = "remind", property: propertyId, chosen } = search;
  const { title, sub, state, none, Form } = pages[act];
  const [chosenLeases] = useState(() => (chosen === true ? readChosenLeases() : []));
  const isChosen = chosenLeases.length > 0;
  const leases = useQuery({
    queryKey: ["several", state, propertyId],
    queryFn: () => loadLeases({ state, sort: "unit", ...(propertyId !== undefined && { propertyId }) }),
    enabled: !isChosen,
    // A refetch would change the table while a person fills it in.
    staleTime: Infinity,
    gcTime: 0,
  });
  const rows: readonly Tenancy[] | undefined = isChosen ? chosenLeases : leases.data;
  return (
    <>
      <PageHead crumb={<CrumbLink to="/merchant/tenants">{reword("Tenants")}</CrumbLink>} title={reword(title)} sub={reword(sub)} />
      <Permitted
        least="manager"
        otherwise={<Alert tone="info" title="Your role at this business does not include this. Please ask its owner." />}
        loading={<SkeletonLedger rows={8} />}
      >
        {!isChosen && <PropertySelect value={propertyId} onChange={(property) => onFilter({ property })} />}
        {rows?.length === 0 ? (
          <Empty>{reword(none)}</Empty>
        ) : rows ? (
          <>
            {rows.length === mostLeases && (
              <Alert title={reword(`Here are the first ${mostLeases} leases. Choose a property to see the others.`)} />
            )}
            <Form key={`${act} ${propertyId ?? ""}`} leases={rows} isChosen={isChosen} />
          </>
        ) : leases.isError ? (
          <ErrorState onRetry={() => void leases.refetch()} busy={leases.isFetching}>
            {reword("Failed to load your tenants")}
          </ErrorState>
        ) : (
          <SkeletonLedger rows={8} />
        )}
      </Permitted>
    </>
  );
}
