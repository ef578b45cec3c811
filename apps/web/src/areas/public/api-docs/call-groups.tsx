import { Search } from "lucide-react";
import { Empty } from "../../../ui/empty.tsx";
import { Field } from "../../../ui/field.tsx";
import { Input } from "../../../ui/inputs.tsx";
import { Heading, Text } from "../../../ui/typography.tsx";
import { anchorOf, type CallGroup, countCalls } from "./api-outline.ts";
import { CallEntry } from "./call-entry.tsx";
import styles from "./api-docs.module.css";

interface CallSearchProps {
  query: string;
  onChange: (query: string) => void;
  groups: CallGroup[];
}

/** Narrows the calls while it is typed into, and says how many are left. */
export function CallSearch({ query, onChange, groups }: CallSearchProps) {
  const count = countCalls(groups);
  return (
    <search id="calls" className={styles.search}>
      <Field label="Search the calls" hint="A path, a field, an error code" filter>
        <Input
          icon={Search}
          type="search"
          autoComplete="off"
          spellCheck={false}
          value={query}
          onChange={(event) => onChange(event.target.value)}
        />
      </Field>
      <div role="status">
        <Text size="note" muted>
          {count === 1 ? "1 call" : `${count} calls`}
        </Text>
      </div>
    </search>
  );
}

/** The calls under the headings of their groups. */
export function CallGroups({ groups, origin }: { groups: CallGroup[]; origin: string }) {
  if (groups.length === 0) return <Empty>No call has all of these words.</Empty>;
  return groups.map(({ name, description, calls }) => (
    <section key={name} id={`calls-${anchorOf(name)}`} className={styles.section}>
      <Heading>{name}</Heading>
      <Text muted>{description}</Text>
      <div className={styles.entries}>
        {calls.map((call) => (
          <CallEntry key={call.operation.operationId} call={call} origin={origin} />
        ))}
      </div>
    </section>
  ));
}
