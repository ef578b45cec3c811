import type { Clock } from "@hearth/domain/time";

/** A clock that changes only when a test moves it. */
export class ManualClock implements Clock {
  #now: number;

  constructor(start: Date = new Date()) {
    this.#now = start.getTime();
  }

  now(): Date {
    return new Date(this.#now);
  }

  set(instant: Date): void {
    this.#now = instant.getTime();
  }

  advance(by: { days?: number; hours?: number; minutes?: number; seconds?: number; milliseconds?: number }): void {
    const { days = 0, hours = 0, minutes = 0, seconds = 0, milliseconds = 0 } = by;
    this.#now += (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000 + milliseconds;
  }
}
