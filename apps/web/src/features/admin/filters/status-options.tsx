import { accountStatuses } from "@hearth/domain/auth/roles";
import { statusName } from "./status-name.ts";

/** The statuses of an account or a merchant, as options of a select. */
export function StatusOptions() {
  return accountStatuses.map((value) => (
    <option key={value} value={value}>
      {statusName(value)}
    </option>
  ));
}
