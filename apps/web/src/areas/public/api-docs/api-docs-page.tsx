import type { ApiDocument, ApiError, JsonSchema } from "@hearth/domain/api-document";
import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { ErrorState } from "../../../ui/empty.tsx";
import { SkeletonLedger } from "../../../ui/skeleton.tsx";
import { TextAnchor } from "../../../ui/text-anchor.tsx";
import { Text, Title, Heading } from "../../../ui/typography.tsx";
import { groupCalls, splitGuide, anchorOf, type CallGroup, type GuideSection } from "./api-outline.ts";
import { CallGroups, CallSearch } from "./call-groups.tsx";
import { Prose, SchemaFields } from "./schema-fields.tsx";
import styles from "./api-docs.module.css";
import { NamedDetails } from "./named-details.tsx";

const address = "/api/openapi.json";

const reference = [
  { id: "error-codes", title: "Error codes" },
  { id: "objects", title: "Objects" },
];

async function loadDocument(): Promise<ApiDocument> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`The API description could not be loaded: HTTP ${answer.status}`);
  return answer.json();
}

/** Page of the REST API documentation, generated from the server's OpenAPI description. */
export function ApiDocsPage() {
  const { data, error, refetch, isFetching } = useQuery({ queryKey: ["api-document"], queryFn: loadDocument, staleTime: Infinity });
  return (
    <article className={styles.page}>
      <header className={styles.head}>
        <Title size="large">The Hearth API</Title>
        <Text size="lead" className={styles.lead}>
          Every call that programs can make, what it takes, what it answers and what it refuses. For tools, as{" "}
          <TextAnchor href={address}>OpenAPI 3.1</TextAnchor>.
        </Text>
      </header>
      {data && <Described api={data} />}
      {!data && error && (
        <ErrorState onRetry={() => void refetch()} busy={isFetching}>
          The description of the calls could not be loaded.
        </ErrorState>
      )}
      {!data && !error && <SkeletonLedger rows={12} />}
    </article>
  );
}

function Described({ api }: { api: ApiDocument }) {
  const [query, setQuery] = useState("");
  const groups = groupCalls(api, useDeferredValue(query));
  const guide = splitGuide(api.info.description);
  const isSearching = query.trim() !== "";
  return (
    <div className={styles.layout}>
      <Contents guide={isSearching ? [] : guide.sections} groups={groups} reference={isSearching ? [] : reference} />
      <div className={styles.content}>
        <CallSearch query={query} onChange={setQuery} groups={groups} />
        {!isSearching && <Guide opening={guide.opening} sections={guide.sections} />}
        <CallGroups groups={groups} origin={api.servers[0]?.url ?? ""} />
        {!isSearching && <ErrorCatalogue errors={api["x-errors"]} />}
        {!isSearching && <Models schemas={api.components.schemas} />}
      </div>
    </div>
  );
}

interface Entry {
  id: string;
  title: string;
}

/** Table of contents: beside the page on a wide screen, above it on a narrow one. */
function Contents({ guide, groups, reference }: { guide: Entry[]; groups: CallGroup[]; reference: Entry[] }) {
  return (
    <nav className={styles.contents} aria-label="On this page">
      <ContentsList title="Guide" entries={guide} />
      <ContentsList title="Calls" entries={groups.map(({ name }) => ({ id: `calls-${anchorOf(name)}`, title: name }))} />
      <ContentsList title="Reference" entries={reference} />
    </nav>
  );
}

function ContentsList({ title, entries }: { title: string; entries: Entry[] }) {
  if (entries.length === 0) return null;
  return (
    <details className={styles.contentsList} open={isWide()}>
      <summary>{title}</summary>
      <ul>
        {entries.map((entry) => (
          <li key={entry.id}>
            <a href={`#${entry.id}`}>{entry.title}</a>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** On a phone the lists start collapsed, so that the content is visible first. */
function isWide(): boolean {
  return window.matchMedia("(min-width: 768px)").matches;
}

/** Lists every error code with its status and default message. */
function ErrorCatalogue({ errors }: { errors: ApiError[] }) {
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

/** The introduction: signing in, pagination, time zones, idempotency, errors. */
function Guide({ opening, sections }: { opening: string; sections: GuideSection[] }) {
  return (
    <div className={styles.guide}>
      <Prose>{opening}</Prose>
      {sections.map(({ id, title, text }) => (
        <section key={id} id={id}>
          <Heading>{title}</Heading>
          <Prose>{text}</Prose>
        </section>
      ))}
    </div>
  );
}

/** Lists the objects that several calls return, with their fields. */
function Models({ schemas }: { schemas: Record<string, JsonSchema> }) {
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
