import { chmod, chown, copyFile, cp, mkdir, rm, symlink, writeFile } from "node:fs/promises";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { runProgram } from "@hearth/processes/run-program";
import { type RunningProcess, startProcess } from "@hearth/processes/start-process";
import { z } from "zod";

const certificates = "etc/ssl/certs/ca-certificates.crt";
const userId = 10_001;

const imageConfig = z.looseObject({
  Env: z.string().array(),
  Cmd: z.string().array(),
  User: z.string(),
  WorkingDir: z.string(),
});

const healthCheck = z.looseObject({ Healthcheck: z.looseObject({ Test: z.tuple([z.literal("CMD")], z.string()) }) });
const inspected = z.looseObject({
  OCIv1: z.looseObject({ config: imageConfig }),
  Docker: z.looseObject({ config: healthCheck }),
});

/** The image of the Dockerfile, built and unpacked. Its file system is read-only except for its volume. */
export interface Image {
  /** The volume's path on this machine. */
  volume: string;
  megabytes: number;
  user: string;
  /** The health check that a container engine runs. */
  healthCheck: string[];
  /** Writes a secret to a file of the volume that only the image's user may read. Returns its path in the image. */
  keep(name: string, secret: string): Promise<string>;
  /** Runs a program in it as its user, to the end. @throws Error with its output if it fails. */
  run(command: string[], env: Record<string, string>): Promise<string>;
  /** Starts the image's command with these variables in addition to its own. */
  start(env: Record<string, string>, logFile: string): Promise<RunningProcess>;
  remove(): Promise<void>;
}

/** Runs a program and returns its output. @throws Error with the end of the output if it fails. */
async function must(command: string[], env?: Record<string, string>, logFile?: string): Promise<string> {
  const { code, stdout, output } = await runProgram(command, env && { env: { ...process.env, ...env } });
  if (logFile !== undefined) await writeFile(logFile, output);
  if (code !== 0) throw new Error(`${command.slice(0, 3).join(" ")} ended with ${code}:\n${output.slice(-1_500)}`);
  return stdout.trim();
}

/**
 * Builds the Dockerfile with buildah, which needs no engine, or uses the image built before. Replaces the base of its first line by a fresh
 * Debian with this project's Node, and npm and the certificates of this machine. Needs root, and the Debian packages `mmdebstrap` and
 * `buildah`.
 */
export async function buildImage(root: string, folder: string, { isBuilt }: { isBuilt: boolean }): Promise<Image> {
  const store = ["--root", join(folder, "store"), "--runroot", join(folder, "run")];
  const buildah = (...args: string[]) => must(["buildah", ...store, ...args], { BUILDAH_ISOLATION: "chroot" });
  await mkdir(folder, { recursive: true });
  await buildah("rm", "--all");
  if (!isBuilt) await build(root, folder, { store, buildah });
  const container = await buildah("from", "--pull-never", "localhost/hearth");
  const files = await buildah("mount", container);
  const { OCIv1, Docker } = inspected.parse(JSON.parse(await buildah("inspect", "--type", "image", "localhost/hearth")));
  const [, ...health] = Docker.config.Healthcheck.Test;
  return openImage({ files, config: OCIv1.config, health, folder, remove: () => buildah("rm", container) });
}

interface Buildah {
  store: string[];
  buildah: (...args: string[]) => Promise<string>;
}

async function build(root: string, folder: string, { store, buildah }: Buildah): Promise<void> {
  const base = join(folder, "base");
  if (!existsSync(base)) await makeBase(root, base);
  const made = await buildah("from", "scratch");
  await buildah("add", "--quiet", made, base, "/");
  const trusted = [`NODE_EXTRA_CA_CERTS=/${certificates}`, `SSL_CERT_FILE=/${certificates}`, `npm_config_cafile=/${certificates}`];
  await buildah("config", ...trusted.flatMap((variable) => ["--env", variable]), made);
  await buildah("commit", "--quiet", "--rm", made, "localhost/node-base");
  const names = ["--build-arg", "NODE_IMAGE=localhost/node-base", "--tag", "localhost/hearth"];
  const order = ["build", "--pull-never", "--format", "docker", ...names, root]; // the other format has no health check
  await must(["buildah", ...store, ...order], { BUILDAH_ISOLATION: "chroot" }, join(folder, "build.log"));
}

/** Creates a base image for Node. */
async function makeBase(root: string, base: string): Promise<void> {
  await must(["mmdebstrap", "--variant=minbase", "--include=ca-certificates,libstdc++6,tzdata", "bookworm", base]);
  const node = join(root, "node_modules", "node", "bin", "node");
  const npm = join(await must(["sh", "-c", 'readlink -f "$(command -v npm)"']), "../..");
  await copyFile(node, join(base, "usr/local/bin/node"));
  await chmod(join(base, "usr/local/bin/node"), 0o755);
  await cp(npm, join(base, "usr/local/lib/node_modules/npm"), { recursive: true });
  for (const name of ["npm", "npx"]) await symlink(`../lib/node_modules/npm/bin/${name}-cli.js`, join(base, "usr/local/bin", name));
  await copyFile(`/${certificates}`, join(base, certificates));
}

interface Unpacked {
  files: string;
  config: z.output<typeof imageConfig>;
  health: string[];
  folder: string;
  remove: () => Promise<string>;
}

async function openImage({ files, config, health, folder, remove }: Unpacked): Promise<Image> {
  const [root, volume] = [join(folder, "image"), join(folder, "volume")];
  await rm(volume, { recursive: true, force: true });
  await mkdir(join(volume, "uploads"), { recursive: true });
  for (const path of [volume, join(volume, "uploads")]) await chown(path, userId, userId);
  await mkdir(root, { recursive: true });
  await must(["mount", "--bind", files, root]);
  await must(["mount", "--options", "remount,bind,ro", root]);
  await must(["mount", "--bind", volume, join(root, "var/lib/hearth")]);
  for (const path of ["dev", "proc"]) await must(["mount", "--bind", `/${path}`, join(root, path)]);
  const imageEnv = Object.fromEntries(config.Env.map((pair) => [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)]));
  const inside = (command: string[]) => ["chroot", `--userspec=${config.User}`, root, "env", "-C", config.WorkingDir, ...command];
  const size = await must(["du", "--summarize", "--block-size=M", "--one-file-system", files]);
  return {
    volume,
    megabytes: Number.parseInt(size, 10),
    user: config.User,
    healthCheck: health,
    keep: async (name, secret) => {
      const file = join(volume, name);
      await writeFile(file, `${secret}\n`, { mode: 0o400 });
      await chown(file, userId, userId);
      return join("/var/lib/hearth", name);
    },
    run: async (command, env) => {
      const { code, output, stdout } = await runProgram(inside(command), { env: { ...imageEnv, HOME: "/var/lib/hearth", ...env } });
      if (code !== 0) throw new Error(`${command.join(" ")} ended with ${code}: ${output.slice(-800)}`);
      return stdout.trim();
    },
    start: (env, logFile) => startProcess(inside(config.Cmd), { env: { ...imageEnv, ...env }, logFile, lifeline: "guard" }),
    remove: async () => {
      for (const path of ["dev", "proc", "var/lib/hearth", ""]) await must(["umount", "--lazy", join(root, path)]);
      await remove();
      await rm(dirname(volume) === folder ? volume : "", { recursive: true, force: true });
    },
  };
}
