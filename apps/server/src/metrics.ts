import { Counter, Histogram, Registry } from "prom-client";

/** The process's metrics, for the operator's Prometheus. */
export interface Metrics {
  registry: Registry;
  /** Records a finished procedure call of either interface; `outcome` is `ok` or the error's code. */
  observeCall(procedure: string, outcome: string, seconds: number): void;
  /** Counts a finished HTTP response. */
  countAnswer(entered: string, status: number): void;
  /** Stores the relayer's balance for gas, in wei, as the active worker has just read it. */
  sawGas(wei: bigint, now: Date): void;
  /** Returns the last gas reading; null in a process that has never made one. */
  lastGas(): SeenGas | null;
  /** Counts a try to send a mail, by the mail's status afterwards. */
  countMail(status: string): void;
}

interface SeenGas {
  wei: bigint;
  at: Date;
}

/** Creates fresh counters, one set for each server, so that two servers in one process do not share them. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  const calls = new Histogram({
    name: "hearth_call_seconds",
    help: "Duration of procedure calls, by procedure and outcome",
    labelNames: ["procedure", "outcome"],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  });
  const answers = new Counter({
    name: "hearth_http_answers_total",
    help: "HTTP answers, by interface and status",
    labelNames: ["interface", "status"],
    registers: [registry],
  });
  let gas: SeenGas | null = null;
  const mails = new Counter({
    name: "hearth_mail_tries_total",
    help: "Tries to send a mail, by the mail's status afterwards",
    labelNames: ["status"],
    registers: [registry],
  });
  return {
    registry,
    observeCall: (procedure, outcome, seconds) => calls.observe({ procedure, outcome }, seconds),
    sawGas: (wei, now) => {
      gas = { wei, at: now };
    },
    lastGas: () => gas,
    countAnswer: (entered, status) => answers.inc({ interface: entered, status: String(status) }),
    countMail: (status) => mails.inc({ status }),
  };
}
