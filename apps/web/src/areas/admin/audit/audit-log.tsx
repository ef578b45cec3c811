import { Fragment } from "react";
import { CrumbLink, TextLink } from "../../../kit/links.tsx";
import { type Outputs, trpc, trpcClient } from "../../../lib/trpc.ts";
import { DataTable, type DataTableColumn } from "../../../ui/data-table.tsx";
import { Time } from "../../../ui/moment.tsx";
import { Page, PageHead } from "../../../ui/page.tsx";
import { Description, DescriptionList } from "../../../ui/description-list.tsx";
import { Dot } from "../../../ui/typography.tsx";
import { CsvButton } from "../../../kit/csv-button.tsx";
import { FilterSelect, ListFilters } from "../../../kit/list/list-filters.tsx";
import { everything, NothingFits, PagedList } from "../../../kit/list/paged-list.tsx";
import { usePages } from "../../../kit/list/use-pages.ts";
import type { AuditSearch } from "../searches.ts";
import { aboutOf, sentenceOf, unnamedActor } from "./audit-sentences.ts";
import { actionName, auditActions, factsText } from "./audit-words.ts";
import styles from "./audit.module.css";

const actions = Object.entries(auditActions).map(([value, label]) => ({ value, label }));
const failed = "Failed to load the audit log";

type Line = Outputs["admin"]["auditLog"]["items"][number];

const columns: DataTableColumn<Line>[] = [
  { id: "date", head: "Date", kind: "meta", cell: ({ at }) => <Time at={at} shape="minute" /> },
  { id: "event", head: "What happened", kind: "title", wraps: true, cell: (line) => <Event line={line} /> },
];

/** A sentence with the actor, the event, and the people and homes that it is about. The stored data is folded under it. */
function Event({ line }: { line: Line }) {
  const { actor, action, data, subject, ip, requestId } = line;
  const about = aboutOf(line);
  return (
    <>
      <p className={styles.sentence}>
        {actor ? <NamedLink name={actor.name} page={{ kind: "user", _id: actor._id }} /> : unnamedActor(line)} {sentenceOf(line)}
        {about.map(({ name, page }) => (
          <Fragment key={name}>
            <Dot />
            <NamedLink name={name} page={page} />
          </Fragment>
        ))}
      </p>
      <details className={styles.details}>
        <summary>Details</summary>
        <DescriptionList>
          <Description label="Action">{`${actionName(action)} (${action})`}</Description>
          <Description label="By">{actor?.email}</Description>
          <Description label="ID">{subject}</Description>
          <Description label="Data">{factsText(data)}</Description>
          <Description label="Address">{ip}</Description>
          <Description label="Request">{requestId}</Description>
        </DescriptionList>
      </details>
    </>
  );
}

type Named = Line["mentions"][number]["names"][number];

function NamedLink({ name, page }: Named) {
  switch (page?.kind) {
    case "user":
      return (
        <TextLink to="/admin/users/$id" params={{ id: page._id }}>
          {name}
        </TextLink>
      );
    case "merchant":
      return (
        <TextLink to="/admin/merchants/$id" params={{ id: page._id }}>
          {name}
        </TextLink>
      );
    case "lease":
      return (
        <TextLink to="/admin/leases/$leaseId" params={{ leaseId: page._id }}>
          {name}
        </TextLink>
      );
    case "payment":
      return (
        <TextLink to="/admin/transactions/$id" params={{ id: page._id }}>
          {name}
        </TextLink>
      );
    case "dispute":
      return (
        <TextLink to="/admin/disputes/$id" params={{ id: page._id }}>
          {name}
        </TextLink>
      );
    case undefined:
      return name;
  }
}

interface AuditLogProps {
  search: AuditSearch;
  onFilter: (filter: Partial<AuditSearch>) => void;
}

/** The audit log, newest first, a sentence for each event. */
export function AuditLog({ search: { action, ...filter }, onFilter }: AuditLogProps) {
  const query = { ...filter, action };
  const pages = usePages(trpc.admin.auditLog, query);
  return (
    <Page>
      <PageHead
        crumb={<CrumbLink to="/admin/settings">Settings</CrumbLink>}
        title="Audit log"
        actions={<CsvButton load={() => trpcClient.admin.exportAuditLog.query(query)} />}
      />
      <ListFilters
        value={filter}
        onFilter={onFilter}
        placeholder="Name, email, ID, address"
        more={() => (
          <FilterSelect label="What" all="Everything" options={actions} value={action} onChange={(next) => onFilter({ action: next })} />
        )}
      />
      <PagedList
        compact
        pages={pages}
        noun="line"
        failed={failed}
        empty={
          <NothingFits filter={query} onClear={() => onFilter(everything)} none="Nothing has happened yet.">
            Nothing in the log matches this filter.
          </NothingFits>
        }
      >
        {(lines) => <DataTable dense sticky cards="wide" caption="Audit log" columns={columns} rows={lines} rowKey={({ _id }) => _id} />}
      </PagedList>
    </Page>
  );
}
