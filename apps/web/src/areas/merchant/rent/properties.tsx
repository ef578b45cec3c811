import { Pencil } from "lucide-react";
import { useState } from "react";
import { ButtonLink, TextLink } from "../../../kit/links.tsx";
import { PagedList } from "../../../kit/list/paged-list.tsx";
import { usePages } from "../../../kit/list/use-pages.ts";
import { Permitted } from "../../../kit/permission.tsx";
import { saidHeads, useWords } from "../../../kit/words.ts";
import { type Outputs, trpc } from "../../../lib/trpc.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { DataTable, type DataTableColumn } from "../../../ui/data-table.tsx";
import { Dialog, useLastShown } from "../../../ui/dialog.tsx";
import { Empty } from "../../../ui/empty.tsx";
import { PageHead } from "../../../ui/page.tsx";
import { TextButton } from "../../../ui/text-anchor.tsx";
import styles from "./properties.module.css";
import { PropertyEdit, PropertyForm, UnitEdit, UnitForm } from "./property-forms.tsx";

type Property = Outputs["rent"]["properties"]["items"][number];

type UnitRow = Property["units"][number] & { property: Property };

/** Content of the open dialog. */
type Asked = { act: "add" } | { act: "edit" | "addUnit"; property: Property } | { act: "editUnit"; unit: UnitRow };

const titles = { add: "Add a property", edit: "Edit the property", addUnit: "Add a unit", editUnit: "Edit the unit" } as const;

const columnsWith = (ask: (asked: Asked) => void): DataTableColumn<UnitRow>[] => [
  { id: "unit", head: "Unit", kind: "title", cell: ({ name }) => name },
  { id: "tenants", head: "Tenants", kind: "sub", slack: true, cell: ({ lease }) => lease?.tenants.join(", ") ?? "Nobody" },
  {
    id: "lease",
    head: "Lease",
    kind: "status",
    cell: (unit) => (
      <span className={styles.ways}>
        {unit.lease ? <SeeLease leaseId={unit.lease._id} of={nameOf(unit)} /> : <Let unit={unit} />}
        <Permitted least="manager">
          <IconButton icon={Pencil} label={`Edit unit ${nameOf(unit)}`} onClick={() => ask({ act: "editUnit", unit })} />
        </Permitted>
      </span>
    ),
  },
];

const nameOf = ({ property, name }: UnitRow) => `${property.name} ${name}`;

function Let({ unit }: { unit: UnitRow }) {
  return (
    <Permitted least="manager">
      <ButtonLink to="/merchant/leases/new" search={{ unit: unit._id }} size="small" aria-label={`Let ${nameOf(unit)}`}>
        Let
      </ButtonLink>
    </Permitted>
  );
}

function SeeLease({ leaseId, of }: { leaseId: string; of: string }) {
  const say = useWords();
  return (
    <TextLink to="/merchant/leases/$leaseId" params={{ leaseId }} aria-label={`${say("See lease of")} ${of}`}>
      {say("See lease")}
    </TextLink>
  );
}

/** Heading of a property above its units: name, address and actions. */
function Heading({ property, ask }: { property: Property; ask: (asked: Asked) => void }) {
  const { name, address } = property;
  return (
    <div className={styles.heading}>
      <span>{name}</span>
      {address !== "" && <span className={styles.address}>{address}</span>}
      <Permitted least="manager">
        <span className={styles.acts}>
          <TextButton size="small" aria-label={`Edit ${name}`} onClick={() => ask({ act: "edit", property })}>
            Edit
          </TextButton>
          <TextButton size="small" aria-label={`Add a unit to ${name}`} onClick={() => ask({ act: "addUnit", property })}>
            Add a unit
          </TextButton>
        </span>
      </Permitted>
    </div>
  );
}

/** Lists the merchant's properties and units: the tenants of each, or a link to let it. */
export function Properties() {
  const say = useWords();
  const pages = usePages(trpc.rent.properties, {});
  const [asked, ask] = useState<Asked>();
  const shown = useLastShown(asked);
  const add = (
    <Permitted least="manager">
      <Button variant="primary" onClick={() => ask({ act: "add" })}>
        Add a property
      </Button>
    </Permitted>
  );
  return (
    <>
      <PageHead title="Properties" actions={pages.data?.pages[0]?.items.length === 0 ? undefined : add} />
      <PagedList
        pages={pages}
        noun="property"
        failed="Failed to load your properties"
        empty={<Empty action={add}>{say("Add a property with its units. Then let a unit to a tenant.")}</Empty>}
      >
        {(properties) => (
          <DataTable
            dense
            caption="Properties"
            columns={saidHeads(say, columnsWith(ask))}
            rows={properties.flatMap((property) => property.units.map((unit) => ({ ...unit, property })))}
            rowKey={({ _id }) => _id}
            groups={{
              of: ({ property }) => property.name,
              heading: (name) =>
                properties.filter((one) => one.name === name).map((one) => <Heading key={one._id} property={one} ask={ask} />),
            }}
          />
        )}
      </PagedList>
      <Dialog open={asked !== undefined} onClose={() => ask(undefined)} title={shown && titles[shown.act]} small>
        {shown && <AskedForm asked={shown} onDone={() => ask(undefined)} />}
      </Dialog>
    </>
  );
}

function AskedForm({ asked, onDone }: { asked: Asked; onDone: () => void }) {
  if (asked.act === "add") return <PropertyForm onDone={onDone} />;
  if (asked.act === "editUnit") return <UnitEdit unit={asked.unit} onDone={onDone} />;
  if (asked.act === "edit") return <PropertyEdit property={asked.property} onDone={onDone} />;
  return <UnitForm of={{ propertyId: asked.property._id }} onDone={onDone} />;
}
