import type { ApiDocument } from "@hearth/domain/api-document";
import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { ErrorState } from "../../../ui/empty.tsx";
import { SkeletonLedger } from "../../../ui/skeleton.tsx";
import { TextAnchor } from "../../../ui/text-anchor.tsx";
import { Text, Title } from "../../../ui/words.tsx";
import { groupCalls, splitGuide } from "./api-outline.ts";
import { CallGroups, CallSearch } from "./call-groups.tsx";
import { Contents } from "./contents.tsx";
import { ErrorCatalogue } from "./error-catalogue.tsx";
import { Guide } from "./guide.tsx";
import { Models } from "./models.tsx";
import styles from "./api-docs.module.css";

const address = "/api/openapi.json";

const reference = [
  { id: "error-codes", title: "Error codes" },
  { id: "objects", title: "Objects" },
];

async function loadDocument(): Promise<ApiDocument> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`The description was answered with ${answer.status}`);
  return answer.json();
}

/** The documented interface, to read and to search: the server's own description of it. */
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
