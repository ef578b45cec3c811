import { ButtonLink, CrumbLink } from "../../../kit/links.tsx";
import { PagedList } from "../../../kit/list/paged-list.tsx";
import { useWording } from "../../../kit/words.ts";
import type { Outputs } from "../../../lib/trpc.ts";
import { AppLink } from "../../../kit/links.tsx";
import { DataTable, type DataTableColumn } from "../../../ui/data-table.tsx";
import { Empty } from "../../../ui/empty.tsx";
import { PageHead } from "../../../ui/page.tsx";
import { useProperties } from "./use-properties.ts";

type Property = Outputs["rent"]["properties"]["items"][number];
type UnitRow = Property["units"][number] & { property: string };

const columns: DataTableColumn<UnitRow>[] = [
  { id: "unit", head: "Unit", kind: "title", cell: ({ property, name }) => `${property} ${name}` },
  { id: "now", head: "Now", kind: "sub", slack: true, cell: ({ lease }) => (lease ? `Leased to ${lease.tenants.join(", ")}` : "Vacant") },
];

/** First question of a new lease: its unit, the vacant ones first. */
export function ChooseUnit() {
  const reword = useWording();
  const pages = useProperties(undefined);
  return (
    <>
      <PageHead
        crumb={<CrumbLink to="/merchant/tenants">{reword("Tenants")}</CrumbLink>}
        title={reword("New lease")}
        sub="Choose the unit first."
        actions={<ButtonLink to="/merchant/properties">Add a property</ButtonLink>}
      />
      <PagedList
        pages={pages}
        noun="property"
        lead="first"
        failed="Failed to load your properties"
        empty={
          <Empty
            action={
              <ButtonLink to="/merchant/properties" variant="primary">
                Add a property
              </ButtonLink>
            }
          >
            {reword("Add a property with its units. Then add a lease for a unit.")}
          </Empty>
        }
      >
        {(properties) => (
          <DataTable
            dense
            caption="Units"
            columns={columns}
            rows={vacantFirst(properties)}
            rowKey={({ _id }) => _id}
            rowName={({ property, name }) => `${property} ${name}`}
            open={({ _id }, props) => <AppLink to="/merchant/leases/new" search={{ unit: _id }} {...props} />}
          />
        )}
      </PagedList>
    </>
  );
}

function vacantFirst(properties: readonly Property[]): UnitRow[] {
  const rows = properties.flatMap(({ name, units }) => units.map((unit) => ({ ...unit, property: name })));
  return [...rows.filter(({ lease }) => lease === null), ...rows.filter(({ lease }) => lease !== null)];
}
