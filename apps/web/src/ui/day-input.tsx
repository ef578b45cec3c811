import { useState } from "react";
import { dayWords } from "./dates.ts";
import { isDay, readDay } from "./day.ts";
import { Input, type InputProps } from "./inputs.tsx";

export interface DayInputProps extends Omit<InputProps, "value" | "onChange" | "type"> {
  /** `2026-11-03` or empty. Any other text is shown as typed. */
  value: string;
  /** Called with the day, or an empty string while the typed text is not a day. */
  onDay: (day: string, typed: string) => void;
}

/** Text input for a calendar day. Accepts the usual formats, and shows the day in words on blur. */
export function DayInput({ value, onDay, onBlur, ...rest }: DayInputProps) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <Input
      autoComplete="off"
      placeholder="MM/DD/YYYY"
      {...rest}
      value={typed ?? (isDay(value) ? dayWords(value) : value)}
      onChange={({ target }) => {
        setTyped(target.value);
        onDay(readDay(target.value) ?? "", target.value);
      }}
      onBlur={(event) => {
        if (typed === null || readDay(typed) !== null || typed.trim() === "") setTyped(null);
        onBlur?.(event);
      }}
    />
  );
}
