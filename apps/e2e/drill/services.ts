import { chmod, copyFile, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { rootCertificates, setDefaultCACertificates } from "node:tls";
import { runProgram } from "@hearth/processes/run-program";
import { type RunningProcess, startProcess } from "@hearth/processes/start-process";
import { answers, untilReady } from "@hearth/processes/until-ready";
import { freePort } from "@hearth/processes/free-port";
import { z } from "zod";
import { must } from "./steps.ts";

const readyLimitMs = 30_000;

/** A Prometheus that scrapes the processes of an installation. */
export interface Prometheus {
  process: RunningProcess;
  /** Lists the failures to scrape a process or to evaluate a rule; empty without any. */
  listTroubles(): Promise<string[]>;
  /** Lists the panels of the dashboard without data. */
  listEmptyPanels(): Promise<string[]>;
}

/** Starts PgBouncer in transaction mode in front of one database. Runs as `nobody`, because it refuses to run as root. */
export async function startPooler(databaseUrl: string, folder: string): Promise<{ url: string; process: RunningProcess }> {
  const { hostname, port, username, password, pathname } = new URL(databaseUrl);
  const listen = await freePort();
  const name = pathname.slice(1);
  const limits = "set statement_timeout = 5000; set idle_in_transaction_session_timeout = 10000";
  const place = `host=${hostname} port=${port} dbname=${name} user=${username} password=${decodeURIComponent(password)}`;
  const settings = [
    "listen_addr = 127.0.0.1",
    `listen_port = ${listen}`,
    "auth_type = any",
    "pool_mode = transaction",
    "max_client_conn = 200",
  ];
  await mkdir(folder, { recursive: true });
  const file = join(folder, "pgbouncer.ini");
  const lines = [
    "[databases]",
    `${name} = ${place} connect_query='${limits}'`,
    "[pgbouncer]",
    ...settings,
    "default_pool_size = 12",
    "unix_socket_dir =",
  ];
  await writeFile(file, `${lines.join("\n")}\n`);
  await chmod(file, 0o644);
  const process = await startProcess(["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "pgbouncer", file], {
    lifeline: "guard",
  });
  await untilReady(process, () => takes(listen), readyLimitMs);
  return { url: `postgres://${username}@127.0.0.1:${listen}/${name}`, process };
}

/** Starts Caddy with `deploy/Caddyfile` in front of these ports. Afterwards this process trusts its certificate. */
export async function startProxy(root: string, folder: string, upstreams: string[]): Promise<{ url: string; process: RunningProcess }> {
  const port = await freePort();
  const url = `https://localhost:${port}`;
  await mkdir(folder, { recursive: true });
  const env = { PATH: "/usr/bin", HOME: folder, XDG_DATA_HOME: folder, HEARTH_ADDRESS: url, HEARTH_UPSTREAMS: upstreams.join(" ") };
  const file = join(root, "deploy", "Caddyfile");
  const process = await startProcess(["caddy", "run", "--config", file, "--adapter", "caddyfile"], {
    env,
    logFile: join(folder, "caddy.log"),
    lifeline: "guard",
  });
  await untilReady(process, () => takes(port), readyLimitMs);
  setDefaultCACertificates([...rootCertificates, await readFile(join(folder, "caddy/pki/authorities/local/root.crt"), "utf8")]);
  return { url, process };
}

/** Answers of Prometheus's API. */
const targets = z.looseObject({
  data: z.looseObject({ activeTargets: z.looseObject({ health: z.string(), lastError: z.string() }).array() }),
});
const rules = z.looseObject({
  data: z.looseObject({
    groups: z
      .looseObject({ rules: z.looseObject({ name: z.string(), health: z.string(), lastError: z.string().optional() }).array() })
      .array(),
  }),
});
const answer = z.looseObject({ status: z.string(), data: z.looseObject({ result: z.unknown().array() }) });
const dashboard = z.looseObject({
  panels: z.looseObject({ title: z.string(), targets: z.looseObject({ expr: z.string() }).array() }).array(),
});

/** Starts Prometheus with `deploy/prometheus`, but scraping these processes every second with this token. */
export async function startPrometheus(root: string, folder: string, processes: string[], token: string): Promise<Prometheus> {
  const deployed = join(root, "deploy", "prometheus");
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "token"), token);
  const config = (await readFile(join(deployed, "prometheus.yml"), "utf8"))
    .replace("/run/secrets/metrics-token", join(folder, "token"))
    .replace("15s", "1s\n  evaluation_interval: 1s")
    .replace(/targets: \[.*\]/, `targets: ${JSON.stringify(processes)}`);
  await writeFile(join(folder, "prometheus.yml"), config);
  await copyFile(join(deployed, "rules.yml"), join(folder, "rules.yml"));
  const listen = `127.0.0.1:${await freePort()}`;
  const places = [`--config.file=${join(folder, "prometheus.yml")}`, `--storage.tsdb.path=${join(folder, "data")}`];
  const process = await startProcess(["prometheus", ...places, `--web.listen-address=${listen}`], {
    logFile: join(folder, "prometheus.log"),
    lifeline: "guard",
  });
  const ask = async (path: string): Promise<unknown> => (await fetch(`http://${listen}/api/v1/${path}`)).json();
  await untilReady(process, () => answers(`http://${listen}/-/ready`), readyLimitMs);
  return {
    process,
    listTroubles: async () => {
      const read = targets
        .parse(await ask("targets"))
        .data.activeTargets.map(({ health, lastError }) => ({ name: "a process", health, lastError }));
      const judged = rules.parse(await ask("rules")).data.groups.flatMap((group) => group.rules);
      const isWhole = read.length === processes.length && judged.length > 0;
      const wrong = [...read, ...judged].filter(({ health }) => !["ok", "up"].includes(health));
      return [
        ...(isWhole ? [] : ["It does not scrape all of them"]),
        ...wrong.map(({ name, health, lastError }) => `${name} is ${health}: ${lastError}`),
      ];
    },
    listEmptyPanels: async () => {
      const { panels } = dashboard.parse(JSON.parse(await readFile(join(root, "deploy/grafana/dashboards/hearth.json"), "utf8")));
      const empty: string[] = [];
      for (const { title, targets: asked } of panels) {
        const found = await Promise.all(asked.map(async ({ expr }) => answer.parse(await ask(`query?query=${encodeURIComponent(expr)}`))));
        if (found.some(({ status, data }) => status !== "success" || data.result.length === 0)) empty.push(title);
      }
      return empty;
    },
  };
}

/** Verifies the unit files in `deploy/systemd`. @throws Error with the output of systemd-analyze, if there is any. */
export async function judgeUnits(root: string): Promise<void> {
  const folder = join(root, "deploy", "systemd");
  const units = ["hearth.target", "hearth-migrate.service", "hearth-worker.service", "hearth-web@5001.service"].map((name) =>
    join(folder, name),
  );
  const env = { ...process.env, SYSTEMD_UNIT_PATH: `${folder}:` }; // so that it also finds the units beside them
  const { code, output } = await runProgram(["systemd-analyze", "verify", ...units], { env });
  must(code === 0 && output.trim() === "", `systemd-analyze ended with ${code}:\n${output}`);
}

/** True if a port of this machine accepts connections. */
function takes(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("close", () => socket.destroy());
    socket.once("connect", () => socket.end());
  });
}
