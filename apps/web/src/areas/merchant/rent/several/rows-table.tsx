import { Search } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useRef, useState } from "react";
import { Amount } from "../../../../ui/amount.tsx";
import { cx } from "../../../../ui/cx.ts";
import { Field } from "../../../../ui/field.tsx";
import { Input } from "../../../../ui/inputs.tsx";
import { Text } from "../../../../ui/typography.tsx";
import { useWording } from "../../../../kit/words.ts";
import { amountText, entryOf, leasesLike, type RowEntries, type RowEntry, type SeveralLease } from "./rows.ts";
import styles from "./several.module.css";

interface RowsTableProps<Lease extends SeveralLease> {
  caption: string;
  leases: readonly Lease[];
  rows: RowEntries;
  onChange: (rows: RowEntries) => void;
  /** A fact of each lease beside its tenants, such as its balance. */
  fact: { head: string; of: (lease: Lease) => ReactNode };
  /** Heads of the inputs. Without one there is no such input. */
  amountHead?: string;
  noteHead?: string;
  /** Messages by lease. */
  problems: Readonly<Record<string, string>>;
}

/**
 * Table in which an act on several leases is entered, with a search above it. Made for the keyboard: Enter leads from the search to the first
 * match, through its inputs, and back to the search. A pile of checks needs no mouse.
 */
export function RowsTable<Lease extends SeveralLease>(props: RowsTableProps<Lease>) {
  const { caption, leases, rows, onChange, fact, amountHead, noteHead, problems } = props;
  const reword = useWording();
  const [text, setText] = useState("");
  const table = useRef<HTMLTableElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const shown = leasesLike(leases, text);
  const set = (lease: Lease, part: Partial<RowEntry>) => onChange({ ...rows, [lease._id]: { ...entryOf(rows, lease), ...part } });
  const free = shown.filter(({ barred }) => barred === null);
  const onCount = free.filter((lease) => entryOf(rows, lease).isOn).length;

  function setAll(isOn: boolean) {
    const entries = free.map((lease) => [lease._id, { ...entryOf(rows, lease), isOn, ...(!isOn && { amount: null }) }] as const);
    onChange({ ...rows, ...Object.fromEntries(entries) });
  }

  const inputs = () => [...(table.current?.querySelectorAll<HTMLInputElement>("input[data-entry]:enabled") ?? [])];

  function enterFromSearch(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key === "Escape" && text !== "") setText("");
    if (event.key !== "Enter") return;
    event.preventDefault();
    inputs()[0]?.focus();
  }

  function enterFromRow(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key !== "Enter") return;
    event.preventDefault();
    const next = inputs()[inputs().indexOf(event.currentTarget) + 1];
    if (next?.closest("tr") === event.currentTarget.closest("tr")) return next.focus();
    if (text === "") return next?.focus();
    setText("");
    search.current?.focus();
  }

  return (
    <>
      <Field label={reword("Find a tenant or unit")} filter className={styles.search}>
        <Input
          ref={search}
          type="search"
          icon={Search}
          value={text}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={enterFromSearch}
        />
      </Field>
      <div className={styles.frame}>
        <table ref={table} className={styles.table}>
          <caption className={styles.caption}>{caption}</caption>
          <thead>
            <tr>
              <th scope="col">
                <input
                  type="checkbox"
                  aria-label="Select all shown"
                  disabled={free.length === 0}
                  checked={onCount > 0 && onCount === free.length}
                  ref={(input) => {
                    if (input) input.indeterminate = onCount > 0 && onCount < free.length;
                  }}
                  onChange={() => setAll(onCount < free.length)}
                />
              </th>
              <th scope="col">Unit</th>
              <th scope="col">{reword("Tenants")}</th>
              <th scope="col" className={styles.figure}>
                {fact.head}
              </th>
              {amountHead && <th scope="col">{amountHead}</th>}
              {noteHead && <th scope="col">{noteHead}</th>}
            </tr>
          </thead>
          <tbody>
            {shown.map((lease) => {
              const { _id, property, unit, tenants, barred } = lease;
              const name = `${property} ${unit}`;
              const entry = entryOf(rows, lease);
              const problem = problems[_id];
              const problemId = `problem-${_id}`;
              return (
                <tr key={_id} className={cx(entry.isOn && styles.on)}>
                  <td className={styles.choice}>
                    <input
                      type="checkbox"
                      name={`choose ${_id}`}
                      aria-label={`Select ${name}`}
                      disabled={barred !== null}
                      checked={entry.isOn}
                      onChange={({ target }) => set(lease, { isOn: target.checked, ...(!target.checked && { amount: null }) })}
                    />
                  </td>
                  <th scope="row" className={styles.unit}>
                    {name}
                  </th>
                  <td className={styles.tenants}>
                    {tenants.join(", ") || "No one yet"}
                    {barred !== null && (
                      <Text as="span" size="note" muted>
                        {` · ${barred}`}
                      </Text>
                    )}
                  </td>
                  <td className={styles.figure}>{fact.of(lease)}</td>
                  {amountHead && (
                    <td className={styles.entry} data-head={amountHead}>
                      <Input
                        data-entry
                        inputMode="decimal"
                        autoComplete="off"
                        name={`amount ${_id}`}
                        aria-label={`${amountHead}, ${name}`}
                        aria-invalid={problem !== undefined}
                        aria-describedby={problem === undefined ? undefined : problemId}
                        value={amountText(entry, lease)}
                        maxLength={32}
                        disabled={barred !== null}
                        onFocus={({ currentTarget }) => currentTarget.select()}
                        onChange={({ target }) => set(lease, { amount: target.value, isOn: target.value.trim() !== "" })}
                        onKeyDown={enterFromRow}
                      />
                      {problem !== undefined && (
                        <span id={problemId} role="alert" className={styles.problem}>
                          {problem}
                        </span>
                      )}
                    </td>
                  )}
                  {noteHead && (
                    <td className={styles.entry} data-head={noteHead}>
                      <Input
                        data-entry
                        autoComplete="off"
                        name={`note ${_id}`}
                        aria-label={`${noteHead}, ${name}`}
                        value={entry.note}
                        maxLength={60}
                        disabled={barred !== null}
                        onChange={({ target }) => set(lease, { note: target.value })}
                        onKeyDown={enterFromRow}
                      />
                    </td>
                  )}
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      {shown.length === 0 && <Text muted>{reword("No tenant or unit matches.")}</Text>}
    </>
  );
}

/** Moves the focus to the first amount with a problem, once its message is shown. */
export function focusFirstProblem(problems: Readonly<Record<string, string>>): void {
  const [leaseId] = Object.keys(problems);
  if (leaseId !== undefined) setTimeout(() => document.getElementsByName(`amount ${leaseId}`)[0]?.focus());
}

/** An amount in cents, quiet where it is zero. */
export function QuietAmount({ cents }: { cents: number }) {
  return cents === 0 ? (
    <Text as="span" muted>
      –
    </Text>
  ) : (
    <Amount cents={cents} />
  );
}
