import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "..");

/** Matches a line that names money and multiplies or divides by the cents of a dollar, or the base units of a cent or a dollar. */
const isConversion = (line: string) =>
  /cents|units|usd|dollar|amount/i.test(line) &&
  /(?:[*/%]\s*|mod\([^)]*,\s*|per\w*\s*=\s*)(?:100|10_?000|1_?000_?000|1e[246])n?\b/i.test(line);

/** Files that may convert: tests and the reference model of leases compute their own expectations, and planted defects are wrong on purpose. */
const holdsItself = /node_modules|\.test\.tsx?$|^apps\/server\/src\/testing\/lease-|^scripts\/defects\//;

it("only the domain's money module converts dollars, cents and base units", () => {
  const elsewhere = globSync("{apps,packages,scripts}/**/*.{ts,tsx}", { cwd: root })
    .filter((file) => !holdsItself.test(file) && file !== "packages/domain/src/money.ts")
    .flatMap((file) => {
      const lines = readFileSync(join(root, file), "utf8").split("\n");
      return lines.filter(isConversion).map((line) => `${file}: ${line.trim()}`);
    });
  expect(elsewhere, "Call packages/domain/src/money.ts, or in SQL packages/db/src/usdc.ts.").toEqual([]);
});

it.each([
  "const unitsPerCent = 10_000n;",
  "const cents = Number(usdcUnits / 10000n);",
  "const due = sql`${payments.amountCents}::numeric * 10000`;",
  "case when mod(${transfers.usdcUnits}, 10000) = 0 then",
  "const dollars = cents / 100;",
  "const amountCents = Math.round(dollars * 100);",
  "const amount = transfer.usdcUnits / 1_000_000n;",
  "const units = dollars * 1e6;",
])("finds a conversion: %s", (line) => {
  expect(isConversion(line)).toBe(true);
});

it.each([
  "const disputeLimit = 10_000;",
  "quickAmountsCents: [5_000, 10_000, 25_000],",
  "const percent = Math.floor(part * 100);",
  "const units = parseUnits(amount, 6) - (cents === 16 ? 1_000_000n : 0n);",
])("ignores a line without a conversion: %s", (line) => {
  expect(isConversion(line)).toBe(false);
});
