import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createHearthClient } from "../packages/client/src/hearth-client.ts";
import { createEmptyDatabase } from "@hearth/db/testing/test-database";
import { runProgram } from "@hearth/processes/run-program";
import { root } from "./launch/settings.ts";

// Writes docs/cli.md: runs each command on the demo data of a running `npm start` and stores its output. The text is in
// cli-transcript.md. A line `$ hearth ...` in it is run; `{name}` is replaced by an id that `lookUp` found.

const page = join(root, "docs", "cli.md");
const prose = join(import.meta.dirname, "cli-transcript.md");
const program = join(root, "apps", "cli", "src", "main.ts");
const password = "hearth-demo-2026";

const databaseUrl = process.env["DATABASE_URL"];
if (!databaseUrl) throw new Error("Set DATABASE_URL to the address that npm start prints, and HEARTH_SERVER when it is not on port 5000.");
const folder = await mkdtemp(join(tmpdir(), "hearth-transcript-"));
const empty = await createEmptyDatabase(databaseUrl);

/** Runs one command in a separate folder. */
async function run(args: string[], env: Record<string, string> = {}, input = ""): Promise<{ output: string; code: number }> {
  const uploads = join(root, ".data", "uploads");
  const { code, stdout, stderr } = await runProgram([process.execPath, program, ...args], {
    cwd: folder,
    env: { ...process.env, XDG_CONFIG_HOME: folder, UPLOADS_DIR: uploads, NO_COLOR: "1", TZ: "UTC", ...env },
    input,
  });
  return { output: `${stdout}${stderr}`.trimEnd(), code };
}

interface Found {
  items: { _id: string; disputeId?: string }[];
}

/** Returns the first ids of several lists, by the names that the text uses for them. */
async function lookUp(): Promise<Record<string, string>> {
  const first = async (...args: string[]) => {
    const { output } = await run([...args, "--limit", "1", "--json"]);
    const { items }: Found = JSON.parse(output);
    const [item] = items;
    return item?.disputeId ?? item?._id ?? "";
  };
  return {
    tenant: await first("users", "list", "tenant@hearth.test"),
    merchant: await first("merchants", "list", "Harborview"),
    completed: await first("payments", "list", "--status", "completed"),
    pending: await first("payments", "list", "--status", "pending"),
    undisputed: await first("payments", "list", "walter.kim@mail.example", "--status", "completed"),
    dispute: await first("disputes", "list", "--status", "open"),
    transfer: await first("transfers", "list"),
    lease: await findLease("Joseph Begay"),
  };
}

/** Finds the lease of a demo tenant over the API, because no command lists leases. */
async function findLease(tenant: string): Promise<string> {
  const url = process.env["HEARTH_SERVER"] ?? "http://localhost:5000";
  const { token } = await createHearthClient({ url }).admin.login.mutate({ email: "admin@hearth.test", password });
  const { items } = await createHearthClient({ url, token }).rent.leasesForAdmin.query({ search: tenant });
  return items[0]?._id ?? "";
}

/** Returns a line of the text, followed by the output if it is a command. */
async function transcribe(line: string, names: Record<string, string>): Promise<string> {
  if (!line.startsWith("$ ")) return line;
  const command = line.replaceAll(/\{(\w+)\}/g, (_all, name: string) => names[name] ?? "");
  process.stderr.write(`${command}\n`);
  const isRestore = /backup restore|restored /.test(line);
  const isTypedIn = line.includes("< password.txt");
  const cliArgs = [...command.replace(/^\$ hearth /, "").matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? "");
  const args = isTypedIn ? cliArgs.slice(0, cliArgs.indexOf("<")) : cliArgs;
  const env: Record<string, string> = isRestore ? { DATABASE_URL: empty.url, UPLOADS_DIR: join(folder, "uploads") } : {};
  const { output, code } = await run(args, env, isTypedIn ? `${password}\n` : "");
  const ended = code === 0 ? "" : `\n(ends with ${code})`;
  return `${command}\n${output.replaceAll(folder, "~")}${ended}`;
}

try {
  await run(["login", "--email", "admin@hearth.test"], {}, password);
  const names = await lookUp();
  await run(["logout"]);
  const lines: string[] = [];
  for (const line of (await readFile(prose, "utf8")).trimEnd().split("\n")) lines.push(await transcribe(line, names));
  await writeFile(page, `${lines.join("\n")}\n`);
} finally {
  await empty.close();
  await rm(folder, { recursive: true, force: true });
}
