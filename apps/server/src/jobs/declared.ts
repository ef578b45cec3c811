import type { WorkListName } from "@hearth/domain/operations/work-lists";

/** The declared facts of a loop or scheduled job. */
interface Declared {
  /** Seconds since its last success after which an alarm is raised. */
  dueSeconds: number;
  /** The work lists that it processes item by item, with `workThrough` or `tryEach`. */
  lists?: readonly WorkListName[];
  /** Why it processes no work list. */
  noList?: string;
}
type WithList = Declared & { lists: readonly [WorkListName, ...WorkListName[]]; noList?: never };
type WithoutList = Declared & { lists?: never; noList: string };

const minute = 60;
const hour = 60 * minute;

/** Loops of the worker that holds the lock. Each loop runs one step after another. */
export const loops = {
  "watch-chain": { dueSeconds: 2 * minute, lists: ["payment", "transfer", "log", "wallet"] },
  "record-deferred": { dueSeconds: 2 * minute, noList: "reads pages of blocks, and `tryEach` of watch-chain's list records their logs" },
  "finalize-transfers": { dueSeconds: 2 * minute, lists: ["block"] },
  "relay-authorizations": { dueSeconds: 2 * minute, lists: ["carry-relay", "recheck-relay", "former-key"] },
  "watch-relayer-gas": { dueSeconds: 2 * minute, noList: "asks for one account's balance" },
  "expire-payments": { dueSeconds: 2 * minute, lists: ["expire-payment", "expire-top-up"] },
  "follow-orders": { dueSeconds: 2 * minute, lists: ["follow-order"] },
  "allocate-rent": { dueSeconds: 2 * minute, lists: ["allocate-rent"] },
  // A mail server that does not respond delays a step until its timeouts expire.
  "send-mails": { dueSeconds: 10 * minute, lists: ["send-mail"] },
  "send-alarm-webhooks": { dueSeconds: 5 * minute, lists: ["send-webhook"] },
} as const satisfies Record<string, WithList | WithoutList>;
export type LoopName = keyof typeof loops;

const [everyMinute, everyTenMinutes] = ["* * * * *", "*/10 * * * *"] as const;
const [dueOfMinutely, dueOfTenMinutely, dueOfHourly] = [15 * minute, hour, 3 * hour] as const;
const whole = "one statement or comparison about everything; there are no items that could fail alone";
const deletes = "deletes old rows by one statement for each table, in pieces of a bounded size";

/** Jobs that run on a schedule in any worker, each at most once at a time across all processes. Operators see these names in the list of jobs. */
export const jobs = {
  "reconcile-ledger": {
    cron: everyMinute,
    dueSeconds: dueOfMinutely,
    noList: "compares pages of blocks in order; a page that fails comes first again",
  },
  "apply-payout-changes": { cron: everyMinute, dueSeconds: dueOfMinutely, lists: ["payout-change", "notify-payers"] },
  "check-payee-cards": { cron: everyTenMinutes, dueSeconds: dueOfTenMinutely, noList: whole },
  "review-refunds": { cron: everyTenMinutes, dueSeconds: dueOfTenMinutely, lists: ["review-refund"] },
  "fold-figures": { cron: everyMinute, dueSeconds: dueOfMinutely, noList: whole },
  "tell-alarms": { cron: everyMinute, dueSeconds: dueOfMinutely, noList: whole },
  "check-invariants": { cron: everyTenMinutes, dueSeconds: dueOfTenMinutely, noList: whole },
  "check-state": { cron: everyMinute, dueSeconds: dueOfMinutely, noList: whole },
  "settle-disputes": { cron: everyTenMinutes, dueSeconds: dueOfTenMinutely, noList: whole },
  "catch-up-wallets": { cron: everyMinute, dueSeconds: dueOfMinutely, noList: "all wallets share the pages of blocks that are read" },
  "check-orders": { cron: everyTenMinutes, dueSeconds: dueOfTenMinutely, noList: whole },
  "send-invitations": { cron: everyMinute, dueSeconds: dueOfMinutely, lists: ["send-invitation"] },
  "make-charges": { cron: everyTenMinutes, dueSeconds: dueOfTenMinutely, lists: ["charge-rent", "count-past-due"] },
  "charge-late-fees": { cron: everyTenMinutes, dueSeconds: dueOfTenMinutely, lists: ["late-fees"] },
  "remind-tenants": { cron: "11 * * * *", dueSeconds: dueOfHourly, lists: ["remind-business", "remind-lease"] },
  "send-scheduled-payments": { cron: everyMinute, dueSeconds: dueOfMinutely, lists: ["send-scheduled-payment"] },
  "check-scheduled-payments": { cron: everyTenMinutes, dueSeconds: dueOfTenMinutely, lists: ["check-scheduled-payment"] },
  "erase-signatures": { cron: "57 * * * *", dueSeconds: dueOfHourly, noList: deletes },
  "forget-rows": { cron: everyTenMinutes, dueSeconds: dueOfTenMinutely, noList: deletes },
  "daily-summaries": { cron: "7 * * * *", dueSeconds: dueOfHourly, lists: ["daily-summary"] },
  "sweep-uploads": { cron: "37 * * * *", dueSeconds: dueOfHourly, lists: ["remove-upload"] },
} as const satisfies Record<string, { cron: string } & (WithList | WithoutList)>;
export type JobName = keyof typeof jobs;
