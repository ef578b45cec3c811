import { chargeFileLimits } from "@hearth/domain/rent/charge-file";
import { describe, expect, it } from "vitest";
import { countTurns } from "../../../testing/count-turns.ts";
import { readChargeFile } from "./read-charge-file.ts";

const heads = "Property,Unit,Kind,Description,Amount,Due\n";
const longest = (part: string) => heads + part.repeat(Math.floor((chargeFileLimits.characters - heads.length) / part.length));
const refusal = async (csv: string) =>
  readChargeFile(csv).then(
    () => "read",
    (error: unknown) => String(error),
  );

describe("a file of charges", () => {
  it.each([
    ["short rows", longest("a,\n"), "One file takes at most 5,000 charges"],
    ["blank rows", longest(" \n"), "This file has more than 5,000 blank rows. Please remove them"],
    ["heads", ",".repeat(chargeFileLimits.characters), "Line 1 has more than 100 columns"],
    ["columns that span lines", longest(',,,,,,,,,"\n"'), "has more than 100 columns"],
    ["characters in a row", longest("a"), "Line 2 has a row of more than 10,000 characters"],
    ["characters in a cell", `${heads}"${"a".repeat(900_000)}`, "Is a quotation mark missing?"],
    ["columns in a later row", `${heads}a,b,c,d,e,f\n${",".repeat(900_000)}`, "Line 3 has more than 100 columns"],
  ])("with too many %s is refused before the rest of it is read", async (_what, csv, message) => {
    const reading = refusal(csv);
    expect(await countTurns(reading)).toBeLessThan(250);
    expect(await reading).toContain(message);
  });

  it("with the column names of an earlier template is read", async () => {
    const lines = await readChargeFile("Property,Unit,Kind,What for,Amount,Due\nCourt,4B,Fee,Key,25.00,2026-12-01\n");
    expect(lines).toMatchObject([{ line: 2, read: { description: "Key", cents: 2500 } }]);
  });

  it("of the largest size leaves turns to other requests while it is parsed", async () => {
    const cell = "é".repeat(Math.floor(chargeFileLimits.characters / chargeFileLimits.rows) - 40);
    const rows = `Court,1,Fee,${cell},1.00,2026-12-31\n`.repeat(chargeFileLimits.rows);
    const reading = readChargeFile(heads + rows);
    expect(await countTurns(reading)).toBeGreaterThan(900);
    expect((await reading).map(({ line }) => line)).toEqual(Array.from({ length: chargeFileLimits.rows }, (_, at) => at + 2));
  });

  it("keeps characters, quotations and line numbers across the pieces in which it is parsed", async () => {
    const rows = Array.from({ length: 500 }, (_, at) => `"Élodie's ""Court"" 🏠, ${at}",Ünit ${at},Fee,Key,1.00,2026-12-31`);
    const lines = await readChargeFile(`\uFEFF${heads.trim()}\r\n${rows.join("\r\n")}`);
    expect(lines.map(({ line, place }) => [line, place])).toEqual(
      rows.map((_, at) => [at + 2, { property: `Élodie's "Court" 🏠, ${at}`, unit: `Ünit ${at}` }]),
    );
  });
});
