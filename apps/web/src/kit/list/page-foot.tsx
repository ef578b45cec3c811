import { Button } from "../../ui/button.tsx";
import { FieldError } from "../../ui/field.tsx";
import { LedgerFoot } from "../../ui/ledger.tsx";

interface PagedQuery {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => Promise<unknown>;
}

/** A count that stopped before the end when `hasMore`. */
export interface BoundedCount {
  count: number;
  hasMore: boolean;
}

/** `412`, or `10,000+` where counting stopped. */
export function boundedText({ count, hasMore }: BoundedCount): string {
  return `${count.toLocaleString("en-US")}${hasMore ? "+" : ""}`;
}

interface PageFootProps {
  query: PagedQuery;
  shown: number;
  /** How many there are in all, where that is known. */
  total?: BoundedCount | undefined;
  /** `transaction`; its plural adds an s. */
  noun: string;
  /** What is said when the next page could not be loaded. */
  failed: string;
}

/** Below a list: how much of it is shown, and Load more. */
export function PageFoot({ query, shown, total, noun, failed }: PageFootProps) {
  return (
    <>
      <LedgerFoot count={countText(shown, query.hasNextPage, total, noun)}>
        {query.hasNextPage && (
          <Button size="small" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            Load more
          </Button>
        )}
      </LedgerFoot>
      {query.isFetchNextPageError && <FieldError>{failed}</FieldError>}
    </>
  );
}

/** `17 of 412 transactions`, `The newest 50 users`, `1 dispute`. */
export function countText(shown: number, hasNextPage: boolean, total: BoundedCount | undefined, noun: string): string {
  const nouns = shown === 1 && !hasNextPage ? noun : `${noun}s`;
  const number = shown.toLocaleString("en-US");
  if (!hasNextPage) return `${number} ${nouns}`;
  return total && total.count > shown ? `${number} of ${boundedText(total)} ${nouns}` : `The newest ${number} ${nouns}`;
}
