import type { ApiOperation, ApiResponse } from "@hearth/domain/api-document";
import type { ReactNode } from "react";
import { Heading, Text } from "../../../ui/typography.tsx";
import { SchemaField, SchemaFields } from "./schema-fields.tsx";
import styles from "./api-docs.module.css";

/** Describes what a call takes, returns and refuses. */
export function CallFacts({ operation }: { operation: ApiOperation }) {
  const [first] = Object.entries(operation.responses);
  return (
    <div className={styles.facts}>
      {operation.description && <Text>{operation.description}</Text>}
      <Text muted>{tokenWords(operation)}</Text>
      <Parameters operation={operation} />
      {Object.entries(operation.requestBody?.content ?? {}).map(([type, { schema }]) => (
        <Part key={type} title={type === "application/json" ? "Body" : "Form with files"}>
          <SchemaFields schema={schema} />
        </Part>
      ))}
      {first && <Answer status={first[0]} answer={first[1]} />}
      <Refusals operation={operation} />
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={styles.part}>
      <Heading as="h4" size="label">
        {title}
      </Heading>
      {children}
    </div>
  );
}

const places = { path: "In the path", query: "In the query", header: "Headers" } as const;

function Parameters({ operation }: { operation: ApiOperation }) {
  return (["path", "query", "header"] as const).map((place) => {
    const here = operation.parameters.filter((parameter) => parameter.in === place);
    if (here.length === 0) return null;
    return (
      <Part key={place} title={places[place]}>
        <dl className={styles.fields}>
          {here.map(({ name, schema, description, required }) => (
            <SchemaField
              key={name}
              name={name}
              schema={{ ...schema, ...(description !== undefined && { description }) }}
              isRequired={required}
            />
          ))}
        </dl>
      </Part>
    );
  });
}

function Answer({ status, answer: { headers = {}, content = {} } }: { status: string; answer: ApiResponse }) {
  return (
    <Part title={`Answer, ${status}`}>
      {Object.entries(content).map(([type, { schema }]) =>
        type === "application/json" ? (
          <SchemaFields key={type} schema={schema} />
        ) : (
          <Text key={type}>A file, {type === "*/*" ? "of its own type" : type}</Text>
        ),
      )}
      {Object.keys(headers).length > 0 && (
        <dl className={styles.fields}>
          {Object.entries(headers).map(([name, { description, schema }]) => (
            <SchemaField key={name} name={name} schema={{ ...schema, description }} isRequired />
          ))}
        </dl>
      )}
    </Part>
  );
}

/** Statuses that every call may return. The guide explains them once. */
const anyCall = ["429", "500"];

function Refusals({ operation }: { operation: ApiOperation }) {
  const refusals = Object.entries(operation.responses).filter(([status]) => Number(status) >= 400 && !anyCall.includes(status));
  return (
    <Part title="Refusals">
      <dl className={styles.refusals}>
        {refusals.map(([status, { description }]) => (
          <div key={status}>
            <dt>{status}</dt>
            <dd>
              {description.split(", ").map((code) => (
                <code key={code}>{code}</code>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Part>
  );
}

function tokenWords({ security }: ApiOperation): string {
  const kinds = security.flatMap((scheme) => Object.keys(scheme));
  if (kinds.length === 0) return "Takes no token.";
  return `Takes ${kinds.map((kind) => (kind === "adminToken" ? "an admin token" : "an auth token")).join(" or ")}.`;
}
