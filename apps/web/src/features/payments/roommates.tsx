import { formatUsd } from "@hearth/domain/money";
import { centsOf } from "../../kit/cents.ts";
import { useWording } from "../../kit/words.ts";
import { Alert } from "../../ui/alert.tsx";
import { Time } from "../../ui/moment.tsx";

interface Roommate {
  /** Missing if the roommate must not be named. */
  name?: string;
  amount: number;
  since: string;
}

/** Shows the payments that other tenants have open for the same lease, so that nobody pays the same bill twice by accident. */
export function Roommates({ roommates }: { roommates: readonly Roommate[] }) {
  const reword = useWording();
  return roommates.map(({ name = reword("Another tenant"), amount, since }) => (
    <Alert key={`${name} ${since} ${amount}`} tone="waiting" title={`${name} is paying ${formatUsd(centsOf(amount))} for this right now`}>
      Since <Time at={since} shape="minute" />. Please ask them before you pay as well. What both of you pay beyond the bill stays as
      credit.
    </Alert>
  ));
}
