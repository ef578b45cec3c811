// Runs on the Node that is installed (20.19 or newer): built-in modules and plain JavaScript only.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { binariesOf, judgePlatform } from "./platform.mjs";
import { startStep } from "./steps.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const stampFile = join(root, "node_modules", ".hearth-installed");
const signals = /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"]);

/**
 * Installs the packages when the lockfile or a package.json changed, then runs a TypeScript program on the Node version that the packages
 * include. Passes arguments and signals on to the program, and exits with its exit code.
 * @param {string} program path from the project's root
 * @param {string[]} args arguments of the program
 * @param {{ steps?: number, isQuiet?: boolean }} [options] `steps`: the total that the program counts up to; the installation is step 1.
 *   `isQuiet`: prints only an installation, and prints it to standard error
 */
export async function installAndRun(program, args, { steps = 1, isQuiet = false } = {}) {
  process.chdir(root);
  requireNode();
  const isLocked = requirePlatform();
  const fingerprint = fingerprintOfPackages();
  const isInstalled = existsSync(stampFile) && readFileSync(stampFile, "utf8") === fingerprint;
  if (!isInstalled || !isQuiet) {
    const step = startStep(1, steps, "Installing packages", isQuiet ? process.stderr : process.stdout);
    if (!isInstalled) {
      await install(step, isLocked);
      requireBinaries(step);
      writeFileSync(stampFile, fingerprint);
    }
    step.done(isInstalled ? "nothing changed" : undefined);
  }
  handOver(program, args);
}

function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  fail(`Hearth needs Node 20.19 or newer; this is ${process.versions.node}. Install a newer one from https://nodejs.org and start again.`);
}

/** Exits when this machine cannot run Hearth. Returns whether the lockfile already lists every binary that the machine needs. */
function requirePlatform() {
  Object.assign(process.report, { excludeNetwork: true }); // resolving host names can take seconds
  const report = /** @type {{ header?: { glibcVersionRuntime?: string } }} */ (process.report.getReport());
  const hasGlibc = report.header?.glibcVersionRuntime !== undefined;
  const judged = judgePlatform({ platform: process.platform, arch: process.arch, hasGlibc });
  if ("sentence" in judged) fail(judged.sentence);
  return judged.isLocked;
}

/** @param {ReturnType<typeof startStep>} step */
function requireBinaries(step) {
  const folders = readdirSync(join(root, "node_modules", ".pnpm"));
  const missing = binariesOf(process).filter((binary) => !folders.some((folder) => folder.startsWith(binary)));
  if (missing.length === 0) return;
  step.failed();
  const names = missing.map((binary) => binary.replace("+", "/").replace(/@$/, "")).join(" and ");
  fail(
    `Hearth does not run on this machine: the npm registry has no ${names} in the version that Hearth uses. Linux on x64 has all packages.`,
  );
}

/** Returns a hash of every file that decides what gets installed, and of the platform. */
function fingerprintOfPackages() {
  const hash = createHash("sha256").update(`${process.platform} ${process.arch}`);
  const folders = ["apps", "packages"].flatMap((parent) => readdirSync(join(root, parent)).map((name) => join(parent, name)));
  const files = ["pnpm-lock.yaml", "pnpm-workspace.yaml", "package.json", ...folders.sort().map((folder) => join(folder, "package.json"))];
  for (const file of files) {
    if (existsSync(join(root, file))) hash.update(`${file}\0`).update(readFileSync(join(root, file)));
  }
  return hash.digest("hex");
}

/**
 * @param {ReturnType<typeof startStep>} step
 * @param {boolean} isLocked
 */
async function install(step, isLocked) {
  const { packageManager } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  makeWritable(step);
  const lockfile = isLocked ? ["--frozen-lockfile"] : ["--fix-lockfile", "--no-frozen-lockfile"]; // the second pair adds this machine's binaries
  const args = ["--yes", packageManager, "install", ...lockfile, "--reporter=append-only"];
  const child = spawn("npx", args, { cwd: root, env: installEnvironment(), stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (/** @type {string} */ text) => {
      output = (output + text).slice(-20_000);
      const progress = /resolved (\d+), reused (\d+), downloaded (\d+), added (\d+)/.exec(text.slice(text.lastIndexOf("Progress:")));
      if (progress) step.note(`${progress[4]} of ${progress[1]}`);
    });
  }
  const stop = () => child.kill();
  for (const signal of signals) process.on(signal, stop);
  const code = await new Promise((resolve) =>
    child.on("error", () => resolve("missing")).on("close", (exit) => resolve(exit ?? "stopped")),
  );
  for (const signal of signals) process.off(signal, stop);
  if (code === 0) return;
  step.failed();
  if (code === "stopped") process.exit(1);
  explainInstallFailure(code, output);
}

/** @param {ReturnType<typeof startStep>} step */
function makeWritable(step) {
  try {
    mkdirSync(join(root, "node_modules"), { recursive: true });
    rmSync(stampFile, { force: true });
    writeFileSync(stampFile, "");
  } catch (error) {
    step.failed();
    if (error instanceof Error && "code" in error && error.code === "ENOSPC") fail(noSpace);
    fail(`Hearth cannot write into ${root}. Start it as the user who owns this folder, or use your own copy.`);
  }
}

const noSpace = `The disk that contains ${root} is full. Hearth needs about 1.5 GB. Free some space and start again.`;

/**
 * @param {number | string} code
 * @param {string} output
 */
function explainInstallFailure(code, output) {
  if (code === "missing" || code === 127)
    fail("Hearth installs its packages with npx, which is missing. It is part of npm: install npm and start again.");
  if (/ENOSPC|no space left/i.test(output)) fail(noSpace);
  if (/OUTDATED_LOCKFILE/.test(output)) {
    fail("pnpm-lock.yaml does not match the package.json files. Run `npx pnpm install` to update it, and start again.");
  }
  if (/EACCES|EPERM|permission denied/i.test(output)) {
    fail(`Hearth has no permission to write a file. Start it as the user who owns ${root}.\n${lastLines(output)}`);
  }
  fail(
    `The packages could not be installed. Check that this machine can reach the npm registry. The last lines of the output:\n${lastLines(output)}`,
  );
}

/** @param {string} text */
function lastLines(text) {
  const lines = text.trimEnd().split("\n").slice(-15);
  return lines.map((line) => `  ${line}`).join("\n");
}

/** Returns the environment for the nested npx: without npm's own variables, which make it print warnings, but with the registry settings. */
function installEnvironment() {
  const keep = /^npm_config_(registry|ca|cafile|cert|key|proxy|https_proxy|noproxy|strict_ssl|userconfig|globalconfig|cache|\/\/.*)$/i;
  const own = Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name) || keep.test(name));
  return { ...Object.fromEntries(own), npm_config_loglevel: "error", npm_config_update_notifier: "false", CI: "true" };
}

/**
 * @param {string} program
 * @param {string[]} args
 */
function handOver(program, args) {
  const env = {
    ...process.env,
    PATH: join(root, "node_modules", ".bin") + ":" + (process.env["PATH"] ?? ""),
    NODE_COMPILE_CACHE: join(root, "node_modules", ".cache", "node"), // halves the time that the programs take to start again
  };
  const child = spawn(bundledNode(), [join(root, program), ...args], { cwd: root, env, stdio: ["inherit", "inherit", "inherit", "ipc"] });
  for (const signal of signals) process.on(signal, () => child.kill(signal));
  if (process.env["npm_lifecycle_event"] !== undefined) stopWhenOrphaned(() => child.kill("SIGTERM"));
  child.on("error", (error) => fail(`${bundledNode()} could not be started: ${error.message}`));
  child.on("exit", (code) => process.exit(code ?? 1));
}

/** Calls `stop` when npm was killed. npm passes on Ctrl-C and SIGTERM only; after any other end our parent, or our shell's parent, changes. */
function stopWhenOrphaned(/** @type {() => void} */ stop) {
  const parents = parentsNow();
  const watch = setInterval(() => {
    if (parentsNow() === parents) return;
    clearInterval(watch);
    stop();
  }, 1000);
}

/** Returns our parent's pid and, on Linux, where npm starts us through a shell, the pid of the shell's parent. */
function parentsNow() {
  try {
    const status = readFileSync(`/proc/${process.ppid}/stat`, "utf8");
    return `${process.ppid} ${status.slice(status.lastIndexOf(")")).split(" ")[2]}`;
  } catch {
    return String(process.ppid);
  }
}

/** Returns the Node of the `node` package, or the running one when it is new enough. Exits with an error message if neither works. */
function bundledNode() {
  const bundled = join(root, "node_modules", "node", "bin", "node");
  if (existsSync(bundled)) return bundled;
  if (Number(process.versions.node.split(".")[0]) >= 24) return process.execPath;
  rmSync(stampFile, { force: true });
  fail(
    "The packages are installed, but the package with Node 24 was not unpacked. The reason is usually that install scripts are switched off. Switch them on (npm config delete ignore-scripts), delete the folder node_modules, and start again. Or install Node 24 yourself.",
  );
}

/**
 * Prints a sentence and exits with code 1.
 * @param {string} sentence
 * @returns {never}
 */
export function fail(sentence) {
  process.stderr.write(`\n${sentence}\n`);
  process.exit(1);
}
