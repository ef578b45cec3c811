import type { JsonSchema } from "@hearth/domain/api-document";
import { Text } from "../../../ui/typography.tsx";
import { TextAnchor } from "../../../ui/text-anchor.tsx";
import { limitWords, modelOf, typeWords } from "./api-outline.ts";
import styles from "./api-docs.module.css";
import Markdown from "markdown-to-jsx/react";
import type { HTMLAttributes } from "react";

/** Lists the fields of an object, with nested objects indented. A model links to its own entry. */
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

/** A field: name, type, description and limits. */
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
        {limitWords(schema).map((limitText) => (
          <Text key={limitText} size="note" muted>
            {limitText}
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

/** Returns the object inside of a schema: the schema itself, an array's items, or the object of a nullable type. */
function objectIn(schema: JsonSchema): JsonSchema | undefined {
  if (schema.properties) return schema;
  if (schema.items) return objectIn(schema.items);
  return schema.anyOf?.find((option) => option.properties);
}

/** Inline code. Inside of a block it inherits the block's style. */
function CodeText({ children }: HTMLAttributes<HTMLElement>) {
  return <code className={styles.inline}>{children}</code>;
}

const options = { disableParsingRawHTML: true, overrides: { a: TextAnchor, code: CodeText } };

/** Renders the guide's Markdown. Raw HTML stays text. */
export function Prose({ children }: { children: string }) {
  return (
    <div className={styles.prose}>
      <Markdown options={{ ...options, forceBlock: true, wrapper: null }}>{children}</Markdown>
    </div>
  );
}

/** Renders a sentence in Markdown. */
function ProseLine({ children }: { children: string }) {
  return <Markdown options={{ ...options, forceInline: true, forceWrapper: true, wrapper: "p" }}>{children}</Markdown>;
}
