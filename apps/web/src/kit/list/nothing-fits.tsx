import type { ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import { Empty } from "../../ui/empty.tsx";

/** Every part of every filter left out. */
export const everything = {
  search: undefined,
  merchantId: undefined,
  startDate: undefined,
  endDate: undefined,
  status: undefined,
  action: undefined,
};

interface NothingFitsProps {
  /** The filter that is applied now. */
  filter: Readonly<Record<string, unknown>>;
  onClear: () => void;
  /** What is said where nothing was filtered out, because there is nothing yet. */
  none: string;
  children: ReactNode;
}

/** An empty list: that nothing fits the filter, with a way to everything; or that there is nothing yet. */
export function NothingFits({ filter, onClear, none, children }: NothingFitsProps) {
  if (Object.values(filter).every((value) => value === undefined)) return <Empty>{none}</Empty>;
  return <Empty action={<Button onClick={onClear}>Clear filters</Button>}>{children}</Empty>;
}
