import { cx } from "./cx.ts";
import styles from "./day-strip.module.css";

export interface StripDay {
  /** Day of the month, from 1. */
  day: number;
  /** How large the thing was, from 0 to 1; the dot's area follows it. */
  weight: number;
  waiting: boolean;
}

export interface StripMonth {
  /** `2026-11` */
  month: string;
  days: readonly StripDay[];
}

interface DayStripProps {
  /** What the dots are: "Payments by day of the month". */
  label: string;
  months: readonly StripMonth[];
}

const height = 72;
const lines = [1, 15, 31];
const smallest = 2;
const largest = 5;

/** On which days of the month things happened, month beside month, under a `MonthChart` of the same months. Earlier is higher; what waits is hollow. */
export function DayStrip({ label, months }: DayStripProps) {
  return (
    <div className={styles.plot}>
      <svg className={styles.svg} height={height} role="img" aria-label={`${label}. ${spoken(months)}`}>
        {lines.map((day) => (
          <g key={day}>
            <line className={styles.grid} x2="100%" y1={yOf(day)} y2={yOf(day)} />
            <text x="-52" y={yOf(day) + 4}>
              {day === 1 ? "Day 1" : day}
            </text>
          </g>
        ))}
        {months.map(({ month, days }, column) =>
          days.map(({ day, weight, waiting }, index) => (
            <circle
              key={`${month}-${index}`}
              className={cx(styles.dot, waiting && styles.waiting)}
              cx={`${((column + 0.5) * 100) / months.length}%`}
              cy={yOf(day)}
              r={smallest + (largest - smallest) * Math.sqrt(weight)}
            />
          )),
        )}
      </svg>
    </div>
  );
}

/** Whole and half pixels, so that the lines are sharp. */
function yOf(day: number): number {
  return Math.round(largest + ((day - 1) / 30) * (height - 2 * largest)) + 0.5;
}

function spoken(months: readonly StripMonth[]): string {
  return months
    .filter(({ days }) => days.length > 0)
    .map(({ month, days }) => {
      const name = new Date(`${month}-01T00:00:00Z`).toLocaleDateString("en-US", { month: "long", year: "numeric", timeZone: "UTC" });
      const list = days.map(({ day, waiting }) => (waiting ? `${day} (pending)` : String(day)));
      return `${name}: ${list.join(", ")}`;
    })
    .join("; ");
}
