import type { ApiError } from "@hearth/domain/api-document";
import { Heading, Text } from "../../../ui/words.tsx";
import styles from "./api-docs.module.css";

/** Every code there is, with its status and its usual sentence. */
export function ErrorCatalogue({ errors }: { errors: ApiError[] }) {
  return (
    <section id="error-codes" className={styles.section}>
      <Heading>Error codes</Heading>
      <Text muted>All of them, with the sentence they usually bring.</Text>
      <dl className={styles.catalogue}>
        {errors.map(({ code, status, message }) => (
          <div key={code}>
            <dt>
              <span>{status}</span> <code>{code}</code>
            </dt>
            <dd>{message}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
