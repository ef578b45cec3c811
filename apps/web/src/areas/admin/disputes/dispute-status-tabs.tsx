import { FilterTabs } from "../../../ui/tabs.tsx";

export type StatusFilter = "open" | "closed" | undefined;

const options = [
  { value: "all" as const, label: "All" },
  { value: "open" as const, label: "Open" },
  { value: "closed" as const, label: "Closed" },
];

/** All disputes, the open ones or the closed ones. */
export function DisputeStatusTabs({ value, onChange }: { value: StatusFilter; onChange: (value: StatusFilter) => void }) {
  return (
    <FilterTabs label="Status" options={options} value={value ?? "all"} onChange={(next) => onChange(next === "all" ? undefined : next)} />
  );
}
