import { ChainUnavailable } from "@hearth/chain/chain-errors";
import { publicId } from "@hearth/domain/ids";
import type { Deps } from "../../deps.ts";
import { clearAlarm, raiseAlarm } from "../alarms/alarms.repo.ts";
import { type ChequeRow, type Clock, listStuck, setAside, updateCheque } from "./cheques.repo.ts";

const pageSize = 100;
/** How many leases wait for the chain at once, each with a connection of the pool's ten at most. */
const atOnce = 5;
/** A run of a job may take 300 s; what is left then is the next run's, the longest waiting first. */
const mostMs = 240_000;
/** After so many failures in a row the chain is taken to be away: what is left is not asked. */
const mostFailures = 10;
/** When what failed is looked at again: because the chain could not be asked, or for a reason of its own. */
const retryMs = { chain: 60_000, own: 600_000 };
const alarmKey = "autopay-stuck";
/** How many an alarm names. */
const mostNamed = 20;

/** What a job does with the scheduled payments that are due by one of their times. */
export interface Work {
  clock: Clock;
  list: (limit: number) => Promise<ChequeRow[]>;
  look: (cheque: ChequeRow) => Promise<void>;
}

/**
 * Looks at every scheduled payment that is due, several at once. One that fails is set aside, tried again later and named by an alarm; the others go on.
 * Answers how many it looked at. Throws ChainUnavailable where nothing but that happened.
 */
export async function workThrough(deps: Deps, work: Work): Promise<number> {
  const begun = performance.now();
  let looked = 0;
  let failures: ChainUnavailable[] = [];
  const isOver = () => failures.length >= mostFailures || performance.now() - begun > mostMs;
  for (let isMore = true; isMore && !isOver();) {
    const due = await work.list(pageSize);
    isMore = due.length === pageSize;
    // Those of one lease come one after another: what ends several of them is told once.
    const leases = [...Map.groupBy(due, ({ leaseId }) => leaseId).values()];
    for (let at = 0; at < leases.length && !isOver(); at += atOnce) {
      const group = leases.slice(at, at + atOnce);
      const failed = (await Promise.all(group.map((ofLease) => lookAtAll(deps, work, ofLease)))).flat();
      const away = failed.filter((failure) => failure !== null);
      failures = away.length === failed.length ? [...failures, ...away] : [];
      looked += failed.length;
    }
  }
  await tellOfStuck(deps);
  const [first] = failures;
  if (first !== undefined) throw first;
  return looked;
}

async function lookAtAll(deps: Deps, work: Work, ofLease: ChequeRow[]): Promise<(ChainUnavailable | null)[]> {
  const failures: (ChainUnavailable | null)[] = [];
  for (const cheque of ofLease) failures.push(await lookAt(deps, work, cheque));
  return failures;
}

/** Answers the failure to ask the chain, where that was what stopped it. */
async function lookAt(deps: Deps, { clock, look }: Work, cheque: ChequeRow): Promise<ChainUnavailable | null> {
  try {
    await look(cheque);
    if (cheque.stuckSince !== null) await updateCheque(deps.db, cheque.id, { stuckSince: null }, deps.clock.now());
    return null;
  } catch (error) {
    const isAway = error instanceof ChainUnavailable;
    const now = deps.clock.now();
    const until = new Date(now.getTime() + (isAway ? retryMs.chain : retryMs.own));
    await setAside(deps.db, cheque, { clock, until, isStuck: !isAway, now });
    if (!isAway) deps.log.error({ err: error, cheque: publicId("cheque", cheque.id) }, "A scheduled payment could not be looked at");
    return isAway ? error : null;
  }
}

async function tellOfStuck({ db, clock }: Deps): Promise<void> {
  const now = clock.now();
  const stuck = await listStuck(db, mostNamed + 1);
  if (stuck.length === 0) return clearAlarm(db, alarmKey, now);
  const count = stuck.length > mostNamed ? `More than ${mostNamed}` : String(stuck.length);
  const message = `${count} scheduled payment${stuck.length === 1 ? "" : "s"} cannot be processed. Each is tried again every ten minutes.`;
  const named = stuck.slice(0, mostNamed).map(({ id }) => publicId("cheque", id));
  await raiseAlarm(db, { key: alarmKey, message, data: { payments: named.join(", ") }, now });
}
