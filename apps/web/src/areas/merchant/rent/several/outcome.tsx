import { useWording } from "../../../../kit/words.ts";
import { AppLink } from "../../../../kit/links.tsx";
import { Alert } from "../../../../ui/alert.tsx";
import { Actions, Button } from "../../../../ui/button.tsx";
import { Stack } from "../../../../ui/stack.tsx";
import { Text } from "../../../../ui/typography.tsx";
import { type Outcome, usePortions } from "./use-portions.ts";
import styles from "./several.module.css";

/** An item of a run: the lease's name, and what was sent for it. */
export interface RunItem {
  leaseId: string;
  label: string;
}

interface OutcomeProps<Item extends RunItem> {
  /** Name of the run in this window. */
  name: string;
  portions: ReturnType<typeof usePortions<Item>>;
  /** Verb of the act in the past tense: `Charged`. */
  done: string;
  /** Takes back one act. Without it the act cannot be undone. */
  undo?: ((id: string) => Promise<unknown>) | undefined;
  /** Called when the outcome is dismissed, for the form to start anew. */
  onDone: () => void;
}

/** Shows a run over several leases: how far it is, what was done, what was refused and why, and how to go on or undo it. */
export function RunOutcome<Item extends RunItem>({ name, portions, done, undo, onDone }: OutcomeProps<Item>) {
  const reword = useWording();
  const undoing = usePortions<RunItem & { _id: string }>(`${name}:undo`, (items) => undoEach(items, undo));
  const { run, error, isBusy, goOn, dismiss } = portions;
  if (run === null) return null;
  const { items, outcomes } = run;
  const left = items.length - outcomes.length;
  const made = outcomes.flatMap(({ _id, leaseId, refused }, index) =>
    refused === null ? [{ leaseId, _id: _id ?? "", label: items[index]?.label ?? "" }] : [],
  );
  const refusals = outcomes.flatMap(({ refused, leaseId }, index) =>
    refused === null ? [] : [{ leaseId, label: items[index]?.label ?? "", refused }],
  );
  const feesVoided = outcomes.flatMap(({ leaseId, feesVoided: count = 0 }, index) =>
    count > 0 ? [{ leaseId, label: items[index]?.label ?? "", count }] : [],
  );
  const undone = undoing.run?.outcomes.filter(({ refused }) => refused === null).length ?? 0;
  const finish = () => {
    undoing.dismiss();
    dismiss();
    onDone();
  };
  return (
    <Stack wide>
      {left > 0 && (
        <div>
          <progress className={styles.progress} max={items.length} value={outcomes.length} aria-label="Progress" />
          <Text>{`${outcomes.length.toLocaleString("en-US")} of ${items.length.toLocaleString("en-US")}`}</Text>
        </div>
      )}
      {error !== null && left > 0 && (
        <Alert tone="bad" announce title={error}>
          {reword(`${countOf(left, "lease")} still to do. Going on does nothing twice.`)}
        </Alert>
      )}
      {made.length > 0 && (
        <Alert tone="good" announce={left === 0} title={reword(`${done}: ${countOf(made.length, "lease")}`)}>
          {feesVoided.length > 0 && (
            <ul className={styles.refused}>
              {feesVoided.map(({ leaseId, label, count }) => (
                <li key={leaseId}>{`${label}: ${countOf(count, "late fee")} voided`}</li>
              ))}
            </ul>
          )}
        </Alert>
      )}
      {refusals.length > 0 && (
        <Alert tone="bad" title={reword(`Not done: ${countOf(refusals.length, "lease")}`)}>
          <ul className={styles.refused}>
            {refusals.map(({ leaseId, label, refused }) => (
              <li key={leaseId}>
                <AppLink to="/merchant/leases/$leaseId" params={{ leaseId }}>
                  {label}
                </AppLink>
                {`: ${reword(refused)}`}
              </li>
            ))}
          </ul>
        </Alert>
      )}
      {undone > 0 && (
        <Alert tone="info" announce title={reword(`Undone: ${countOf(undone, "lease")}`)}>
          {feesVoided.length > 0 && "Late fees that are due without these payments are charged again."}
        </Alert>
      )}
      {undoing.error !== null && <Alert tone="bad" announce title={undoing.error} />}
      <Actions>
        {left > 0 && !isBusy && (
          <Button variant="primary" onClick={() => void goOn()}>
            {reword(`Go on with ${countOf(left, "lease")}`)}
          </Button>
        )}
        {left === 0 && (
          <Button variant="primary" onClick={finish}>
            Done
          </Button>
        )}
        {undo && left === 0 && made.length > undone && (
          <Button busy={undoing.isBusy} onClick={() => void (undoing.run === null ? undoing.start(made) : undoing.goOn())}>
            {reword(`Undo ${countOf(made.length, "entry")}`)}
          </Button>
        )}
      </Actions>
    </Stack>
  );
}

async function undoEach(
  items: readonly (RunItem & { _id: string })[],
  undo: ((id: string) => Promise<unknown>) | undefined,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const { leaseId, _id } of items) {
    await undo?.(_id);
    outcomes.push({ leaseId, _id, refused: null });
  }
  return outcomes;
}

export function countOf(count: number, noun: string): string {
  const nouns = count === 1 ? noun : `${noun.replace(/y$/, "ie")}s`;
  return `${count.toLocaleString("en-US")} ${nouns}`;
}
