import type { Defect } from "./defect.ts";

const features = "apps/server/src/features";
const kept = "drizzle/0025_kept_figures.sql";
const figuresTest = `${features}/figures/figures.int.test.ts`;
const oneAtATime = "  if not pg_try_advisory_xact_lock(hashtext('hearth figures')) then return 0; end if;\n";
const oldest = "select id from figure_changes order by id limit most";
const columns = "merchant_id, at, kind, count, cents, units";
const stateTest = `${features}/operations/check-state.int.test.ts`;

/** Defects in precomputed figures, and in the checks that compare them. */
export const keptFigures: Defect[] = [
  {
    name: "keeps a payment in the figures of its former status",
    file: kept,
    find: "old.status, -1, -old.amount_cents, 0);",
    plant: "old.status, 0, 0, 0);",
    test: figuresTest,
  },
  {
    name: "lets two folds add the same changes",
    file: kept,
    // Two guards protect this: the lock, and that deleting a change claims it.
    find: `${oneAtATime}  with taken as (\n    delete from figure_changes where id in (${oldest}) returning ${columns}\n  ), summed`,
    plant: `  with taken as (\n    select ${columns} from figure_changes order by id limit most\n  ), gone as (\n    delete from figure_changes where id in (${oldest})\n  ), summed`,
    test: figuresTest,
  },
  {
    name: "omits changes that are not folded yet from the figures",
    file: `${features}/figures/figures.repo.ts`,
    find: "join ${figureChanges} c on c.at >= w.start and",
    plant: "join ${figureChanges} c on false and c.at >= w.start and",
    test: figuresTest,
  },
  {
    name: "counts the shared boundary of two months for only one of them",
    file: `${features}/figures/figures.repo.ts`,
    find: "      part.uses.push({ place, sign });",
    plant: "      if (part.uses.length === 0) part.uses.push({ place, sign });",
    test: figuresTest,
  },
  {
    name: "returns a kind of figure in a range for which only the next range asked",
    file: `${features}/figures/figures.repo.ts`,
    find: "      if (requests[place]?.kinds.includes(kind) !== true) continue;\n",
    plant: "",
    test: figuresTest,
  },
  {
    name: "computes months of every time zone in UTC",
    file: "packages/domain/src/figures/cover-range.ts",
    find: 'return [...ends(from, start, 1), { span: "month"',
    plant: 'return [{ span: "month"',
    test: "packages/domain/src/figures/cover-range.test.ts",
  },
  {
    name: "forgets a change that still contradicts a rule",
    file: `${features}/settlement/checking/check-state.ts`,
    find: "if (broken.length === 0)\n",
    plant: "",
    test: stateTest,
  },
  {
    name: "does not queue a payment's status change for the check",
    file: kept,
    find: "create trigger payments_note_unchecked after insert or update of status, oddity, transfer_id, amount_cents on payments",
    plant: "create trigger payments_note_unchecked after insert on payments",
    test: stateTest,
  },
  {
    name: "does not compare the figures with a fresh count",
    file: `${features}/settlement/checking/check-invariants.ts`,
    find: '{ of: "payments", check: listBrokenFiguresOf },',
    plant: "",
    test: stateTest,
  },
  {
    name: "clears the alarm of the full check with a check of recent changes",
    file: `${features}/operations/check-state.ts`,
    find: 'if (broken.length > 0) await report(deps, "state-broken", broken);',
    plant: 'if (broken.length > 0) await report(deps, "invariants-broken", broken);',
    test: stateTest,
  },
  {
    name: "keeps a dispute settled after its money was reverted",
    file: kept,
    find: "update disputes set settled_at = null where settled_at is not null",
    plant: "update disputes set settled_at = null where false",
    test: stateTest,
  },
];
