import { disputeStatuses } from "@hearth/domain/disputes/status";
import { formatUsd } from "@hearth/domain/money";
import { keepPreviousData } from "@tanstack/react-query";
import { overlayState } from "../../../lib/close-over.ts";
import { downloadText } from "../../../lib/download.ts";
import { type Outputs, trpc, trpcClient } from "../../../lib/trpc.ts";
import { AppLink, ButtonLink } from "../../../kit/links.tsx";
import { ListFilters, StatusTabs } from "../../../kit/list/list-filters.tsx";
import { ListTable } from "../../../kit/list/list-table.tsx";
import { loadAll } from "../../../kit/list/load-all.ts";
import { SelectionBar, useChosen } from "../../../kit/list/selection.tsx";
import { sorted } from "../../../kit/list/sorted.ts";
import { usePages } from "../../../kit/list/use-pages.ts";
import { SaveButton } from "../../../kit/save-button.tsx";
import { statusWord } from "../../../kit/status/status-map.ts";
import { PageHead, Section } from "../../../ui/page.tsx";
import { Attention } from "../../../ui/attention.tsx";
import { TimeZoneContext } from "../../../ui/time-zone.ts";
import { disputesCsv } from "../../../features/disputes/disputes-csv.ts";
import { OwedSince } from "../../../features/disputes/dispute-mark.tsx";
import { PagedList } from "../../../kit/list/paged-list.tsx";
import { disputeColumns, disputeName, type MerchantDispute } from "./dispute-columns.tsx";
import type { DisputeSearch } from "../searches.ts";
import { useMerchantStats, useRefetchInterval } from "../live.ts";
import { Figure, Stat, Stats } from "../../../ui/stats.tsx";
import { centsOf } from "../../../kit/cents.ts";
import styles from "./disputes.module.css";

const liveMs = 15_000;

interface DisputesProps {
  search: DisputeSearch;
  onFilter: (filter: Partial<DisputeSearch>) => void;
}

/**
 * List of disputes about the merchant's payments, ordered by date or amount, with filters for text, status and days. The days are in the
 * merchant's time zone. The chosen disputes, or all that match, can be exported.
 */
export function Disputes({ search, onFilter }: DisputesProps) {
  const { status = "all", search: words, order, startDate, endDate } = search;
  const timeZone = useMerchantStats().data?.timeZone;
  const refetchMs = useRefetchInterval(liveMs);
  const { data: totals } = trpc.merchant.disputeTotals.useQuery(
    { startDate, endDate },
    { placeholderData: keepPreviousData, refetchInterval: refetchMs },
  );
  const filter = { status, search: words, startDate, endDate, timeZone } as const;
  const pages = usePages(trpc.disputes.listForMerchant, { ...filter, order }, { liveMs: refetchMs });
  const chosen = useChosen<MerchantDispute>(({ _id }) => _id, JSON.stringify(filter));
  const save = (rows: readonly MerchantDispute[]) => downloadText("disputes.csv", disputesCsv(rows), "text/csv");
  const saveAll = async () => save(await loadAll((page) => trpcClient.disputes.listForMerchant.query({ ...filter, order, ...page })));
  return (
    <>
      <PageHead title="Disputes" />
      <Owed count={totals?.owed.count ?? 0} refetchMs={refetchMs} search={search} />
      <DisputeStats totals={totals} />
      <ListFilters value={search} onFilter={onFilter} placeholder="Payer, reason or dispute code" />
      <StatusTabs
        kind="dispute"
        statuses={disputeStatuses}
        value={search.status}
        count={(tab) => (words === undefined ? totals?.[tab].count : undefined)}
        onChange={(next) => onFilter({ status: next })}
      />
      <PagedList
        pages={pages}
        noun="dispute"
        total={words === undefined ? totals?.[status] : undefined}
        failed="Failed to load disputes"
        empty={emptyText(search)}
        skeletonRows={5}
      >
        {(rows) => (
          <ListTable
            name="disputes"
            tools={<SaveButton small label="Export CSV" save={saveAll} />}
            caption="Disputes"
            columns={sorted(disputeColumns, order, (next) => onFilter({ order: next }))}
            rows={rows}
            rowKey={({ _id }) => _id}
            rowName={disputeName}
            choice={chosen}
            open={({ _id }, props) => (
              <AppLink to="/merchant/disputes/$id" params={{ id: _id }} search={search} state={overlayState} preload={false} {...props} />
            )}
          />
        )}
      </PagedList>
      <SelectionBar chosen={chosen} noun="dispute">
        <SaveButton small label="Export selected" save={() => save(chosen.rows)} />
      </SelectionBar>
    </>
  );
}

const owedShown = 5;

/** The refunds that are still owed, before everything else, each with the step that pays it. */
function Owed({ count, refetchMs, search }: { count: number; refetchMs: number | false; search: DisputeSearch }) {
  const { data } = trpc.disputes.listForMerchant.useQuery(
    { owed: true, limit: owedShown },
    { enabled: count > 0, refetchInterval: refetchMs },
  );
  const owed =
    count === 0 ? [] : (data?.items ?? []).flatMap((dispute) => (dispute.refund === null ? [] : { ...dispute, refund: dispute.refund }));
  if (owed.length === 0) return null;
  return (
    <div className={styles.spaced}>
      <Section title="Refunds you owe">
        <Attention
          calm=""
          items={owed.map(({ _id, userId, refund: { stillOwed, owedSince }, timeZone }, index) => {
            const amount = formatUsd(centsOf(stillOwed));
            const payer = `${userId.firstName} ${userId.lastName}`;
            return {
              id: _id,
              title: `You owe ${payer} ${amount}`,
              note: owedSince !== null && (
                <TimeZoneContext value={timeZone}>
                  since <OwedSince at={owedSince} />
                </TimeZoneContext>
              ),
              isLate: true,
              action: (
                <ButtonLink
                  size="small"
                  variant={index === 0 ? "primary" : "plain"}
                  to="/merchant/disputes/$id"
                  params={{ id: _id }}
                  search={search}
                  state={overlayState}
                  aria-label={`Refund ${amount} to ${payer}`}
                >
                  Refund {amount}
                </ButtonLink>
              ),
            };
          })}
        />
      </Section>
    </div>
  );
}

function emptyText({ status, search, startDate, endDate }: DisputeSearch): string {
  if (search !== undefined) return "No dispute matches this search.";
  if (startDate !== undefined || endDate !== undefined) return "No such dispute was filed within these dates.";
  return status === undefined ? "No one has disputed a payment." : `There are no ${statusWord("dispute", status).toLowerCase()} disputes.`;
}

type Totals = Outputs["merchant"]["disputeTotals"];

/** Totals of open and resolved disputes within the filtered days. */
function DisputeStats({ totals }: { totals: Totals | undefined }) {
  const urgent = useMerchantStats().data?.urgentDisputes;
  const figure = (count: number | undefined) => <Figure>{count?.toLocaleString("en-US") ?? <>&nbsp;</>}</Figure>;
  const about = (amount: number | undefined, word: string) => (amount === undefined ? null : `${formatUsd(centsOf(amount))} ${word}`);
  return (
    <div className={styles.spaced}>
      <Stats even>
        <Stat
          label="Open"
          value={figure(totals?.open.count)}
          note={[about(totals?.open.amount, "disputed"), urgent ? `${urgent} of high urgency` : null].filter(Boolean).join(", ")}
        />
        <Stat label="Closed" value={figure(totals?.closed.count)} note={about(totals?.closed.amount, "disputed")} />
        <Stat label="Approved" value={figure(totals?.approved.count)} note={totals && owedText(totals.owed)} />
        <Stat label="Denied" value={figure(totals?.denied.count)} note={about(totals?.denied.amount, "disputed")} />
      </Stats>
    </div>
  );
}

function owedText({ count, amount }: Totals["owed"]): string {
  return count === 0 ? "Nothing to refund" : `${formatUsd(centsOf(amount))} still to refund`;
}
