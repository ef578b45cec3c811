import type { DatabaseOrTransaction } from "@hearth/db/client";
import { transactWithRetry } from "@hearth/db/transact-again";
import { HearthError } from "@hearth/domain/errors";
import { publicId } from "@hearth/domain/ids";
import { wireAmount } from "@hearth/domain/money";
import { startOfDay } from "@hearth/domain/rent/calendar";
import { type AddChargesInput, chargeFileColumns } from "@hearth/domain/rent/charge-file";
import { oneOffKinds } from "@hearth/domain/rent/charge-kinds";
import { z } from "zod";
import { insertAuditEntry } from "../../../audit/audit.repo.ts";
import type { Deps } from "../../../deps.ts";
import { inSlices } from "../../../in-slices.ts";
import { once } from "../../../idempotency/once.ts";
import type { Actor, CallOrigin } from "../../../trpc/context.ts";
import { requireOwnMerchant } from "../../businesses/own-merchant.ts";
import { allocateLeases } from "./allocate-leases.ts";
import { listChargesOn, listLetUnits, lockLeases } from "./charge-file.repo.ts";
import { countOpen, insertCharges, insertLines } from "../rows/lease-money.repo.ts";
import { lineOf } from "./make-charges.ts";
import { indexUnits, leaveOutCharged, leaveOutFull, matchRows, readChargeFile, type ReadyCharge } from "./read-charge-file.ts";

/** Charges that are written before others are answered: each day is looked up in its time zone, and a statement is made for all. */
const rowsAtOnce = 250;

/** Charges shown in the preview. */
const shownRows = 100;

const problemView = z.strictObject({ line: z.number().int(), column: z.enum(chargeFileColumns), message: z.string() });

const shownChargeView = z.strictObject({
  line: z.number().int(),
  leaseId: z.string(),
  property: z.string(),
  unit: z.string(),
  tenants: z.string().array(),
  kind: z.enum(oneOffKinds),
  description: z.string(),
  amount: z.number(),
  dueOn: z.string(),
});

/** The charges that a file would make, in dollars, and all rows that are wrong. */
export const chargeFileView = z.strictObject({
  charges: z.number().int(),
  leases: z.number().int(),
  total: z.number(),
  /** The first hundred charges. */
  shown: shownChargeView.array(),
  problems: problemView.array(),
});
export const chargesAddedView = z.strictObject({ charges: z.number().int(), leases: z.number().int(), total: z.number() });

/** Previews the charges of a file and all rows that are wrong. Writes nothing. @throws HearthError VALIDATION for a file of another format. */
export async function checkChargeFile(deps: Deps, actor: Actor, { csv }: { csv: string }): Promise<z.infer<typeof chargeFileView>> {
  const { id: merchantId } = await requireOwnMerchant(deps, actor);
  return deps.chargeFileQueue.take(actor.userId, () => checkFileOf(deps, merchantId, csv));
}

async function checkFileOf(deps: Deps, merchantId: string, csv: string): Promise<z.infer<typeof chargeFileView>> {
  const matched = await matchRows(await readChargeFile(csv), await indexUnits(await listLetUnits(deps.db, merchantId)));
  const { ready, bad } = await withoutCharged(deps.db, matched.ready);
  const problems = [...matched.bad, ...bad].toSorted((left, right) => left.line - right.line);
  return { ...sumUp(ready), shown: ready.slice(0, shownRows).map(viewShown), problems };
}

/**
 * Makes all charges of a file, or none. @throws HearthError VALIDATION for a file of another format. CONFLICT with the first wrong row, so that a file is never
 * charged in part. RATE_LIMITED and OVERLOADED where too many files are being read.
 */
export async function addCharges(deps: Deps, origin: CallOrigin, actor: Actor, input: AddChargesInput, key: string | null) {
  const { id: merchantId } = await requireOwnMerchant(deps, actor);
  return deps.chargeFileQueue.take(actor.userId, () => addChargesTo(deps, origin, { actor, merchantId, input, key }));
}

interface AddedFile {
  actor: Actor;
  merchantId: string;
  input: AddChargesInput;
  key: string | null;
}

async function addChargesTo(deps: Deps, origin: CallOrigin, { actor, merchantId, input, key }: AddedFile) {
  const { idempotencyKey = key, ...fields } = input;
  const lines = await readChargeFile(fields.csv);
  const now = deps.clock.now();
  const request = { scope: actor.userId, key: idempotencyKey, procedure: "rent.addCharges", input: fields, answer: chargesAddedView, now };
  return transactWithRetry(deps.db, (tx) =>
    once(tx, request, async () => {
      const found = await matchRows(lines, await indexUnits(await listLetUnits(tx, merchantId)));
      const leaseIds = [...new Set(found.ready.map(({ leaseId }) => leaseId))];
      await lockLeases(tx, leaseIds);
      // Again, now that nobody else can end one of them or bring the same file.
      const { ready, bad } = await matchRows(lines, await indexUnits(await listLetUnits(tx, merchantId)));
      requireNoProblem(bad);
      requireNoProblem((await withoutCharged(tx, ready)).bad);
      for await (const slice of inSlices(ready, rowsAtOnce)) {
        const values = slice.map(({ leaseId, kind, description, cents, dueOn, timeZone }) => {
          return { leaseId, kind, description, cents, dueOn, dueAt: startOfDay(dueOn, timeZone), createdBy: actor.userId, createdAt: now };
        });
        const made = await insertCharges(tx, values);
        await insertLines(
          tx,
          made.map((charge) => lineOf(charge, now)),
        );
      }
      await allocateLeases(tx, leaseIds, now);
      const sums = sumUp(ready);
      const data = { charges: sums.charges, leases: sums.leases, cents: ready.reduce((sum, { cents }) => sum + cents, 0) };
      const subject = publicId("merchant", merchantId);
      await insertAuditEntry(tx, origin, { at: now, actorId: actor.userId, action: "rent.chargesAdded", subject, data });
      return sums;
    }),
  );
}

async function withoutCharged(db: DatabaseOrTransaction, ready: ReadyCharge[]) {
  const leaseIds = [...new Set(ready.map(({ leaseId }) => leaseId))];
  const charged = await listChargesOn(db, leaseIds, [...new Set(ready.map(({ dueOn }) => dueOn))]);
  const fresh = leaveOutCharged(ready, charged);
  const fitting = leaveOutFull(fresh.ready, await countOpen(db, leaseIds));
  return { ready: fitting.ready, bad: [...fresh.bad, ...fitting.bad] };
}

function requireNoProblem(bad: readonly { line: number; column: string; message: string }[]): void {
  const [first] = bad;
  if (first === undefined) return;
  const more = bad.length === 1 ? "" : `, and ${bad.length - 1} more`;
  const message = `No one was charged. Line ${first.line}, ${first.column}: ${first.message}${more}`;
  throw new HearthError("CONFLICT", { message });
}

function sumUp(ready: readonly ReadyCharge[]): z.infer<typeof chargesAddedView> {
  const total = wireAmount(ready.reduce((sum, { cents }) => sum + cents, 0));
  return { charges: ready.length, leases: new Set(ready.map(({ leaseId }) => leaseId)).size, total };
}

function viewShown({
  line,
  leaseId,
  property,
  unit,
  tenants,
  kind,
  description,
  cents,
  dueOn,
}: ReadyCharge): z.infer<typeof shownChargeView> {
  return { line, leaseId: publicId("lease", leaseId), property, unit, tenants, kind, description, amount: wireAmount(cents), dueOn };
}
