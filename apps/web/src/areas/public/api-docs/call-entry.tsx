import { Text } from "../../../ui/typography.tsx";
import type { Call } from "./api-outline.ts";
import { CallFacts } from "./call-facts.tsx";
import { exampleRequest } from "./example-request.ts";
import { NamedDetails } from "./named-details.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import styles from "./api-docs.module.css";

/** One call: its method, path and sentence, and everything else on opening it. */
export function CallEntry({ call, origin }: { call: Call; origin: string }) {
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

/** Text for a program, as it is, with a button that copies it. A long line goes on below. */
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
