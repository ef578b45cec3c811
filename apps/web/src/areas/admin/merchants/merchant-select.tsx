import { FilterSelect } from "../../../kit/list/list-filters.tsx";
import { trpc } from "../../../lib/trpc.ts";

interface MerchantSelectProps {
  value: string | undefined;
  onChange: (merchantId: string | undefined) => void;
}

/** Select for one merchant or all. */
export function MerchantSelect({ value, onChange }: MerchantSelectProps) {
  const { data = [] } = trpc.admin.merchantNames.useQuery(undefined, { staleTime: 60_000 });
  const options = data.map(({ _id, name }) => ({ value: _id, label: name }));
  return <FilterSelect label="Merchant" all="All merchants" options={options} value={value} onChange={onChange} />;
}
