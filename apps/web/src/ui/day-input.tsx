import { useState } from "react";
import { dayWords, isDay, readDay } from "./day.ts";
import { Input, type InputProps } from "./inputs.tsx";

export interface DayInputProps extends Omit<InputProps, "value" | "onChange" | "type"> {
  /** `2026-11-03`, or empty; anything else is shown as it was typed. */
  value: string;
  /** The day, once what is typed is one; empty until then. */
  onDay: (day: string, typed: string) => void;
}

/** A calendar day in words; what is typed is read as people write days, and written out when the field is left. */
export function DayInput({ value, onDay, onBlur, ...rest }: DayInputProps) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <Input
      autoComplete="off"
      placeholder="Nov 3, 2026"
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
