import type { Deps } from "../deps.ts";
import { createChainPulse } from "../features/settlement/reading/chain-pulse.ts";
import { finalizeTransfers } from "../features/settlement/counting/finalize-transfers.ts";
import { isAnyoneWaitingForChain } from "../features/settlement/reading/is-chain-awaited.ts";
import { recordDeferredTransfers } from "../features/settlement/recording/record-deferred-transfers.ts";
import { watchChain } from "../features/settlement/reading/watch-chain.ts";
import { createBlockPoller } from "./block-pace.ts";
import { type Loop, type LoopHost, startLoop } from "./loop.ts";
import { watchFormerKeys } from "../features/payments/relay/follow-former-keys.ts";
import { relayAuthorizations } from "../features/payments/relay/relay-authorizations.ts";
import { watchRelayerGas } from "../features/payments/relay/relayer-gas.ts";
import { expirePayments, expireTopUps, type Swept } from "../features/payments/checkout/end-payment.ts";
import { followOrders } from "../features/payments/onramp/follow-orders.ts";
import { allocateWaiting } from "../features/rent/charges/allocate-leases.ts";
import { sendDueMails } from "../features/mail/send-mails.ts";
import { sendAlarmWebhooks } from "../features/alarms/send-alarm-webhooks.ts";

/** While nothing waits for the chain, it is read once per this many blocks. */
const restBlocks = 8;
/** Interval of checks for new waiters while nothing waits. */
const restStepMs = 500;

/**
 * Reads each block as soon as it exists while anything waits for the chain, and several at once otherwise. Raises an alarm when the chain is unavailable for a
 * minute, stalls, or has a wrong clock. While the clocks are not known to agree, blocks are read one by one. The clock check needs five reads, so with eight
 * blocks a read its alarm would outlive the cause by a minute and a half.
 */
function startWatchingChain(deps: Deps, host: LoopHost, reading: Reading): Loop {
  let restsUntil = 0;
  let pulse = createChainPulse();
  const blockTimeMs = deps.network.blockTimeSeconds * 1_000;
  const pace = createBlockPoller(blockTimeMs);
  return startLoop(deps, {
    name: "watch-chain",
    everyMs: blockTimeMs / 4,
    host: {
      ...host,
      isOurs: () => {
        const isHeld = host.isOurs();
        // Another process that reads meanwhile may raise alarms that this one does not know of.
        if (!isHeld) pulse = createChainPulse();
        return isHeld;
      },
    },
    step: async () => {
      const isAwake = pulse.shouldReadEveryBlock() || (await isAnyoneWaitingForChain(deps));
      if (!isAwake && performance.now() < restsUntil) return restStepMs;
      reading.isBehind = true;
      try {
        reading.mayHaveDeferred = true;
        const { more, head } = await watchChain(deps);
        reading.isBehind = more;
        const nowMs = performance.now();
        const nextMs = pace.after({ height: head.number, time: head.time }, nowMs);
        restsUntil = nowMs + restBlocks * blockTimeMs - restStepMs;
        if (more) return true;
        return isAwake ? nextMs : restStepMs;
      } finally {
        await pulse.check(deps);
      }
    },
    onSuccess: () => pulse.succeeded(deps),
    onFailure: (error) => pulse.failed(deps, error),
  });
}

/** Stores transfers to crowds, a page whenever reading has caught up. Runs no statement until something may have been read since. */
function startRecordingDeferred(deps: Deps, host: LoopHost, reading: Reading): Loop {
  const everyMs = (deps.network.blockTimeSeconds * 1_000) / 10;
  const step = async () => {
    if (reading.isBehind || !reading.mayHaveDeferred) return false;
    reading.mayHaveDeferred = false;
    const hasMore = await recordDeferredTransfers(deps).catch((error: unknown) => {
      reading.mayHaveDeferred = true;
      throw error;
    });
    reading.mayHaveDeferred ||= hasMore;
    return hasMore;
  };
  return startLoop(deps, { name: "record-deferred", everyMs, host, step });
}

/** The state of reading, for work that waits for it. */
interface Reading {
  /** True while blocks are being read, or some could not be. */
  isBehind: boolean;
  /** True from the start and from before each read, until nothing of it is left to record. */
  mayHaveDeferred: boolean;
}

/** Starts reading the chain, and storing what reading leaves for later. */
export function startReading(deps: Deps, host: LoopHost): Loop[] {
  const reading = { isBehind: true, mayHaveDeferred: true };
  return [startWatchingChain(deps, host, reading), startRecordingDeferred(deps, host, reading)];
}

/** Seals final transfers once a block, separate from reading, so that many transfers do not delay a payer. */
export function startFinalizing(deps: Deps, host: LoopHost): Loop {
  const everyMs = deps.network.blockTimeSeconds * 1_000;
  return startLoop(deps, { name: "finalize-transfers", everyMs, host, step: finalizeTransfers });
}

/** Runs the relayer twice a second. */
export function startRelaying(deps: Deps, host: LoopHost): Loop {
  return startLoop(deps, { name: "relay-authorizations", everyMs: 500, host, step: relayAuthorizations });
}

/** Checks the relayer's gas, and transactions that a former key has left pending, every ten seconds. */
export function startWatchingGas(deps: Deps, host: LoopHost): Loop {
  const step = async () => {
    await watchFormerKeys(deps);
    await watchRelayerGas(deps);
  };
  return startLoop(deps, { name: "watch-relayer-gas", everyMs: 10_000, host, step });
}

/** Ends expired checkouts once a second, and again at once while a step ended some and more are left. */
export function startExpiring(deps: Deps, host: LoopHost): Loop {
  let [payments, topUps]: [Swept, Swept] = [
    { ended: 0, next: null },
    { ended: 0, next: null },
  ];
  const step = async (deps: Deps) => {
    [payments, topUps] = [await expirePayments(deps, payments.next), await expireTopUps(deps, topUps.next)];
    return [payments, topUps].some(({ ended, next }) => ended > 0 && next !== null);
  };
  return startLoop(deps, { name: "expire-payments", everyMs: 1_000, host, step });
}

/** Follows purchases at the onramp, one step a second. */
export function startFollowingOrders(deps: Deps, host: LoopHost): Loop {
  return startLoop(deps, { name: "follow-orders", everyMs: 1_000, host, step: followOrders });
}

/** Allocates money that has arrived for leases to their charges, once a second. */
export function startAllocatingRent(deps: Deps, host: LoopHost): Loop {
  return startLoop(deps, { name: "allocate-rent", everyMs: 1_000, host, step: async (run) => void (await allocateWaiting(run)) });
}

/** Sends the mails in the outbox, once a second. */
export function startSendingMails(deps: Deps, host: LoopHost): Loop {
  return startLoop(deps, { name: "send-mails", everyMs: 1_000, host, step: sendDueMails });
}

/** Sends alarms to the operator's webhook, once a second. Without a webhook it runs no query. */
export function startSendingAlarms(deps: Deps, host: LoopHost): Loop {
  return startLoop(deps, { name: "send-alarm-webhooks", everyMs: 1_000, host, step: sendAlarmWebhooks });
}
