import { Pencil } from "lucide-react";
import { useState } from "react";
import { centsOf } from "../../../kit/cents.ts";
import { AppLink, ButtonLink } from "../../../kit/links.tsx";
import { ListFilters } from "../../../kit/list/list-filters.tsx";
import { NothingFits, PagedList } from "../../../kit/list/paged-list.tsx";
import { Permitted, usePermission } from "../../../kit/permission.tsx";
import { rewordHeads, useWording } from "../../../kit/words.ts";
import { type Outputs, trpc } from "../../../lib/trpc.ts";
import { Amount } from "../../../ui/amount.tsx";
import { Button, IconButton } from "../../../ui/button.tsx";
import { DataTable, type DataTableColumn } from "../../../ui/data-table.tsx";
import { dayWords } from "../../../ui/dates.ts";
import { Dialog, useLastShown } from "../../../ui/dialog.tsx";
import { Empty } from "../../../ui/empty.tsx";
import { PageHead } from "../../../ui/page.tsx";
import { TextButton } from "../../../ui/text-anchor.tsx";
import { Text } from "../../../ui/typography.tsx";
import { type BuildingUnit, mostNumbered, Windows } from "../dashboard/building.tsx";
import type { PropertySearch } from "../searches.ts";
import styles from "./properties.module.css";
import { standingWords } from "./standing-words.ts";
import { useProperties } from "./use-properties.ts";
import { PropertyEdit, PropertyForm, UnitEdit, UnitForm } from "./property-forms.tsx";

type Property = Outputs["rent"]["properties"]["items"][number];

type UnitRow = Property["units"][number] & { property: Property };

/** Content of the open dialog. */
type OpenForm = { act: "add" } | { act: "edit" | "addUnit"; property: Property } | { act: "editUnit"; unit: UnitRow };

const titles = { add: "Add a property", edit: "Edit the property", addUnit: "Add a unit", editUnit: "Edit the unit" } as const;

const columnsWith = (setOpenForm: (openForm: OpenForm) => void): DataTableColumn<UnitRow>[] => [
  { id: "unit", head: "Unit", kind: "title", cell: ({ name }) => name },
  { id: "tenants", head: "Tenants", kind: "sub", slack: true, cell: (unit) => <Who unit={unit} /> },
  { id: "standing", head: "Pays", kind: "aside", cell: ({ lease }) => lease && standingWords[lease.standing] },
  { id: "rent", head: "Rent", kind: "aside", figures: true, cell: ({ lease }) => lease && <Amount cents={centsOf(lease.rent)} /> },
  {
    id: "ends",
    head: "Lease end",
    kind: "meta",
    cell: ({ lease }) => lease && (lease.endsOn === null ? "Month-to-month" : dayWords(lease.endsOn)),
  },
  {
    id: "edit",
    head: "Edit",
    kind: "status",
    cell: (unit) => (
      <span className={styles.ways}>
        {unit.lease === null && <AddLease unit={unit} />}
        <Permitted least="manager">
          <IconButton icon={Pencil} label={`Edit unit ${nameOf(unit)}`} onClick={() => setOpenForm({ act: "editUnit", unit })} />
        </Permitted>
      </span>
    ),
  },
  { id: "balance", head: "Balance", kind: "amount", cell: ({ lease }) => lease && <UnitBalance lease={lease} /> },
];

function Who({ unit: { lease } }: { unit: UnitRow }) {
  if (lease === null)
    return (
      <Text as="span" muted>
        Vacant
      </Text>
    );
  return lease.tenants.join(", ") || "No one yet";
}

function UnitBalance({ lease: { balance, pastDue } }: { lease: NonNullable<UnitRow["lease"]> }) {
  if (balance === 0)
    return (
      <Text as="span" muted>
        –
      </Text>
    );
  const amount = <Amount cents={centsOf(balance)} />;
  return pastDue > 0 ? <strong className={styles.late}>{amount}</strong> : amount;
}

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

/** Heading of a property above its units: name, address and actions. */
interface HeadingProps {
  property: Property;
  /** True where the list has only some of its units. */
  isPart: boolean;
  /** Units as windows, once they are known. */
  windows: readonly BuildingUnit[] | undefined;
  setOpenForm: (openForm: OpenForm) => void;
}

function Heading({ property, isPart, windows, setOpenForm }: HeadingProps) {
  const { name, address, units } = property;
  const vacant = units.filter(({ lease }) => lease === null).length;
  return (
    <div className={styles.heading}>
      <span>{name}</span>
      {address !== "" && <span className={styles.address}>{address}</span>}
      {vacant > 0 && !isPart && <span className={styles.address}>{`${vacant.toLocaleString("en-US")} vacant`}</span>}
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
      {windows && windows.length > 1 && (
        <div className={styles.windows}>
          <Windows name={name} units={windows} isNumbered={windows.length <= mostNumbered} />
        </div>
      )}
    </div>
  );
}

const adding: OpenForm = { act: "add" };

interface PropertiesProps {
  search: PropertySearch;
  onFilter: (filter: Partial<PropertySearch>) => void;
}

/** The landlord's properties: each as windows, and its units with tenants, rent, lease end and balance. A row opens its lease. */
export function Properties({ search: { search, add: isAdding = false }, onFilter }: PropertiesProps) {
  const reword = useWording();
  const pages = useProperties(search);
  const building = trpc.rent.building.useQuery({});
  const windowsOf = new Map(building.data?.properties.map((property) => [property._id, property.units]));
  const mayAdd = usePermission("manager") && isAdding;
  const [chosenForm, setOpenForm] = useState<OpenForm>();
  const openForm = chosenForm ?? (mayAdd ? adding : undefined);
  const close = () => {
    setOpenForm(undefined);
    if (isAdding) onFilter({ add: undefined });
  };
  const shownForm = useLastShown(openForm);
  const add = (
    <Permitted least="manager">
      <Button variant="primary" onClick={() => setOpenForm(adding)}>
        Add a property
      </Button>
    </Permitted>
  );
  return (
    <>
      <PageHead title="Properties" actions={search === undefined && pages.data?.pages[0]?.items.length === 0 ? undefined : add} />
      <ListFilters
        searchOnly
        value={{ search }}
        onFilter={({ search: text }) => onFilter({ search: text })}
        placeholder={reword("Property, unit or tenant")}
      />
      {pages.isCut && <Text muted>More units may match than are listed. Type more to find them.</Text>}
      <PagedList
        pages={pages}
        noun="property"
        lead="first"
        failed="Failed to load your properties"
        empty={
          <NothingFits
            filter={{ search }}
            onClear={() => onFilter({ search: undefined })}
            none={<Empty action={add}>{reword("Add a property with its units. Then add a lease for a unit.")}</Empty>}
          >
            No property or unit matches this search.
          </NothingFits>
        }
      >
        {(properties) => (
          <DataTable
            dense
            cards="wide"
            caption="Properties"
            columns={rewordHeads(reword, columnsWith(setOpenForm))}
            rows={properties.flatMap((property) => property.units.map((unit) => ({ ...unit, property })))}
            rowKey={({ _id }) => _id}
            rowName={nameOf}
            open={({ _id, lease }, props) =>
              lease ? (
                <AppLink to="/merchant/leases/$leaseId" params={{ leaseId: lease._id }} {...props} />
              ) : (
                <AppLink to="/merchant/leases/new" search={{ unit: _id }} {...props} />
              )
            }
            groups={{
              of: ({ property }) => property.name,
              heading: (name) =>
                properties
                  .filter((property) => property.name === name)
                  .map((property) => (
                    <Heading
                      key={property._id}
                      property={property}
                      isPart={pages.isCut || (pages.hasNextPage && property === properties.at(-1))}
                      windows={windowsOf.get(property._id)}
                      setOpenForm={setOpenForm}
                    />
                  )),
            }}
          />
        )}
      </PagedList>
      <Dialog open={openForm !== undefined} onClose={close} title={shownForm && titles[shownForm.act]} small>
        {shownForm && <UnitOrLeaseForm openForm={shownForm} onDone={close} />}
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
