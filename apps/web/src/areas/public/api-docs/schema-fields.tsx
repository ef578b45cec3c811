import type { JsonSchema } from "@hearth/domain/api-document";
import { Text } from "../../../ui/typography.tsx";
import { TextAnchor } from "../../../ui/text-anchor.tsx";
import { limitWords, modelOf, typeWords } from "./api-outline.ts";
import styles from "./api-docs.module.css";
import Markdown from "markdown-to-jsx/react";
import type { HTMLAttributes } from "react";

/** The fields of an object, one below the other, with those of the objects in it indented; a model is a link to its place. */
export function SchemaFields({ schema }: { schema: JsonSchema }) {
  const inner = objectIn(schema);
  if (!inner?.properties) return <SchemaType schema={schema} />;
  return (
    <dl className={styles.fields}>
      {Object.entries(inner.properties).map(([name, field]) => (
        <SchemaField key={name} name={name} schema={field} isRequired={inner.required?.includes(name) ?? false} />
      ))}
    </dl>
  );
}

interface SchemaFieldProps {
  name: string;
  schema: JsonSchema;
  isRequired: boolean;
}

/** One field: its name, what it is, and what is said about it. */
export function SchemaField({ name, schema, isRequired }: SchemaFieldProps) {
  const inner = objectIn(schema);
  return (
    <div className={styles.field}>
      <dt>
        <code>{name}</code>
        <SchemaType schema={schema} />
        {!isRequired && (
          <Text as="span" size="note" muted>
            optional
          </Text>
        )}
      </dt>
      <dd>
        {schema.description && <ProseLine>{schema.description}</ProseLine>}
        {limitWords(schema).map((words) => (
          <Text key={words} size="note" muted>
            {words}
          </Text>
        ))}
        {inner?.properties && <SchemaFields schema={inner} />}
      </dd>
    </div>
  );
}

function SchemaType({ schema }: { schema: JsonSchema }) {
  const model = modelOf(schema);
  return (
    <Text as="span" size="note" muted>
      {model === null ? typeWords(schema) : <TextAnchor href={`#model-${model}`}>{typeWords(schema)}</TextAnchor>}
    </Text>
  );
}

/** The object that is written out in a schema: itself, the items of a list, or the one that may be null. */
function objectIn(schema: JsonSchema): JsonSchema | undefined {
  if (schema.properties) return schema;
  if (schema.items) return objectIn(schema.items);
  return schema.anyOf?.find((one) => one.properties);
}

/** A word for programs within text; inside of a block it is the block's own. */
function CodeText({ children }: HTMLAttributes<HTMLElement>) {
  return <code className={styles.inline}>{children}</code>;
}

const options = { disableParsingRawHTML: true, overrides: { a: TextAnchor, code: CodeText } };

/** The guide's Markdown as elements; raw HTML in it stays text. */
export function Prose({ children }: { children: string }) {
  return (
    <div className={styles.prose}>
      <Markdown options={{ ...options, forceBlock: true, wrapper: null }}>{children}</Markdown>
    </div>
  );
}

/** A sentence in Markdown. */
function ProseLine({ children }: { children: string }) {
  return <Markdown options={{ ...options, forceInline: true, forceWrapper: true, wrapper: "p" }}>{children}</Markdown>;
}
