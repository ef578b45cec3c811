import { HearthError } from "@hearth/domain/errors";
import type { StatementInput } from "@hearth/domain/rent/books-inputs";
import { dayIn, monthOf } from "@hearth/domain/rent/calendar";
import { periodName } from "@hearth/domain/rent/periods";
import { type StatementSubject, sumStatement } from "@hearth/domain/rent/statement";
import { writeCsv } from "../../../csv/write-csv.ts";
import type { Deps } from "../../../deps.ts";
import { type BookFile, viewBookFile } from "./book-file.view.ts";
import type { LeaseViewer } from "../rows/lease-lists.repo.ts";
import { listTenantsOf } from "../rows/tenants.repo.ts";
import { viewLine } from "../leases/leases.view.ts";
import { requireLease, seenUntil } from "../leases/read-leases.ts";
import { listStatementLines, type StatementLineRow, sumLinesBefore } from "./statements.repo.ts";
import { type PaperLine, type PdfStatement, withLater } from "./paper-statement.ts";

/** Lines per statement, some 150 years of rent. A longer statement is refused. */
const maxLines = 2_000;

/**
 * Makes a lease's statement as a file: the opening balance, every line of the days, and the closing balance. @throws HearthError NOT_FOUND for a lease that the
 * viewer may not see, RATE_LIMITED, VALIDATION for more lines than one takes.
 */
export async function makeStatement(deps: Deps, viewer: LeaseViewer, userId: string, input: StatementInput): Promise<BookFile> {
  return deps.fileQueue.take(userId, () => makeFile(deps, viewer, input));
}

async function makeFile(deps: Deps, viewer: LeaseViewer, input: StatementInput): Promise<BookFile> {
  const { startDate, endDate, format } = input;
  const statement = await readStatement(deps, viewer, input);
  const name = `hearth-statement-${startDate}-${endDate}`;
  if (format === "csv") return viewBookFile(name, format, await toCsv(statement));
  return viewBookFile(name, format, await deps.pdfs.draw("statement", statement));
}

async function readStatement(
  deps: Deps,
  viewer: LeaseViewer,
  { leaseId, startDate: from, endDate: to }: StatementInput,
): Promise<PdfStatement> {
  const found = await requireLease(deps, viewer, leaseId);
  const { lease, merchant, property, unit } = found;
  const until = seenUntil(found, deps.clock.now());
  const days = { leaseId: lease.id, merchantId: merchant.id, from, to, until };
  const [rows, tenants] = await Promise.all([
    listStatementLines(deps.db, { ...days, limit: maxLines + 1 }),
    listTenantsOf(deps.db, lease.id),
  ]);
  if (rows.length > maxLines) {
    const message = `Please ask for fewer days: one statement takes at most ${maxLines.toLocaleString("en-US")} lines`;
    throw new HearthError("VALIDATION", { message, fields: { endDate: message } });
  }
  const counted = rows.filter(({ bookedOn }) => bookedOn <= to);
  const [first] = counted;
  const opening = first ? first.balanceCents - first.cents : await sumLinesBefore(deps.db, days);
  return {
    merchant: merchant.name,
    businessType: merchant.businessType,
    place: `${property.name} ${unit.name}`,
    address: property.address,
    tenants: tenants.filter((tenant) => rentedOn(tenant, { from, to, until })).map(({ name }) => name),
    network: deps.network.label,
    from,
    to,
    madeOn: dayIn(deps.clock.now(), lease.timeZone),
    sums: sumStatement(
      opening,
      counted.map((row) => ({ cents: row.cents, subject: subjectOf(row) })),
    ),
    lines: counted.map(paperLine),
    later: rows.filter(({ bookedOn }) => bookedOn > to).map(paperLine),
  };
}

/** True when a tenant rented on a day of a statement and was entered before the reader moved out. */
function rentedOn(
  { createdAt, movedInOn, movedOutOn }: Awaited<ReturnType<typeof listTenantsOf>>[number],
  { from, to, until }: { from: string; to: string; until: Date | null },
): boolean {
  return (movedOutOn ?? from) >= from && (movedInOn ?? to) <= to && (until === null || createdAt < until);
}

/** Converts a line for print. A line that came after its month was closed keeps its own day and notes the month that counts it. */
function paperLine(row: StatementLineRow): PaperLine {
  const { on, description, note } = viewLine(row);
  const late =
    row.bookedOn === row.effectiveOn ? null : `Counted in ${periodName(monthOf(row.bookedOn))}, because it came after its month was closed`;
  const notes = [note, late].filter((text) => text !== null && text !== "").join(". ");
  return { on, description, note: notes, cents: row.cents, balanceCents: row.balanceCents, txHash: row.txHash };
}

function subjectOf({ chargeId, creditKind }: StatementLineRow): StatementSubject {
  if (chargeId !== null) return "charge";
  return creditKind === "payment" || creditKind === "outside" ? "money" : "credit";
}

async function toCsv({ from, to, sums, lines, later }: PdfStatement): Promise<string> {
  const heads = ["Date", "What", "Note", "Charged (USDC)", "Paid or credited (USDC)", "Balance (USDC)", "Transaction hash"];
  const balance = (day: string, what: string, cents: number) => [day, what, "", "", "", BigInt(cents), ""];
  const cells = ({ on, description, note, cents, txHash }: PaperLine, stands: bigint | "") => [
    on,
    description,
    note,
    cents > 0 ? BigInt(cents) : "",
    cents < 0 ? BigInt(-cents) : "",
    stands,
    txHash ?? "",
  ];
  return writeCsv([
    heads,
    balance(from, "Balance forward", sums.openingCents),
    ...lines.map((line) => cells(line, BigInt(line.balanceCents))),
    balance(to, "Ending balance", sums.closingCents),
    ...later.map((line) => cells(line, "")),
    ...(later.length > 0 ? [balance(to, "Balance with what came later", withLater(sums, later))] : []),
  ]);
}
