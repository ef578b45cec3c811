import type postgres from "postgres";

/** Recomputes all figures of a database whose rows were inserted with triggers disabled. */
export async function recomputeFigures(sql: postgres.Sql | postgres.TransactionSql): Promise<void> {
  await sql.unsafe("truncate figures, figure_changes");
  await sql.unsafe(`insert into figure_changes (merchant_id, at, kind, count, cents, units)
    select merchant_id, quarter_hour(moment), kind, sum(count), sum(cents), sum(units) from figure_sources group by 1, 2, 3`);
  await sql.unsafe("select fold_figures(2147483647)");
}
