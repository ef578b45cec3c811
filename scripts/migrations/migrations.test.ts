import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import { judgeMigration, type ReadsColumn } from "./migration-rules.ts";

const folder = join(import.meta.dirname, "../../drizzle");

interface Snapshot {
  tables: Record<string, { columns: Record<string, object> }>;
}

/** Returns the columns that the previous version reads, from the schema snapshot of the previous migration. */
function readBefore(file: string): ReadsColumn {
  const number = Number(file.slice(0, 4)) - 1;
  if (number < 0) return () => true;
  const snapshotFile = join(folder, "meta", `${String(number).padStart(4, "0")}_snapshot.json`);
  const { tables }: Snapshot = JSON.parse(readFileSync(snapshotFile, "utf8"));
  return (table, column) => tables[`public.${table}`]?.columns[column] !== undefined;
}

const beforeTheRule = "It is older than the rule, and than the first installation that is deployed without a pause.";

/** Exceptions to the rules, each with its reason. */
const exceptions: Record<string, string> = {
  "0003_dispute_documents.sql": beforeTheRule,
  "0004_admin_search.sql": beforeTheRule,
  "0005_transfers_set_aside.sql": beforeTheRule,
  "0008_payment_history.sql": beforeTheRule,
  "0009_payment_volume.sql": beforeTheRule,
  "0011_second_factors.sql": beforeTheRule,
  "0012_wallet_look_back.sql": beforeTheRule,
  "0013_odd_refund_transfers.sql": beforeTheRule,
  "0016_unpaid_payments.sql": beforeTheRule,
  "0017_one_journal.sql": beforeTheRule,
  "0018_waiting_transfers.sql": beforeTheRule,
  "0019_one_relay_and_open_refunds.sql": beforeTheRule,
  "0022_top_ups_and_money_sent_back.sql": beforeTheRule,
  "0023_top_ups_by_payment.sql": beforeTheRule,
  "0025_kept_figures.sql": beforeTheRule,
  "0026_relay_transactions.sql": beforeTheRule,
  "0027_attached_parts_and_catch_up.sql": beforeTheRule,
  "0030_sign_in.sql": beforeTheRule,
  "0068_time_zones_known.sql": "It reads all leases without stopping anybody, and holds only the few whose time zone PostgreSQL refuses.",
  "0131_unit_words_of_all.sql":
    "It takes a second for a hundred thousand units. Only a landlord who renames a unit waits for it: leases and payments write no unit.",
  "0134_last_day_of_all_names.sql":
    "It takes a second for a hundred thousand leases. Only a landlord who renames a tenant, unit or property, or moves a lease's last day, waits for it: payments write no names.",
  "0140_next_lease_of_all_units.sql":
    "It writes only leases that another lease of their unit follows, 10 s for 59,000 of them on a busy machine. A payment for one of these waits for it.",
};

describe("a migration runs while the version before serves", () => {
  it.each(globSync("*.sql", { cwd: folder }).toSorted())("%s", async (file) => {
    const findings = await judgeMigration(readFileSync(join(folder, file), "utf8"), readBefore(file));
    if (file in exceptions) expect(findings, `${file} needs no exception any more`).not.toEqual([]);
    else expect(findings, "docs/operating.md, 'A new version', says how it is done").toEqual([]);
  });

  it("validates what was added NOT VALID, in a later migration", () => {
    const files = globSync("*.sql", { cwd: folder }).toSorted();
    const text = new Map(files.map((file) => [file, readFileSync(join(folder, file), "utf8")]));
    const added = files
      .slice(0, -1)
      .flatMap((file) =>
        [...(text.get(file) ?? "").matchAll(/add constraint "?(\w+)"? [^;]* not valid/gi)].map(([, name = ""]) => ({ file, name })),
      );
    expect(added.length).toBeGreaterThan(10);
    const isValidated = ({ file, name }: (typeof added)[number]) =>
      files.some((later) => later > file && new RegExp(`validate constraint "?${name}"?;`, "i").test(text.get(later) ?? ""));
    expect(added.filter((one) => !isValidated(one))).toEqual([]);
  });

  it("no exception is for a file that is gone", () => {
    const files = new Set(globSync(join(folder, "*.sql")).map((file) => basename(file)));
    expect(Object.keys(exceptions).filter((file) => !files.has(file))).toEqual([]);
  });
});

const readsPayments: ReadsColumn = (table, column) => table === "payments" && column !== "forgotten";

describe("the rule refuses", () => {
  it.each([
    "alter table payments drop column amount_cents",
    "alter table payments rename column amount_cents to cents",
    "alter table payments alter column amount_cents type bigint",
    "alter table payments alter column note set not null",
    "alter table payments add column kind text not null",
    "alter table payments add column made timestamptz default clock_timestamp()",
    "alter table payments add constraint positive check (amount_cents > 0)",
    "alter table payments add constraint one unique (reference)",
    "alter table payments add constraint payer foreign key (consumer_id) references users (id)",
    "alter table payments add constraint positive check (amount_cents > 0) not valid; alter table payments validate constraint positive",
    "create index payments_note on payments (note)",
    "create index concurrently payments_note on payments (note)",
    "drop index concurrently if exists a; create index concurrently a on payments (note); alter table payments add column b text",
    "update payments set note = ''",
    "delete from transfers",
    "truncate transfers",
    "lock table payments",
    "drop table payments",
  ])("%s", async (sql) => {
    expect(await judgeMigration(sql, readsPayments)).not.toEqual([]);
  });
});

describe("the rule takes", () => {
  it.each([
    "create table notes (id uuid primary key, payment_id uuid not null references payments (id)); create index notes_payment on notes (payment_id)",
    "alter table payments add column note text",
    "alter table payments drop column forgotten",
    "alter table payments add column kind text not null default 'rent'",
    "alter table payments add constraint positive check (amount_cents > 0) not valid",
    "alter table payments validate constraint positive",
    "drop index concurrently if exists payments_note; create index concurrently payments_note on payments (note)",
    "alter table alarms add constraint known check (key <> ''); update alarms set told_at = raised_at; create index alarms_key on alarms (key)",
    "create or replace function f() returns trigger language plpgsql as $$ begin return new; end $$",
  ])("%s", async (sql) => {
    expect(await judgeMigration(sql, readsPayments)).toEqual([]);
  });
});
