import { type Column, type GetColumnData, type SQL, sql } from "drizzle-orm";

type Columns = Record<string, Column>;
type Row<Of extends Columns> = { [Name in keyof Of]: GetColumnData<Of[Name]> };
type JoinedRows<Joined extends Record<string, Columns>> = { [Name in keyof Joined]: Row<Joined[Name]> | null };

/**
 * Selects rows of another table as one value of a row, so that an object and its parts take one statement. `rest` is
 * `from ... where ... order by ...` and may name the tables of the outer query. Each value is read as its column would be.
 */
export function rowsWithin<Of extends Columns>(columns: Of, rest: SQL): SQL<Row<Of>[]> {
  return arraysOf(Object.values(columns), rest).mapWith((arrays: unknown[][]) => arrays.map((values) => readRow(columns, values)));
}

/**
 * Selects rows of another table as one value, with columns of left-joined tables under the names given. A name is null if no row was
 * joined.
 */
export function joinedRowsWithin<Of extends Columns, Joined extends Record<string, Columns>>(
  columns: Of,
  joined: Joined,
  rest: SQL,
): SQL<(Row<Of> & JoinedRows<Joined>)[]> {
  const groups = Object.entries(joined);
  const all = [...Object.values(columns), ...groups.flatMap(([, group]) => Object.values(group))];
  return arraysOf(all, rest).mapWith((arrays: unknown[][]) =>
    arrays.map((values) => {
      let from = Object.keys(columns).length;
      const others = groups.map(([name, group]) => {
        const groupValues = values.slice(from, (from += Object.keys(group).length));
        return [name, groupValues.every((value) => value === null) ? null : readRow(group, groupValues)];
      });
      return { ...readRow(columns, values), ...Object.fromEntries(others) };
    }),
  );
}

/** Selects the first of these rows, or null if there is none. */
export function rowWithin<Of extends Columns>(columns: Of, rest: SQL): SQL<Row<Of> | null> {
  return sql`(select ${arrayOf(Object.values(columns))} ${rest} limit 1)`.mapWith((values: unknown[]) => readRow(columns, values));
}

function arraysOf(columns: Column[], rest: SQL): SQL {
  return sql`to_json(array(select ${arrayOf(columns)} ${rest}))`;
}

function arrayOf(columns: Column[]): SQL {
  return sql`json_build_array(${sql.join(columns.map(asJson), sql`, `)})`;
}

/** JSON numbers are inexact beyond 2^53, so large ones travel as text. */
function asJson(column: Column): SQL {
  return /^(bigint|numeric)/.test(column.getSQLType()) ? sql`${column}::text` : sql`${column}`;
}

function readRow<Of extends Columns>(columns: Of, values: readonly unknown[]): Row<Of> {
  const read = Object.entries(columns).map(([name, column], index) => [
    name,
    values[index] === null ? null : column.mapFromDriverValue(values[index]),
  ]);
  return Object.fromEntries(read);
}
