import { formatUsd } from "@hearth/domain/money";
import { type KeyboardEvent, useRef, useState } from "react";
import { centsOf } from "../../../kit/cents.ts";
import { AppLink } from "../../../kit/links.tsx";
import { useWording } from "../../../kit/words.ts";
import type { Outputs } from "../../../lib/trpc.ts";
import { cx } from "../../../ui/cx.ts";
import { dayWords } from "../../../ui/dates.ts";
import { Heading, Text, VisuallyHidden } from "../../../ui/typography.tsx";
import styles from "./building.module.css";
import { byFloor } from "./floors.ts";
import { UnitSeal } from "./unit-seal.tsx";

export type BuildingData = Outputs["rent"]["building"];
export type BuildingUnit = BuildingData["properties"][number]["units"][number];
type Lease = NonNullable<BuildingUnit["lease"]>;

/** Largest number of units that have their numbers below them. */
export const mostNumbered = 100;

/** Words for a unit's month, which its drawing shows: `Paid`, `$371.00 past due`. */
export function unitWords({ lease }: BuildingUnit): string {
  if (lease === null) return "Vacant";
  const { state, pastDue, balance, dueOn, arriving } = lease;
  if (arriving) return "Arriving now";
  if (state === "pastDue") return `${formatUsd(centsOf(pastDue))} past due`;
  if (state === "partly") return `Paid in part, ${formatUsd(centsOf(balance))} open`;
  if (state === "due") return dueOn === null ? "Due" : `Due ${dayWords(dueOn)}`;
  return state === "paid" ? "Paid" : "Nothing due yet";
}

function WindowSeal({ lease }: { lease: Lease | null }) {
  if (lease === null) return <UnitSeal state="vacant" />;
  const { state, arriving, hash, billed, paid } = lease;
  if (arriving) return <UnitSeal state="arriving" />;
  if (state === "paid") return <UnitSeal state="paid" hash={hash} />;
  const share = billed > 0 ? paid / billed : 0;
  if (share > 0 && state !== "nothingDue") return <UnitSeal state="partly" hash={hash} share={share} />;
  return <UnitSeal state={state === "pastDue" ? "due" : "waiting"} />;
}

/**
 * The landlord's buildings: each unit a window that fills when its rent arrives, by property and floor. One tab stop; arrow keys move between
 * windows, and Enter opens the lease, or the form for a new one where a unit is vacant.
 */
export function Building({ building }: { building: BuildingData }) {
  const { properties, more } = building;
  const count = properties.reduce((sum, { units }) => sum + units.length, 0);
  const isNumbered = count <= mostNumbered;
  return (
    <div className={styles.building}>
      {properties.map(({ _id, name, units }) => (
        <PropertyWindows key={_id} name={name} units={units} isNumbered={isNumbered} />
      ))}
      {more > 0 && (
        <Text size="note" muted>
          {`${more.toLocaleString("en-US")} more units. Choose a property to see them.`}
        </Text>
      )}
      <Legend />
    </div>
  );
}

interface PropertyWindowsProps {
  name: string;
  units: readonly BuildingUnit[];
  isNumbered: boolean;
}

/** The windows of one property, with the number of units that are paid. */
function PropertyWindows({ name, units, isNumbered }: PropertyWindowsProps) {
  const leased = units.filter(({ lease }) => lease !== null);
  const paid = leased.filter(({ lease }) => lease?.state === "paid").length;
  return (
    <section aria-label={name}>
      <div className={styles.head}>
        <Heading size="subheading">{name}</Heading>
        <Text as="span" size="note" muted>
          {leased.length === 0 ? "Vacant" : `${paid} of ${leased.length} paid`}
        </Text>
      </div>
      <Windows name={name} units={units} isNumbered={isNumbered} />
    </section>
  );
}

/** The units of a property by floor, as links. */
export function Windows({ name, units, isNumbered }: PropertyWindowsProps) {
  const reword = useWording();
  const [current, setCurrent] = useState(units[0]?._id);
  const box = useRef<HTMLDivElement>(null);
  const stop = units.some(({ _id }) => _id === current) ? current : units[0]?._id;

  function move(event: KeyboardEvent<HTMLElement>) {
    const all = [...(box.current?.querySelectorAll<HTMLElement>("a") ?? [])];
    const from = all.findIndex((link) => link === document.activeElement);
    const next = from < 0 ? undefined : neighbor(all, from, event.key);
    if (!next) return;
    event.preventDefault();
    next.focus();
  }

  return (
    <div ref={box} className={cx(styles.floors, isNumbered && styles.numbered)} role="group" aria-label={`Units of ${name}`}>
      {byFloor(units).map(({ floor, units: onFloor }) => (
        <div key={floor ?? ""} className={styles.floor}>
          <span className={styles.number} aria-hidden>
            {floor}
          </span>
          <ul className={styles.cells}>
            {onFloor.map((unit) => {
              const { _id, name: unitName, lease } = unit;
              const words = unitWords(unit);
              const who = lease === null ? "" : lease.tenants.join(", ") || "No one yet";
              const link = {
                className: cx(styles.cell, lease?.state === "pastDue" && styles.late),
                tabIndex: _id === stop ? 0 : -1,
                title: [unitName, who, words].filter(Boolean).join(", "),
                onFocus: () => setCurrent(_id),
                onKeyDown: move,
                preload: false as const,
              };
              const content = (
                <>
                  <WindowSeal lease={lease} />
                  <span className={isNumbered ? styles.name : undefined}>
                    {isNumbered ? unitName : <VisuallyHidden>{unitName}</VisuallyHidden>}
                    <VisuallyHidden>{`, ${who === "" ? "" : `${who}, `}${reword(words)}`}</VisuallyHidden>
                  </span>
                </>
              );
              return (
                <li key={_id}>
                  {lease === null ? (
                    <AppLink to="/merchant/leases/new" search={{ unit: _id }} {...link}>
                      {content}
                    </AppLink>
                  ) : (
                    <AppLink to="/merchant/leases/$leaseId" params={{ leaseId: lease._id }} {...link}>
                      {content}
                    </AppLink>
                  )}
                </li>
              );
            })}
          </ul>
        </div>
      ))}
    </div>
  );
}

/** The window that an arrow key leads to: the one beside it, or the nearest of the next row. */
function neighbor(all: readonly HTMLElement[], from: number, key: string): HTMLElement | undefined {
  if (key === "ArrowRight") return all[from + 1];
  if (key === "ArrowLeft") return all[from - 1];
  if (key === "Home") return all[0];
  if (key === "End") return all.at(-1);
  if (key !== "ArrowDown" && key !== "ArrowUp") return undefined;
  const here = all[from]?.getBoundingClientRect();
  if (!here) return undefined;
  const sign = key === "ArrowDown" ? 1 : -1;
  const distances = all.flatMap((link) => {
    const there = link.getBoundingClientRect();
    const down = (there.top - here.top) * sign;
    return down > 4 ? [{ link, down, aside: Math.abs(there.left - here.left) }] : [];
  });
  const nextRow = Math.min(...distances.map(({ down }) => down));
  return distances.filter(({ down }) => down < nextRow + 8).toSorted((one, other) => one.aside - other.aside)[0]?.link;
}

const legend = [
  { words: "Paid", seal: <UnitSeal state="paid" /> },
  { words: "Arriving now", seal: <UnitSeal state="arriving" /> },
  { words: "Paid in part", seal: <UnitSeal state="partly" share={0.5} /> },
  { words: "Not yet due", seal: <UnitSeal state="waiting" /> },
  { words: "Past due", seal: <UnitSeal state="due" /> },
  { words: "Vacant", seal: <UnitSeal state="vacant" /> },
];

function Legend() {
  return (
    <ul className={styles.legend} aria-hidden>
      {legend.map(({ words, seal }) => (
        <li key={words}>
          {seal}
          {words}
        </li>
      ))}
    </ul>
  );
}
