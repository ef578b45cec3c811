import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { rootCertificates, setDefaultCACertificates } from "node:tls";
import { type RunningProcess, startProcess } from "@hearth/processes/start-process";
import { untilReady } from "@hearth/processes/until-ready";
import getPort from "get-port";

const readyLimitMs = 30_000;

/** PgBouncer in transaction mode in front of one database. Runs as `nobody`: it refuses to be root. */
export async function startPooler(databaseUrl: string, folder: string): Promise<{ url: string; process: RunningProcess }> {
  const { hostname, port, username, password, pathname } = new URL(databaseUrl);
  const listen = await getPort();
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

/** Caddy as `deploy/Caddyfile` has it, in front of those ports; everything that this process asks over TLS then trusts it. */
export async function startProxy(root: string, folder: string, upstreams: string[]): Promise<{ url: string; process: RunningProcess }> {
  const port = await getPort();
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

/** Whether somebody listens on a port of this machine. */
function takes(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("close", () => socket.destroy());
    socket.once("connect", () => socket.end());
  });
}
