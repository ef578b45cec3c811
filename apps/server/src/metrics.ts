import { Counter, Histogram, Registry } from "prom-client";

/** What the process counts about itself, for the operator's Prometheus. */
export interface Metrics {
  registry: Registry;
  /** One finished procedure call, whichever interface it came through; `outcome` is `ok` or the error's code. */
  observeCall(procedure: string, outcome: string, seconds: number): void;
  /** One finished HTTP answer. */
  countAnswer(entered: string, status: number): void;
  /** What the relayer has for gas, as whoever works has just read it. */
  sawGas(wei: bigint, now: Date): void;
  /** What was seen of the gas last, and when; null in a process that has never looked. */
  lastGas(): SeenGas | null;
  /** One try to send a mail, by what became of the mail. */
  countMail(status: string): void;
}

interface SeenGas {
  wei: bigint;
  at: Date;
}

/** Fresh counters; one set per server, so that two in one process do not mix. */
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
    help: "Tries to send a mail, by what became of the mail",
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
