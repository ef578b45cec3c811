import { addPropertyInput } from "@hearth/domain/rent/inputs";
import { useState } from "react";
import { z } from "zod";
import { AppForm, useAppForm } from "../../../kit/form/form.tsx";
import { ButtonLink, TextLink } from "../../../kit/links.tsx";
import { PagedList } from "../../../kit/list/paged-list.tsx";
import { usePages } from "../../../kit/list/use-pages.ts";
import { Permitted } from "../../../kit/permission.tsx";
import { saidHeads, useWords } from "../../../kit/words.ts";
import { errorMessage } from "../../../lib/api-error.ts";
import { useIdempotencyKey } from "../../../lib/idempotency-key.ts";
import { type Outputs, trpc, trpcClient } from "../../../lib/trpc.ts";
import { Actions, Button } from "../../../ui/button.tsx";
import { DataTable, type DataTableColumn } from "../../../ui/data-table.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Empty } from "../../../ui/empty.tsx";
import { PageHead } from "../../../ui/page.tsx";
import { toast } from "../../../ui/toast-manager.ts";

interface UnitRow {
  _id: string;
  property: string;
  name: string;
  lease: Outputs["rent"]["properties"]["items"][number]["units"][number]["lease"];
}

const columns: DataTableColumn<UnitRow>[] = [
  { id: "unit", head: "Unit", kind: "title", cell: ({ name }) => name },
  { id: "tenants", head: "Tenants", kind: "sub", slack: true, cell: ({ lease }) => lease?.tenants.join(", ") ?? "Nobody" },
  {
    id: "lease",
    head: "Lease",
    kind: "status",
    cell: ({ _id, name, property, lease }) =>
      lease ? (
        <SeeLease leaseId={lease._id} of={`${property} ${name}`} />
      ) : (
        <Permitted least="manager">
          <ButtonLink to="/merchant/leases/new" search={{ unit: _id }} size="small" aria-label={`Let ${property} ${name}`}>
            Let
          </ButtonLink>
        </Permitted>
      ),
  },
];

function SeeLease({ leaseId, of }: { leaseId: string; of: string }) {
  const say = useWords();
  return (
    <TextLink to="/merchant/leases/$leaseId" params={{ leaseId }} aria-label={`${say("See lease of")} ${of}`}>
      {say("See lease")}
    </TextLink>
  );
}

/** The merchant's properties with their units: who rents each, and the way to let the others. */
export function Properties() {
  const say = useWords();
  const pages = usePages(trpc.rent.properties, {});
  const [isAdding, setAdding] = useState(false);
  const add = (
    <Permitted least="manager">
      <Button variant="primary" onClick={() => setAdding(true)}>
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
            columns={saidHeads(say, columns)}
            rows={properties.flatMap(({ name: property, units }) => units.map((unit) => ({ ...unit, property })))}
            rowKey={({ _id }) => _id}
            groups={{ of: ({ property }) => property, heading: (property) => property }}
          />
        )}
      </PagedList>
      <Dialog open={isAdding} onClose={() => setAdding(false)} title="Add a property" small>
        <PropertyForm onDone={() => setAdding(false)} />
      </Dialog>
    </>
  );
}

/** What the form holds: the units as they are typed, a line each. */
const propertyForm = z.object({
  name: addPropertyInput.shape.name,
  address: addPropertyInput.shape.address.unwrap(),
  units: z
    .string()
    .transform((lines) => [...new Set(lines.split(/[\n,]/).map((line) => line.trim()))].filter((line) => line !== ""))
    .pipe(addPropertyInput.shape.units),
});

/** A new property with its units. */
export function PropertyForm({ onDone }: { onDone: () => void }) {
  const utils = trpc.useUtils();
  const idempotency = useIdempotencyKey();
  const form = useAppForm({
    defaultValues: { name: "", address: "", units: "" },
    schema: propertyForm,
    onSubmit: async (values) => {
      try {
        await trpcClient.rent.addProperty.mutate({ ...values, idempotencyKey: idempotency.keyFor(values) });
      } catch (error) {
        return errorMessage(error, "The property was not added");
      }
      idempotency.done();
      await utils.rent.properties.invalidate();
      toast.success(`${values.name} was added`);
      onDone();
      return null;
    },
  });
  return (
    <AppForm of={form} label="New property">
      <form.AppField name="name">
        {(field) => <field.TextField label="Name" placeholder="Juniper Court" autoComplete="off" />}
      </form.AppField>
      <form.AppField name="address">
        {(field) => (
          <field.TextField label="Address" optional autoComplete="off" hint="With its state, whose law on late fees you are then told." />
        )}
      </form.AppField>
      <form.AppField name="units">
        {(field) => <field.TextareaField label="Units" rows={4} hint="One on each line: 1A, 1B, 2A. For a house, write House." />}
      </form.AppField>
      <Actions>
        <form.SubmitButton>Add property</form.SubmitButton>
      </Actions>
    </AppForm>
  );
}
