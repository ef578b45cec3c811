import { limits } from "@hearth/domain/limits";
import { FilterSelect } from "../../../kit/list/list-filters.tsx";
import { trpc } from "../../../lib/trpc.ts";

/** Choice of one property. Renders nothing for a business with fewer than two. */
export function PropertySelect({ value, onChange }: { value: string | undefined; onChange: (propertyId: string | undefined) => void }) {
  const { data } = trpc.rent.properties.useQuery({ units: false, limit: limits.listMax });
  const properties = data?.items ?? [];
  if (properties.length < 2 && value === undefined) return null;
  return (
    <FilterSelect
      label="Property"
      all="All properties"
      options={properties.map(({ _id, name }) => ({ value: _id, label: name }))}
      value={value}
      onChange={onChange}
    />
  );
}
