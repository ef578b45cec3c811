import { formatUsd } from "@hearth/domain/money";
import { limits } from "@hearth/domain/limits";
import { dayName } from "@hearth/domain/rent/periods";
import { useEffect, useId, useState } from "react";
import { centsOf } from "../../kit/cents.ts";
import { useWording } from "../../kit/words.ts";
import { type Outputs, trpc } from "../../lib/trpc.ts";
import { ErrorState } from "../../ui/empty.tsx";
import { Field, FieldError } from "../../ui/field.tsx";
import { Checkbox, Input, Radio } from "../../ui/inputs.tsx";
import { Loading, Skeleton } from "../../ui/skeleton.tsx";
import { Stack } from "../../ui/stack.tsx";
import { Text } from "../../ui/typography.tsx";
import { balanceText } from "../rent/due.ts";
import { wrongFeesWords } from "../rent/wrong-fees-words.ts";
import type { Area } from "./area.ts";
import styles from "./unmatched.module.css";

type Tenant = Outputs["merchant"]["creditableTenants"]["items"][number];

/** Pause after typing before the search is sent. */
const searchPauseMs = 250;

interface TenantChoiceProps {
  area: Area;
  transferId: string;
  /** Empty until a tenant is chosen. */
  value: string;
  error: string | undefined;
  onChange: (tenantId: string) => void;
  /** Called with true while late fees are offered for voiding and the offer is accepted. */
  onVoidFees: (voidFees: boolean) => void;
}

/**
 * Asks which tenant sent a transfer, with the balance of each lease before and after. Tenants whose wallet sent it come first. Shows the
 * effect of the choice.
 */
export function TenantChoice({ area, transferId, value, error, onChange, onVoidFees }: TenantChoiceProps) {
  const reword = useWording();
  const errorId = useId();
  const [typed, setTyped] = useState("");
  const [chosen, setChosen] = useState<Tenant>();
  const search = usePaused(typed.trim());
  const tenants = trpc[area].creditableTenants.useQuery({ transferId, ...(search !== "" && { search }) });
  const { data } = tenants;
  // The chosen tenant stays listed when another search no longer finds them.
  const found = data?.items ?? [];
  const shown = chosen && value === chosen._id && !found.some(({ _id }) => _id === value) ? [chosen, ...found] : found;
  const current = shown.find(({ _id }) => _id === value);

  if (data?.refusal) {
    return (
      <Text size="note" muted>
        {reword(data.refusal)}
      </Text>
    );
  }
  return (
    <Stack>
      <Field label={reword("Find a tenant or unit")}>
        <Input type="search" value={typed} maxLength={limits.searchMaxLength} onChange={({ target }) => setTyped(target.value)} />
      </Field>
      {data ? (
        <fieldset className={styles.choices} aria-describedby={error === undefined ? undefined : errorId}>
          <legend className={styles.legend}>{reword("Which tenant sent it")}</legend>
          {shown.map((tenant) => (
            <Radio
              key={tenant._id}
              name="tenantId"
              aria-invalid={error !== undefined}
              checked={value === tenant._id}
              onChange={() => {
                setChosen(tenant);
                onChange(tenant._id);
              }}
              label={`${tenant.name}, ${tenant.place}${tenant.isOver ? " (over)" : ""}`}
              hint={detailOf(tenant)}
            />
          ))}
          {error !== undefined && <FieldError id={errorId}>{error}</FieldError>}
        </fieldset>
      ) : tenants.isError ? (
        <ErrorState onRetry={() => void tenants.refetch()} busy={tenants.isFetching}>
          {reword("Failed to load the tenants")}
        </ErrorState>
      ) : (
        <Loading label={reword("Loading the tenants")}>
          <Skeleton width="16rem" />
        </Loading>
      )}
      {data && (shown.length === 0 || data.hasMore) && (
        <Text size="note" muted>
          {data.hasMore
            ? reword("There are more tenants. Type more of a name, an email, or a property and unit.")
            : reword("No tenant with an account matches. For a tenant without one, record the payment on their lease.")}
        </Text>
      )}
      {current && data && <Effect area={area} tenant={current} amount={data.amount} onVoidFees={onVoidFees} />}
    </Stack>
  );
}

function detailOf({ isLikely, balance, balanceAfter }: Tenant): string {
  return `${isLikely ? "Likely: from this person's wallet. " : ""}${balanceText(balance)} now, then ${balanceText(balanceAfter)}`;
}

/** Says what choosing a tenant does, and offers to void the late fees that the money makes wrong. */
function Effect({ area, tenant, amount, onVoidFees }: { tenant: Tenant; amount: number } & Pick<TenantChoiceProps, "area" | "onVoidFees">) {
  const reword = useWording();
  const { leaseId, arrivedOn: on, name, place } = tenant;
  const fees = area === "admin" ? trpc.rent.wrongFeesForAdmin : trpc.rent.wrongFees;
  const { data: wrongFees } = fees.useQuery({ leaseId, amount, on }, { retry: false });
  const [isWithFees, setWithFees] = useState(true);
  const voidFees = isWithFees && (wrongFees?.count ?? 0) > 0;
  useEffect(() => {
    onVoidFees(voidFees);
    return () => onVoidFees(false);
  }, [voidFees, onVoidFees]);
  return (
    <>
      <Text size="note">
        {formatUsd(centsOf(amount))} counts for {place} on {dayName(on)}, the day it arrived, as a payment by {name}. It pays the oldest
        charges first. {reword("The tenant gets an email.")}
      </Text>
      {wrongFees && wrongFees.count > 0 && (
        <Checkbox label={wrongFeesWords(wrongFees)} checked={isWithFees} onChange={({ target }) => setWithFees(target.checked)} />
      )}
    </>
  );
}

/** Returns a text once it has not changed for a moment. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), searchPauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}
