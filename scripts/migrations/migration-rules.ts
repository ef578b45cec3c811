import { parse } from "libpg-query";

type Statement = NonNullable<NonNullable<Awaited<ReturnType<typeof parse>>["stmts"]>[number]["stmt"]>;
type Of<Kind extends string> = Statement extends infer Each ? (Each extends Record<Kind, infer Body> ? Body : never) : never;
type AlterTable = Of<"AlterTableStmt">;

/** Small tables: reading all rows under a lock takes milliseconds. They grow with the number of merchants or with the installation. */
const smallTables = new Set([
  "alarms",
  "alarm_silences",
  "alarm_webhooks",
  "chain_cursors",
  "merchants",
  "payee_changes",
  "payees",
  "state_checks",
]);

const takesAway =
  "The previous version uses it until its last process has stopped: stop using it in one version, and remove it in a later one.";
const reads = "It reads a whole table that may be big, and blocks writes to it meanwhile.";

/** Returns true when a version uses the column in its statements. */
export type ReadsColumn = (table: string, column: string) => boolean;

/**
 * Lists what makes a migration unsafe during a rolling deployment, a sentence each. A migration is unsafe when it removes something that the previous
 * version uses, or blocks writers of a big table while it reads all of it. Returns nothing for a migration that only adds, or that removes a column that the previous version
 * no longer reads.
 *
 * @throws Error when PostgreSQL's own parser cannot parse it.
 */
export async function judgeMigration(sql: string, isReadBefore: ReadsColumn): Promise<string[]> {
  const statements = ((await parse(sql)).stmts ?? []).flatMap(({ stmt }) => stmt ?? []);
  const made = new Set(
    statements.flatMap((statement) => ("CreateStmt" in statement ? (statement.CreateStmt.relation?.relname ?? []) : [])),
  );
  const isFree = (table: string | undefined) => table !== undefined && (made.has(table) || smallTables.has(table));
  const findings = statements.flatMap((statement) => judge(statement, { isNew: (table) => made.has(table ?? ""), isFree, isReadBefore }));
  return [...findings, ...judgeTogether(statements)];
}

interface Tables {
  isNew(table: string | undefined): boolean;
  /** True when the whole table may be read and locked. */
  isFree(table: string | undefined): boolean;
  isReadBefore: ReadsColumn;
}

function judge(statement: Statement, tables: Tables): string[] {
  if ("AlterTableStmt" in statement) return judgeChange(statement.AlterTableStmt, tables);
  if ("RenameStmt" in statement) return [`Renames ${statement.RenameStmt.subname ?? statement.RenameStmt.relation?.relname}. ${takesAway}`];
  if ("DropStmt" in statement) {
    const { removeType } = statement.DropStmt;
    const isRead =
      removeType === "OBJECT_TABLE" || removeType === "OBJECT_VIEW" || removeType === "OBJECT_TYPE" || removeType === "OBJECT_SEQUENCE";
    return isRead ? [`Drops a ${removeType.slice("OBJECT_".length).toLowerCase()}. ${takesAway}`] : [];
  }
  if ("IndexStmt" in statement) {
    const { idxname, concurrent, relation } = statement.IndexStmt;
    return concurrent || tables.isFree(relation?.relname)
      ? []
      : [`Builds the index ${idxname} in a transaction. ${reads} Build it CONCURRENTLY.`];
  }
  if ("UpdateStmt" in statement) return judgeRows("Changes", statement.UpdateStmt.relation?.relname, tables);
  if ("DeleteStmt" in statement) return judgeRows("Deletes", statement.DeleteStmt.relation?.relname, tables);
  if ("TruncateStmt" in statement) return [`Empties a table. ${takesAway}`];
  if ("LockStmt" in statement) return ["Locks a table."];
  return [];
}

function judgeRows(verb: string, table: string | undefined, { isFree }: Tables): string[] {
  return isFree(table) ? [] : [`${verb} rows of ${table}, and locks them until it commits. Fill it in by batches, in a job.`];
}

function judgeChange({ relation, cmds = [], objtype }: AlterTable, tables: Tables): string[] {
  const table = relation?.relname;
  if (objtype !== "OBJECT_TABLE" || tables.isNew(table)) return [];
  return cmds.flatMap((node) => {
    if (!("AlterTableCmd" in node)) return [];
    const { subtype, name, def } = node.AlterTableCmd;
    const what = `${table}.${name}`;
    if (subtype === "AT_DropColumn") return tables.isReadBefore(table ?? "", name ?? "") ? [`Drops ${what}. ${takesAway}`] : [];
    if (subtype === "AT_AlterColumnType") return [`Changes the type of ${what}, which rewrites the table. ${takesAway}`];
    if (subtype === "AT_SetNotNull") return [`Forbids null in ${what}, where the previous version may write it. ${reads}`];
    if (subtype === "AT_AddColumn" && def && "ColumnDef" in def) return judgeColumn(`${table}.${def.ColumnDef.colname}`, def.ColumnDef);
    if (subtype === "AT_AddConstraint" && def && "Constraint" in def && !tables.isFree(table)) return judgeConstraint(def.Constraint);
    return [];
  });
}

function judgeColumn(what: string, { constraints = [] }: Of<"ColumnDef">): string[] {
  const kinds = constraints.flatMap((node) => ("Constraint" in node ? [node.Constraint] : []));
  const has = (kind: string) => kinds.some(({ contype }) => contype === kind);
  const fallback = kinds.find(({ contype }) => contype === "CONSTR_DEFAULT")?.raw_expr;
  if (has("CONSTR_NOTNULL") && fallback === undefined && !has("CONSTR_GENERATED") && !has("CONSTR_IDENTITY"))
    return [`Adds ${what} not null without a default, which the previous version does not write.`];
  if (has("CONSTR_GENERATED") || has("CONSTR_IDENTITY") || (fallback && "FuncCall" in fallback))
    return [`Adds ${what} with a value that is computed for each row, which rewrites the table.`];
  return [];
}

function judgeConstraint({ contype, conname, skip_validation: isNotValid, indexname }: Of<"Constraint">): string[] {
  if (contype === "CONSTR_PRIMARY" || contype === "CONSTR_UNIQUE" || contype === "CONSTR_EXCLUSION")
    return indexname ? [] : [`Adds ${conname}. ${reads} Build its index CONCURRENTLY first, and add it USING INDEX.`];
  return isNotValid ? [] : [`Adds ${conname} and checks each row. ${reads} Add it NOT VALID, and validate it in the next migration.`];
}

/** Finds problems that two statements cause only in one transaction. */
function judgeTogether(statements: readonly Statement[]): string[] {
  const isConcurrent = (statement: Statement) =>
    ("IndexStmt" in statement && statement.IndexStmt.concurrent) || ("DropStmt" in statement && statement.DropStmt.concurrent);
  const findings: string[] = [];
  if (statements.some(isConcurrent) && !statements.every(isConcurrent))
    findings.push(
      "Builds an index concurrently, outside a transaction, together with other statements. Give the index a migration of its own.",
    );
  const dropped = statements.flatMap((statement) =>
    "DropStmt" in statement && statement.DropStmt.missing_ok ? [JSON.stringify(statement)] : [],
  );
  for (const statement of statements) {
    if (!("IndexStmt" in statement) || !statement.IndexStmt.concurrent) continue;
    const { idxname } = statement.IndexStmt;
    if (!dropped.some((text) => text.includes(`"sval":"${idxname}"`)))
      findings.push(
        `Builds ${idxname} concurrently. An interrupted build leaves it invalid: begin with DROP INDEX CONCURRENTLY IF EXISTS.`,
      );
  }
  const changes = statements.flatMap((statement) => ("AlterTableStmt" in statement ? (statement.AlterTableStmt.cmds ?? []) : []));
  const commands = changes.flatMap((node) => ("AlterTableCmd" in node ? [node.AlterTableCmd] : []));
  const added = new Set(
    commands.flatMap(({ subtype, def }) => (subtype === "AT_AddConstraint" && def && "Constraint" in def ? [def.Constraint.conname] : [])),
  );
  for (const { subtype, name } of commands)
    if (subtype === "AT_ValidateConstraint" && added.has(name))
      findings.push(`Adds and validates ${name} in one migration, under one lock.`);
  return findings;
}
