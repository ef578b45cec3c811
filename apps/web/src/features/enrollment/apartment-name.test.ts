import { describe, expect, it } from "vitest";
import { apartmentName } from "./apartment-name.ts";

describe("apartmentName", () => {
  it.each(["4B", "12", "B2", "C"])("calls %s an apartment, on one line", (number) => {
    expect(apartmentName(number)).toBe(`Apt\u00a0${number}`);
  });

  it.each(["Tower B, floor 3", "Penthouse"])("leaves %s its own word", (name) => {
    expect(apartmentName(name)).toBe(name);
  });
});
