import type { JsonSchema } from "@hearth/domain/api-document";
import { Heading, Text } from "../../../ui/typography.tsx";
import { NamedDetails } from "./named-details.tsx";
import { SchemaFields } from "./schema-fields.tsx";
import styles from "./api-docs.module.css";

/** The objects that several calls answer, field by field. */
export function Models({ schemas }: { schemas: Record<string, JsonSchema> }) {
  return (
    <section id="objects" className={styles.section}>
      <Heading>Objects</Heading>
      <Text muted>What several calls answer.</Text>
      <div className={styles.entries}>
        {Object.entries(schemas).map(([name, schema]) => (
          <NamedDetails key={name} id={`model-${name}`} summary={<h3 className={styles.path}>{name}</h3>}>
            {() => (
              <div className={styles.model}>
                <SchemaFields schema={schema} />
              </div>
            )}
          </NamedDetails>
        ))}
      </div>
    </section>
  );
}
