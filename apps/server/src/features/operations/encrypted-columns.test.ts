import * as schema from "@hearth/db/schema";
import { getTableColumns, getTableName, isTable } from "drizzle-orm";
import { expect, it } from "vitest";
import { encryptedColumns } from "./encrypted-columns.ts";

it("every encrypted column is re-encrypted when keys are rotated", () => {
  const inSchema = Object.values(schema)
    .filter((value) => isTable(value))
    .flatMap((table) =>
      Object.entries(getTableColumns(table))
        .filter(([name]) => name.startsWith("encrypted"))
        .map(([, column]) => `${getTableName(table)}.${column.name}`),
    );
  expect(inSchema.length).toBeGreaterThan(0);
  expect(encryptedColumns.map(({ table, column }) => `${table}.${column}`).toSorted()).toEqual(inSchema.toSorted());
});
