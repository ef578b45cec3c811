import { Search } from "lucide-react";
import { Empty } from "../../../ui/empty.tsx";
import { Field } from "../../../ui/field.tsx";
import { Input } from "../../../ui/inputs.tsx";
import { Heading, Text } from "../../../ui/typography.tsx";
import { anchorOf, type CallGroup, countCalls, type Call } from "./api-outline.ts";
import styles from "./api-docs.module.css";
import { CallFacts } from "./call-facts.tsx";
import { exampleRequest } from "./example-request.ts";
import { NamedDetails } from "./named-details.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";

interface CallSearchProps {
  query: string;
  onChange: (query: string) => void;
  groups: CallGroup[];
}

/** Search field that filters the calls, with the number of results. */
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

/** Lists the calls under their groups' headings. */
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

/** A call: method, path and summary, with its details when opened. */
function CallEntry({ call, origin }: { call: Call; origin: string }) {
  const { method, path, operation } = call;
  const line = (
    <>
      <span className={styles.method} data-method={method}>
        {method}
      </span>
      <h3 className={styles.path}>{path}</h3>
      <Text as="span" size="note" muted className={styles.summary}>
        {operation.summary}
      </Text>
    </>
  );
  return (
    <NamedDetails id={operation.operationId} summary={line}>
      {() => (
        <div className={styles.body}>
          <CallFacts operation={operation} />
          <CallExamples call={call} origin={origin} />
        </div>
      )}
    </NamedDetails>
  );
}

function CallExamples({ call, origin }: { call: Call; origin: string }) {
  const [answer] = Object.values(call.operation.responses);
  const example = answer?.content?.["application/json"]?.example;
  return (
    <div className={styles.examples}>
      <CodeBlock title="Example call">{exampleRequest(origin, call)}</CodeBlock>
      {example !== undefined && <CodeBlock title="Example answer">{JSON.stringify(example, null, 2)}</CodeBlock>}
    </div>
  );
}

/** Preformatted text with a copy button. Long lines wrap. */
function CodeBlock({ title, children }: { title: string; children: string }) {
  return (
    <figure className={styles.code}>
      <div className={styles.codeHead}>
        <Text as="figcaption" size="label" muted>
          {title}
        </Text>
        <CopyButton text={children} what={title.toLowerCase()} />
      </div>
      <pre>
        <code>{children}</code>
      </pre>
    </figure>
  );
}
