import { Counter, Gauge, Histogram, Registry } from "prom-client";

/** What the process counts about itself, for the operator's Prometheus. */
export interface Metrics {
  registry: Registry;
  /** One finished procedure call, whichever interface it came through; `outcome` is `ok` or the error's code. */
  observeCall(procedure: string, outcome: string, seconds: number): void;
  /** One finished HTTP answer. */
  countAnswer(entered: string, status: number): void;
  /** What the relayer has for gas, as whoever works has just read it. */
  sawGas(wei: bigint): void;
  /** One try to send a mail, by what became of the mail. */
  countMail(status: string): void;
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
  const gas = new Gauge({ name: "hearth_relayer_gas_ether", help: "What the relayer has for gas", registers: [registry] });
  gas.remove(); // who has not looked does not say that there is none
  const mails = new Counter({
    name: "hearth_mail_tries_total",
    help: "Tries to send a mail, by what became of the mail",
    labelNames: ["status"],
    registers: [registry],
  });
  return {
    registry,
    observeCall: (procedure, outcome, seconds) => calls.observe({ procedure, outcome }, seconds),
    sawGas: (wei) => gas.set(Number(wei) / 1e18),
    countAnswer: (entered, status) => answers.inc({ interface: entered, status: String(status) }),
    countMail: (status) => mails.inc({ status }),
  };
}
