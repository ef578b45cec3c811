import { describe, expect, it } from "vitest";
import { type ChargeFileColumn, readChargeRow } from "./charge-file.ts";

const cells = (more: Partial<Record<ChargeFileColumn, string>> = {}): Record<ChargeFileColumn, string> => ({
  Property: "Juniper Court",
  Unit: "4B",
  Kind: "Utility",
  Description: "Water, October",
  Amount: "31.20",
  Due: "2026-11-30",
  ...more,
});

describe("a row of a charge file", () => {
  it("is parsed as in the template", () => {
    expect(readChargeRow(cells())).toEqual({
      property: "Juniper Court",
      unit: "4B",
      kind: "utility",
      description: "Water, October",
      cents: 3_120,
      dueOn: "2026-11-30",
    });
  });

  it.each<[Partial<Record<ChargeFileColumn, string>>, object]>([
    [{ Amount: "$1,450.00" }, { cents: 145_000 }],
    [{ Amount: " 1450 " }, { cents: 145_000 }],
    [{ Due: "1/5/2027" }, { dueOn: "2027-01-05" }],
    [{ Kind: " deposit " }, { kind: "deposit" }],
    [{ Unit: " 4B " }, { unit: "4B" }],
  ])("is parsed as spreadsheets write it: %j", (more, read) => {
    expect(readChargeRow(cells(more))).toMatchObject(read);
  });

  it.each<[ChargeFileColumn, string, string]>([
    ["Property", " ", "Enter the property"],
    ["Unit", "", "Enter the unit"],
    ["Kind", "Rent", "Choose what it is for"],
    ["Kind", "Late fee", "Choose what it is for"],
    ["Description", "", "Enter a description"],
    ["Amount", "0", "Enter an amount, like $1,450"],
    ["Amount", "-5", "Enter an amount, like $1,450"],
    ["Amount", "1,45", "Enter an amount, like $1,450"],
    ["Amount", "1.005", "Enter an amount, like $1,450"],
    ["Amount", "1000000.01", "This is more than $1,000,000.00"],
    ["Due", "30.11.2026", "Enter a date"],
    ["Due", "2/29/2027", "Enter a date"],
  ])("reports the wrong column and the reason: %s %j", (column, value, message) => {
    expect(readChargeRow(cells({ [column]: value }))).toEqual([{ column, message }]);
  });

  it("reports every wrong column", () => {
    const problems = readChargeRow({ Property: "", Unit: "", Kind: "", Description: "", Amount: "", Due: "" });
    expect(problems).toHaveLength(6);
  });
});
