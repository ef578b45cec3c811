import { Pencil, Trash2 } from "lucide-react";
import { useRef, useState } from "react";
import { ButtonLink, TextLink } from "../../../kit/links.tsx";
import { PagedList } from "../../../kit/list/paged-list.tsx";
import { usePages } from "../../../kit/list/use-pages.ts";
import { Permitted } from "../../../kit/permission.tsx";
import { saidHeads, useWords } from "../../../kit/words.ts";
import { undoing } from "../../../kit/undoing.ts";
import { errorMessage } from "../../../lib/api-error.ts";
import { type Outputs, trpc, trpcClient } from "../../../lib/trpc.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { DataTable, type DataTableColumn } from "../../../ui/data-table.tsx";
import { Dialog, useLastShown } from "../../../ui/dialog.tsx";
import { Empty } from "../../../ui/empty.tsx";
import { PageHead } from "../../../ui/page.tsx";
import { TextButton } from "../../../ui/text-anchor.tsx";
import { toast } from "../../../ui/toast-manager.ts";
import styles from "./properties.module.css";
import { PropertyEdit, PropertyForm, UnitForm } from "./property-forms.tsx";

type Property = Outputs["rent"]["properties"]["items"][number];

type UnitRow = Property["units"][number] & { property: Property };

/** What is asked for in the dialog. */
type Asked = { act: "add" } | { act: "edit" | "addUnit"; property: Property } | { act: "rename"; unit: UnitRow };

const titles = { add: "Add a property", edit: "Edit the property", addUnit: "Add a unit", rename: "Rename the unit" } as const;

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
          <span className={styles.marks}>
            {!unit.lease && <Remove unit={unit} />}
            <IconButton icon={Pencil} label={`Rename ${nameOf(unit)}`} onClick={() => ask({ act: "rename", unit })} />
          </span>
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

/** Removes a unit that was never let, with an undo; its property goes with the last one. */
function Remove({ unit }: { unit: UnitRow }) {
  const { _id: unitId, name, property } = unit;
  const utils = trpc.useUtils();
  const addAgain = undoing(async () => {
    const { _id: propertyId, name: of, address, units } = property;
    if (units.length > 1) await trpcClient.rent.addUnit.mutate({ propertyId, name });
    else await trpcClient.rent.addProperty.mutate({ name: of, address, units: [name] });
    await utils.rent.invalidate();
  });
  const isAsked = useRef(false); // a second press comes before the mutation says that it is on its way
  const remove = trpc.rent.removeUnit.useMutation({
    onSuccess: async () => {
      await utils.rent.invalidate();
      toast.success(`${nameOf(unit)} was removed`, addAgain);
    },
    onError: (error) => {
      isAsked.current = false;
      toast.failure(errorMessage(error, "The unit was not removed"));
    },
  });
  const press = () => {
    if (isAsked.current) return;
    isAsked.current = true;
    remove.mutate({ unitId });
  };
  return <IconButton icon={Trash2} label={`Remove ${nameOf(unit)}`} onClick={press} />;
}

function SeeLease({ leaseId, of }: { leaseId: string; of: string }) {
  const say = useWords();
  return (
    <TextLink to="/merchant/leases/$leaseId" params={{ leaseId }} aria-label={`${say("See lease of")} ${of}`}>
      {say("See lease")}
    </TextLink>
  );
}

/** A property above its units: its name, where it stands, and what may be done with it. */
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

/** The merchant's properties with their units: who rents each, and the way to let the others. */
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
  if (asked.act === "rename") return <UnitForm of={{ unitId: asked.unit._id, name: asked.unit.name }} onDone={onDone} />;
  if (asked.act === "edit") return <PropertyEdit property={asked.property} onDone={onDone} />;
  return <UnitForm of={{ propertyId: asked.property._id }} onDone={onDone} />;
}
