import { formatUsd } from "@hearth/domain/money";
import { centsOf } from "../../../kit/cents.ts";
import { AppLink, ButtonLink, TextLink } from "../../../kit/links.tsx";
import { Permitted } from "../../../kit/permission.tsx";
import { rewordHeads, useWording } from "../../../kit/words.ts";
import { type Outputs, trpc } from "../../../lib/trpc.ts";
import { Amount } from "../../../ui/amount.tsx";
import { cx } from "../../../ui/cx.ts";
import { DataTable, type DataTableColumn } from "../../../ui/data-table.tsx";
import { DimensionLine } from "../../../ui/dimension-line.tsx";
import { Card, Section } from "../../../ui/page.tsx";
import { Stat, Stats } from "../../../ui/stats.tsx";
import { Text } from "../../../ui/typography.tsx";
import { monthAlone } from "./month-words.ts";
import { Building, type BuildingData } from "./building.tsx";
import styles from "./desk.module.css";

type DeskData = Outputs["merchant"]["desk"];
type Tenancy = Outputs["rent"]["tenants"]["items"][number];

/** The amounts billed and collected for the month, and past due by age, each with a link to its leases. */
function Collected({ desk }: { desk: DeskData }) {
  const reword = useWording();
  const { month, collected, pastDue } = desk;
  const [billed, paid, throughHearth, recorded] = [collected.billed, collected.paid, collected.throughHearth, collected.recorded].map(
    centsOf,
  );
  const open = Math.max(0, (billed ?? 0) - (paid ?? 0));
  const parts = [
    { length: throughHearth ?? 0, label: "through Hearth", kind: "filled" as const },
    { length: recorded ?? 0, label: "recorded by you", kind: "plain" as const },
    { length: open, label: "open", kind: "hatched" as const },
  ];
  const ages = [
    { label: "0 to 30 days", ...pastDue.days30 },
    { label: "31 to 60 days", ...pastDue.days60 },
    { label: "Over 60 days", ...pastDue.over60 },
  ];
  return (
    <div className={styles.collected}>
      <Card as="section" label="Collected">
        <Text size="note" muted>{`Collected for ${monthAlone(month)}`}</Text>
        <div className={styles.sum}>
          <Amount cents={paid ?? 0} size={46} />
          <Text as="span" muted>
            of <Amount cents={billed ?? 0} /> billed
          </Text>
        </div>
        <DimensionLine parts={parts.map((part) => ({ ...part, value: formatUsd(part.length) }))} />
      </Card>
      <Stats>
        <Stat
          label="Past due"
          value={<Amount cents={centsOf(pastDue.amount)} size={30} />}
          note={reword(leasesText(pastDue.leases))}
          render={(props) => <AppLink to="/merchant/tenants" search={{ state: "late", sort: "pastDue" }} {...props} />}
        />
        {ages.map(({ label, amount, leases }) => (
          <Stat
            key={label}
            label={label}
            value={<Amount cents={centsOf(amount)} size={22} />}
            note={reword(leasesText(leases))}
            render={(props) => <AppLink to="/merchant/tenants" search={{ state: "late" }} {...props} />}
          />
        ))}
        <Stat
          label="Balance"
          value={<Amount cents={centsOf(pastDue.balance)} size={22} />}
          note="Past due and due next"
          render={(props) => <AppLink to="/merchant/tenants" search={{ state: "owing", sort: "balance" }} {...props} />}
        />
      </Stats>
    </div>
  );
}

function leasesText(count: number): string {
  return count === 0 ? "No one" : `${count.toLocaleString("en-US")} ${count === 1 ? "lease" : "leases"}`;
}

const columns: DataTableColumn<Tenancy>[] = [
  { id: "unit", head: "Unit", kind: "title", slack: true, cell: ({ property, unit }) => `${property} ${unit}` },
  { id: "tenants", head: "Tenants", kind: "sub", wide: true, cell: ({ tenants }) => tenants.join(", ") || "No one yet" },
  {
    id: "late",
    head: "Status",
    kind: "status",
    cell: ({ daysLate }) => <strong className={styles.late}>{`${daysLate} ${daysLate === 1 ? "day" : "days"} late`}</strong>,
  },
  { id: "pastDue", head: "Past due", kind: "amount", cell: ({ late }) => <Amount cents={centsOf(late)} /> },
];

/** Rows of the table. */
const shownRows = 12;
/** Largest number of units whose windows a phone shows before the table. */
const manyUnits = 60;

/** The building beside the leases that have been past due longest. */
function BuildingAndPastDue({ building, desk, liveMs }: { building: BuildingData; desk: DeskData; liveMs: number }) {
  const reword = useWording();
  const late = trpc.rent.tenants.useQuery({ state: "late", limit: shownRows }, { refetchInterval: liveMs });
  const rows = late.data?.items ?? [];
  const count = building.properties.reduce((sum, { units }) => sum + units.length, 0);
  const { leases } = desk.pastDue;
  return (
    <div className={cx(styles.month, count > manyUnits && styles.tableFirst)}>
      <div className={styles.windows}>
        <Building building={building} />
      </div>
      <div className={styles.pastDue}>
        <Section
          title={leases === 0 ? "No one is past due" : `${leases.toLocaleString("en-US")} past due`}
          end={
            leases > 0 && (
              <Permitted least="manager">
                <ButtonLink size="small" to="/merchant/leases/several" search={{ act: "remind" }}>
                  {leases === 1 ? "Remind" : `Remind all ${leases.toLocaleString("en-US")}`}
                </ButtonLink>
              </Permitted>
            )
          }
        >
          {rows.length > 0 && (
            <DataTable
              dense
              caption="Past due"
              columns={rewordHeads(reword, columns)}
              rows={rows}
              rowKey={({ _id }) => _id}
              rowName={({ property, unit }) => `${property} ${unit}`}
              open={({ _id }, props) => <AppLink to="/merchant/leases/$leaseId" params={{ leaseId: _id }} {...props} />}
            />
          )}
          {leases > rows.length && rows.length > 0 && (
            <Text size="note" className={styles.more}>
              <TextLink size="small" to="/merchant/tenants" search={{ state: "late" }}>
                {`See all ${leases.toLocaleString("en-US")}`}
              </TextLink>
            </Text>
          )}
          {leases === 0 && <Text muted>{reword("Every tenant has paid what was due.")}</Text>}
        </Section>
      </div>
    </div>
  );
}

/** The landlord's month: what was collected, what is past due, and the building. */
export function Desk(props: { building: BuildingData; desk: DeskData; liveMs: number }) {
  return (
    <>
      <Collected desk={props.desk} />
      <BuildingAndPastDue {...props} />
    </>
  );
}
