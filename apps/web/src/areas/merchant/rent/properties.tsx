import { Pencil } from "lucide-react";
import { useState } from "react";
import { ButtonLink, TextLink } from "../../../kit/links.tsx";
import { PagedList } from "../../../kit/list/paged-list.tsx";
import { usePages } from "../../../kit/list/use-pages.ts";
import { Permitted } from "../../../kit/permission.tsx";
import { rewordHeads, useWording } from "../../../kit/words.ts";
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
type OpenForm = { act: "add" } | { act: "edit" | "addUnit"; property: Property } | { act: "editUnit"; unit: UnitRow };

const titles = { add: "Add a property", edit: "Edit the property", addUnit: "Add a unit", editUnit: "Edit the unit" } as const;

const columnsWith = (setOpenForm: (openForm: OpenForm) => void): DataTableColumn<UnitRow>[] => [
  { id: "unit", head: "Unit", kind: "title", cell: ({ name }) => name },
  { id: "tenants", head: "Tenants", kind: "sub", slack: true, cell: ({ lease }) => lease?.tenants.join(", ") ?? "Vacant" },
  {
    id: "lease",
    head: "Lease",
    kind: "status",
    cell: (unit) => (
      <span className={styles.ways}>
        {unit.lease ? <SeeLease leaseId={unit.lease._id} unitName={nameOf(unit)} /> : <AddLease unit={unit} />}
        <Permitted least="manager">
          <IconButton icon={Pencil} label={`Edit unit ${nameOf(unit)}`} onClick={() => setOpenForm({ act: "editUnit", unit })} />
        </Permitted>
      </span>
    ),
  },
];

const nameOf = ({ property, name }: UnitRow) => `${property.name} ${name}`;

function AddLease({ unit }: { unit: UnitRow }) {
  return (
    <Permitted least="manager">
      <ButtonLink to="/merchant/leases/new" search={{ unit: unit._id }} size="small" aria-label={`Add lease for ${nameOf(unit)}`}>
        Add lease
      </ButtonLink>
    </Permitted>
  );
}

function SeeLease({ leaseId, unitName }: { leaseId: string; unitName: string }) {
  const reword = useWording();
  return (
    <TextLink to="/merchant/leases/$leaseId" params={{ leaseId }} aria-label={`${reword("See lease of")} ${unitName}`}>
      {reword("See lease")}
    </TextLink>
  );
}

/** Heading of a property above its units: name, address and actions. */
function Heading({ property, setOpenForm }: { property: Property; setOpenForm: (openForm: OpenForm) => void }) {
  const { name, address } = property;
  return (
    <div className={styles.heading}>
      <span>{name}</span>
      {address !== "" && <span className={styles.address}>{address}</span>}
      <Permitted least="manager">
        <span className={styles.acts}>
          <TextButton size="small" aria-label={`Edit ${name}`} onClick={() => setOpenForm({ act: "edit", property })}>
            Edit
          </TextButton>
          <TextButton size="small" aria-label={`Add a unit to ${name}`} onClick={() => setOpenForm({ act: "addUnit", property })}>
            Add a unit
          </TextButton>
        </span>
      </Permitted>
    </div>
  );
}

/** Lists the merchant's properties and units: the tenants of each, or a link to add its lease. */
export function Properties() {
  const reword = useWording();
  const pages = usePages(trpc.rent.properties, {});
  const [openForm, setOpenForm] = useState<OpenForm>();
  const shownForm = useLastShown(openForm);
  const add = (
    <Permitted least="manager">
      <Button variant="primary" onClick={() => setOpenForm({ act: "add" })}>
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
        empty={<Empty action={add}>{reword("Add a property with its units. Then add a lease for a unit.")}</Empty>}
      >
        {(properties) => (
          <DataTable
            dense
            caption="Properties"
            columns={rewordHeads(reword, columnsWith(setOpenForm))}
            rows={properties.flatMap((property) => property.units.map((unit) => ({ ...unit, property })))}
            rowKey={({ _id }) => _id}
            groups={{
              of: ({ property }) => property.name,
              heading: (name) =>
                properties
                  .filter((property) => property.name === name)
                  .map((property) => <Heading key={property._id} property={property} setOpenForm={setOpenForm} />),
            }}
          />
        )}
      </PagedList>
      <Dialog open={openForm !== undefined} onClose={() => setOpenForm(undefined)} title={shownForm && titles[shownForm.act]} small>
        {shownForm && <UnitOrLeaseForm openForm={shownForm} onDone={() => setOpenForm(undefined)} />}
      </Dialog>
    </>
  );
}

function UnitOrLeaseForm({ openForm, onDone }: { openForm: OpenForm; onDone: () => void }) {
  if (openForm.act === "add") return <PropertyForm onDone={onDone} />;
  if (openForm.act === "editUnit") return <UnitEdit unit={openForm.unit} onDone={onDone} />;
  if (openForm.act === "edit") return <PropertyEdit property={openForm.property} onDone={onDone} />;
  return <UnitForm target={{ propertyId: openForm.property._id }} onDone={onDone} />;
}
