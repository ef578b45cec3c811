import { formatUsd } from "@hearth/domain/money";
import { type ReactElement, type ReactNode, useId } from "react";
import { axisLabel, chartScale } from "./chart-scale.ts";
import { cx } from "./cx.ts";
import styles from "./month-chart.module.css";
import { VisuallyHidden } from "./typography.tsx";

export interface ChartMonth {
  /** `2026-11` */
  month: string;
  settledCents: number;
  waitingCents: number;
  /** Text of the value, if it is not the sum of both parts. */
  value?: string | undefined;
  /** Remark such as "2 days late", announced with the value and listed in the table. */
  remark?: string | undefined;
}

/** Names of the solid and the hatched part. */
interface PartNames {
  settled?: string;
  waiting?: string;
}

/** Props for the link around a month. */
export interface MonthLinkProps {
  className: string | undefined;
  children: ReactNode;
}

interface MonthChartProps extends PartNames {
  /** Accessible name: "Payments by month". */
  label: string;
  months: readonly ChartMonth[];
  /** The current month. Its value is always shown. */
  currentMonth?: string | undefined;
  /** Height of the bar area in pixels. */
  height?: number;
  /** Renders the link of a month. Spread the props on it. */
  open?: (month: string, props: MonthLinkProps) => ReactElement;
}

const headroom = 20;
const axisRoom = 28;
const edgeMonths = 2;

/**
 * Bar chart by month: solid is settled, hatched is pending. Shows values on hover and focus. A visually hidden table contains all of them.
 */
export function MonthChart({
  label,
  months,
  currentMonth,
  height = 144,
  open,
  settled = "Completed",
  waiting = "Pending",
}: MonthChartProps) {
  const hatch = useId();
  const { topCents, stepCents } = chartScale(Math.max(0, ...months.map((month) => month.settledCents + month.waitingCents)));
  const base = headroom + height;
  const yOf = (cents: number) => base - Math.round((cents / topCents) * height);

  return (
    <div className={styles.chart}>
      <div className={styles.plot}>
        <svg className={styles.svg} height={base + axisRoom} role="group" aria-label={label}>
          <defs>
            <pattern id={hatch} width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
              <line className={styles.hatch} y2="4" />
            </pattern>
          </defs>
          {[0, 1, 2, 3].map((step) => (
            <g key={step} aria-hidden>
              <line
                className={step === 0 ? styles.base : styles.grid}
                x2="100%"
                y1={yOf(step * stepCents) + 0.5}
                y2={yOf(step * stepCents) + 0.5}
              />
              <text x="-52" y={yOf(step * stepCents) + 4}>
                {axisLabel(step * stepCents, topCents)}
              </text>
            </g>
          ))}
          {months.map((month, index) => (
            <MonthBar
              key={month.month}
              month={month}
              current={month.month === currentMonth}
              words={describe(month, { settled, waiting })}
              open={open}
              place={{
                index,
                count: months.length,
                base,
                yOf,
                hatch,
                clearY: Math.min(...besides(months, index).map((other) => topOf(other, yOf))),
              }}
            />
          ))}
        </svg>
      </div>
      <MonthTable {...{ label, months, settled, waiting }} />
    </div>
  );
}

interface Place {
  index: number;
  count: number;
  base: number;
  yOf: (cents: number) => number;
  hatch: string;
  /** Top of the tallest bar that the value may overlap. */
  clearY: number;
}

interface MonthBarProps {
  month: ChartMonth;
  current: boolean;
  words: string;
  open: MonthChartProps["open"];
  place: Place;
}

function MonthBar({ month, current, words, open, place }: MonthBarProps) {
  const { index, count, base, yOf, hatch, clearY } = place;
  const { settledCents, waitingCents } = month;
  const total = settledCents + waitingCents;
  const settledTop = yOf(settledCents);
  const waitingTop = topOf(month, yOf);

  const bar = (
    <svg
      className={cx(styles.month, current && styles.current)}
      x={`${(index * 100) / count}%`}
      width={`${100 / count}%`}
      tabIndex={open ? undefined : 0}
      role="img"
      aria-label={words}
    >
      {/* The name says it */}
      <g aria-hidden>
        <rect className={styles.target} width="100%" height={base} />
        <svg x="50%" overflow="visible">
          {settledCents > 0 && <rect className={cx(styles.bar, styles.settled)} y={settledTop} height={base - settledTop} />}
          {waitingCents > 0 && (
            <rect
              className={cx(styles.bar, styles.waiting)}
              fill={`url(#${hatch})`}
              y={waitingTop}
              height={Math.max(settledTop - waitingTop - 2, 4)}
            />
          )}
        </svg>
        <text className={styles.value} y={clearY - 8} {...anchorOf(index, count)}>
          {month.value ?? formatUsd(total).slice(0, -3)}
          {month.remark && <tspan className={styles.remark}>, {month.remark}</tspan>}
        </text>
        <text className={cx(styles.name, styles.long)} x="50%" y={base + 21} textAnchor="middle">
          {monthName(month.month, "short")}
        </text>
        <text className={cx(styles.name, styles.short)} x="50%" y={base + 21} textAnchor="middle">
          {monthName(month.month, "narrow")}
        </text>
      </g>
    </svg>
  );
  return open ? open(month.month, { className: styles.link, children: bar }) : bar;
}

/** Top of a month's bar. A pending part is always tall enough to be visible. */
function topOf({ settledCents, waitingCents }: ChartMonth, yOf: Place["yOf"]): number {
  const settledTop = yOf(settledCents);
  return waitingCents > 0 ? Math.min(yOf(settledCents + waitingCents), settledTop - 4) - 1.5 : settledTop;
}

/** Anchor of a value, which may be wider than its month. At both ends it extends inwards. */
function anchorOf(index: number, count: number) {
  if (index < edgeMonths) return { x: "0", textAnchor: "start" } as const;
  if (index >= count - edgeMonths) return { x: "100%", textAnchor: "end" } as const;
  return { x: "50%", textAnchor: "middle" } as const;
}

/** Months that a value may overlap: its own and its neighbours. */
function besides(months: readonly ChartMonth[], index: number): readonly ChartMonth[] {
  const { textAnchor } = anchorOf(index, months.length);
  const before = textAnchor === "start" ? 0 : textAnchor === "end" ? edgeMonths : 1;
  const after = textAnchor === "end" ? 0 : textAnchor === "start" ? edgeMonths : 1;
  return months.slice(Math.max(0, index - before), index + after + 1);
}

function MonthTable({ label, months, settled, waiting }: Required<PartNames> & Pick<MonthChartProps, "label" | "months">) {
  return (
    <VisuallyHidden as="div">
      <table>
        <caption>{label}</caption>
        <thead>
          <tr>
            <th scope="col">Month</th>
            <th scope="col">{settled}</th>
            <th scope="col">{waiting}</th>
            <th scope="col">Remark</th>
          </tr>
        </thead>
        <tbody>
          {months.map(({ month, settledCents, waitingCents, remark }) => (
            <tr key={month}>
              <th scope="row">{monthAndYear(month)}</th>
              <td>{formatUsd(settledCents)}</td>
              <td>{formatUsd(waitingCents)}</td>
              <td>{remark ?? ""}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </VisuallyHidden>
  );
}

/** Legend of the solid and the hatched part. */
export function ChartLegend({ settled = "Completed", waiting = "Pending" }: PartNames) {
  return (
    <ul className={styles.legend}>
      <li>{settled}</li>
      <li className={styles.legendWaiting}>{waiting}</li>
    </ul>
  );
}

function describe({ month, settledCents, waitingCents, remark }: ChartMonth, { settled, waiting }: Required<PartNames>): string {
  const parts = [`${formatUsd(settledCents)} ${settled.toLowerCase()}`];
  if (waitingCents > 0) parts.push(`${formatUsd(waitingCents)} ${waiting.toLowerCase()}`);
  if (remark) parts.push(remark);
  return `${monthAndYear(month)}: ${parts.join(", ")}`;
}

const firstDay = (month: string) => new Date(`${month}-01T00:00:00Z`);

function monthName(month: string, length: "short" | "narrow"): string {
  return firstDay(month).toLocaleDateString("en-US", { month: length, timeZone: "UTC" });
}

function monthAndYear(month: string): string {
  return firstDay(month).toLocaleDateString("en-US", { month: "short", year: "numeric", timeZone: "UTC" });
}
