import { trpc } from "../../../lib/trpc.ts";
import { Field } from "../../../ui/field.tsx";
import { Select } from "../../../ui/inputs.tsx";
import styles from "../../../kit/list/filter-form.module.css";

interface MerchantSelectProps {
  value: string | undefined;
  onChange: (merchantId: string | undefined) => void;
}

/** One merchant or all of them. */
export function MerchantSelect({ value, onChange }: MerchantSelectProps) {
  const { data = [] } = trpc.admin.merchantNames.useQuery(undefined, { staleTime: 60_000 });
  return (
    <Field label="Merchant" filter className={styles.choice}>
      <Select value={value ?? ""} onChange={({ target }) => onChange(target.value || undefined)}>
        <option value="">All merchants</option>
        {data.map(({ _id, name }) => (
          <option key={_id} value={_id}>
            {name}
          </option>
        ))}
      </Select>
    </Field>
  );
}
