import { addPropertyInput, changePropertyInput, renameUnitInput } from "@hearth/domain/rent/inputs";
import { useRef } from "react";
import { z } from "zod";
import { AppForm, seenIn, useAppForm, versionOf } from "../../../kit/form/form.tsx";
import { undoAction } from "../../../kit/undo-action.ts";
import { errorMessage } from "../../../lib/api-error.ts";
import { trpc, trpcClient } from "../../../lib/trpc.ts";
import { Actions, Button } from "../../../ui/button.tsx";
import { Stack } from "../../../ui/stack.tsx";
import { toast } from "../../../ui/toast-manager.ts";

const addressHint = "Include the state so we can tell you its late-fee rules.";

/** Schema of the form. Units are typed one per line. */
const propertyForm = z.object({
  name: addPropertyInput.shape.name,
  address: addPropertyInput.shape.address.unwrap(),
  units: z
    .string()
    .transform((lines) => [...new Set(lines.split(/[\n,]/).map((line) => line.trim()))].filter((line) => line !== ""))
    .pipe(addPropertyInput.shape.units),
});

/** Form that adds a property with its units. */
export function PropertyForm({ onDone }: { onDone: () => void }) {
  const form = useAppForm({
    defaultValues: { name: "", address: "", units: "" },
    schema: propertyForm,
    onSubmit: async (values) => {
      try {
        await trpcClient.rent.addProperty.mutate(values);
      } catch (error) {
        return errorMessage(error);
      }
      toast.success(`${values.name} was added`);
      onDone();
      return null;
    },
  });
  return (
    <AppForm form={form} label="New property">
      <form.AppField name="name">
        {(field) => <field.TextField label="Name" placeholder="Juniper Court" autoComplete="off" />}
      </form.AppField>
      <form.AppField name="address">
        {(field) => <field.TextField label="Address" optional autoComplete="off" hint={addressHint} />}
      </form.AppField>
      <form.AppField name="units">
        {(field) => <field.TextareaField label="Units" rows={4} hint="One per line: 1A, 1B, 2A. For a house, enter House." />}
      </form.AppField>
      <Actions>
        <form.SubmitButton>Add property</form.SubmitButton>
      </Actions>
    </AppForm>
  );
}

const changeForm = z.object({
  name: changePropertyInput.shape.name.unwrap(),
  address: changePropertyInput.shape.address.unwrap(),
});

/** Form that changes a property's name or address. */
export function PropertyEdit({ property, onDone }: { property: { _id: string; name: string; address: string }; onDone: () => void }) {
  const shown = { name: property.name, address: property.address };
  const form = useAppForm({
    about: property._id,
    defaultValues: shown,
    version: versionOf(shown),
    schema: changeForm,
    onSubmit: async (values, version) => {
      try {
        await trpcClient.rent.changeProperty.mutate({ propertyId: property._id, ...values, seen: seenIn<typeof shown>(version) });
      } catch (error) {
        return errorMessage(error);
      }
      toast.success(`${values.name} was changed`);
      onDone();
      return null;
    },
  });
  return (
    <AppForm form={form} label="Edit property">
      <form.AppField name="name">{(field) => <field.TextField label="Name" autoComplete="off" />}</form.AppField>
      <form.AppField name="address">
        {(field) => <field.TextField label="Address" optional autoComplete="off" hint={addressHint} />}
      </form.AppField>
      <Actions>
        <form.SubmitButton>Save Changes</form.SubmitButton>
      </Actions>
    </AppForm>
  );
}

const unitForm = z.object({ name: renameUnitInput.shape.name });

/** Form that adds a unit to a property, or renames one. */
export function UnitForm({ target, onDone }: { target: { propertyId: string } | { unitId: string; name: string }; onDone: () => void }) {
  const isNew = "propertyId" in target;
  const shown = { name: isNew ? "" : target.name };
  const form = useAppForm({
    about: isNew ? target.propertyId : target.unitId,
    defaultValues: shown,
    version: versionOf(shown),
    schema: unitForm,
    onSubmit: async ({ name }, version) => {
      try {
        if (isNew) await trpcClient.rent.addUnit.mutate({ ...target, name });
        else await trpcClient.rent.renameUnit.mutate({ unitId: target.unitId, name, seen: seenIn<typeof shown>(version) });
      } catch (error) {
        return errorMessage(error);
      }
      toast.success(isNew ? `Unit ${name} was added` : `The unit is called ${name} now`);
      onDone();
      return null;
    },
  });
  return (
    <AppForm form={form} label={isNew ? "New unit" : "Rename a unit"}>
      <form.AppField name="name">{(field) => <field.TextField label="Unit" placeholder="4B" autoComplete="off" />}</form.AppField>
      <Actions>
        <form.SubmitButton>{isNew ? "Add unit" : "Save Changes"}</form.SubmitButton>
      </Actions>
    </AppForm>
  );
}

interface UnitToEdit {
  _id: string;
  name: string;
  lease: object | null;
  property: { _id: string; name: string; address: string; units: object[] };
}

/** Renames a unit. A unit that is not let can also be removed. */
export function UnitEdit({ unit, onDone }: { unit: UnitToEdit; onDone: () => void }) {
  return (
    <Stack>
      <UnitForm target={{ unitId: unit._id, name: unit.name }} onDone={onDone} />
      {unit.lease === null && <RemoveUnit unit={unit} onDone={onDone} />}
    </Stack>
  );
}

/** Removes a unit that was never let, with an undo. Removing the last unit removes its property. */
function RemoveUnit({ unit: { _id: unitId, name, property }, onDone }: { unit: UnitToEdit; onDone: () => void }) {
  const addAgain = undoAction(async () => {
    const { _id: propertyId, name: propertyName, address, units } = property;
    if (units.length > 1) await trpcClient.rent.addUnit.mutate({ propertyId, name });
    else await trpcClient.rent.addProperty.mutate({ name: propertyName, address, units: [name] });
  });
  const isAsked = useRef(false); // A second click can come before the mutation reports that it is pending
  const remove = trpc.rent.removeUnit.useMutation({
    onSuccess: async () => {
      onDone();
      toast.success(`${property.name} ${name} was removed`, addAgain);
    },
    onError: (error) => {
      isAsked.current = false;
      toast.failure(errorMessage(error));
    },
  });
  const press = () => {
    if (isAsked.current) return;
    isAsked.current = true;
    remove.mutate({ unitId });
  };
  return (
    <Actions>
      <Button variant="danger" size="small" busy={remove.isPending} onClick={press}>
        Remove this unit
      </Button>
    </Actions>
  );
}
