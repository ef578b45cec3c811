import { setAsideKeyPrefix } from "@hearth/domain/operations/alarms";
import { CrumbLink, TextLink } from "../../../kit/links.tsx";
import { FilterSelect } from "../../../kit/list/list-filters.tsx";
import { NothingFits, PagedList } from "../../../kit/list/paged-list.tsx";
import { usePages } from "../../../kit/list/use-pages.ts";
import { trpc } from "../../../lib/trpc.ts";
import { Truncate } from "../../../ui/clipped.tsx";
import { DataTable, type DataTableColumn } from "../../../ui/data-table.tsx";
import { Time } from "../../../ui/moment.tsx";
import { Page, PageHead } from "../../../ui/page.tsx";
import { Text } from "../../../ui/typography.tsx";
import type { AlarmSearch } from "../searches.ts";
import { type Alarm, AlarmActions } from "./alarm-actions.tsx";

const statuses = [
  { value: "over", label: "Over" },
  { value: "all", label: "Current and over" },
];

const liveMs = 15_000;

const columns: DataTableColumn<Alarm>[] = [
  { id: "date", head: "Raised", kind: "meta", cell: ({ raisedAt }) => <Time at={raisedAt} shape="minute" /> },
  { id: "alarm", head: "Alarm", kind: "title", wraps: true, cell: (alarm) => <What alarm={alarm} /> },
  { id: "status", head: "Status", kind: "sub", wraps: true, cell: (alarm) => <Status alarm={alarm} /> },
  { id: "actions", head: "Actions", kind: "status", cell: (alarm) => <AlarmActions alarm={alarm} /> },
];

function What({ alarm: { key, message, advice, clearedAt } }: { alarm: Alarm }) {
  return (
    <>
      {message}
      <Text as="div" size="note" muted>
        {clearedAt === null ? advice : key}
      </Text>
      {clearedAt === null && key.startsWith(setAsideKeyPrefix) && <TextLink to="/admin/set-aside">Open what is set aside</TextLink>}
    </>
  );
}

function Status({ alarm: { clearedAt, acknowledged, silencedUntil } }: { alarm: Alarm }) {
  return (
    <>
      {clearedAt !== null && (
        <div>
          Over since <Time at={clearedAt} shape="minute" />
        </div>
      )}
      {clearedAt === null && acknowledged === null && <div>No one has taken it on</div>}
      {acknowledged !== null && (
        <div>
          Acknowledged <Time at={acknowledged.at} shape="minute" /> by <Truncate text={acknowledged.by} length={40} />
        </div>
      )}
      {silencedUntil !== null && (
        <div>
          Silenced until <Time at={silencedUntil} shape="minute" />
        </div>
      )}
    </>
  );
}

interface AlarmsProps {
  search: AlarmSearch;
  onFilter: (filter: AlarmSearch) => void;
}

/** Lists alarms, newest first, with the actions on them. An alarm disappears when its cause is resolved. */
export function Alarms({ search: { status }, onFilter }: AlarmsProps) {
  const pages = usePages(trpc.admin.alarms, { status: status ?? "living" }, { liveMs });
  return (
    <Page>
      <PageHead crumb={<CrumbLink to="/admin/dashboard">Dashboard</CrumbLink>} title="Alarms" />
      <FilterSelect
        label="Status"
        all="Active"
        options={statuses}
        value={status}
        onChange={(next) => onFilter({ status: next === "over" || next === "all" ? next : undefined })}
      />
      <PagedList
        compact
        pages={pages}
        noun="alarm"
        failed="Failed to load the alarms"
        empty={
          <NothingFits filter={{ status }} onClear={() => onFilter({ status: undefined })} none="No active alarms.">
            No alarms have this status.
          </NothingFits>
        }
      >
        {(alarms) => <DataTable dense sticky cards="wide" caption="Alarms" columns={columns} rows={alarms} rowKey={({ _id }) => _id} />}
      </PagedList>
    </Page>
  );
}
