import { existsSync } from "node:fs";
import { userInfo } from "node:os";
import { delimiter, join } from "node:path";
import { root } from "../launch/settings.ts";
import { run, runNode } from "./run.ts";

// A headless shell is Chromium without windows and toolbars; the journeys take a third less CPU time in it.
const shells = ["chromium-headless-shell", "chrome-headless-shell"];
const names = [...shells, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "microsoft-edge"];
const applications = ["/Applications/Google Chrome.app/Contents/MacOS/Google Chrome", "/Applications/Chromium.app/Contents/MacOS/Chromium"];
const packageManagers = [
  [
    ["apt-get", "update"],
    ["apt-get", "install", "-y", "--no-install-recommends", "chromium-headless-shell"],
  ],
  [["apt-get", "install", "-y", "--no-install-recommends", "chromium"]],
  [["dnf", "install", "-y", "chromium"]],
  [["apk", "add", "chromium"]],
  [["pacman", "-S", "--noconfirm", "chromium"]],
];

/** Finds a browser for the component tests and the journeys: an installed one, else Playwright's, else one from the system's package manager. */
export async function findBrowser(): Promise<{ path: string } | { sentence: string }> {
  for (const get of [installed, playwrights, downloaded, packaged]) {
    const path = await get();
    if (path !== undefined) return { path };
  }
  return {
    sentence:
      "Tests in a browser need Chromium or Chrome. None was found, and neither Playwright nor the package manager could fetch one. Install one, and if it is in an unusual place, say where: CHROME_PATH=/path/to/chrome npm test",
  };
}

async function installed(): Promise<string | undefined> {
  const given = process.env["CHROME_PATH"];
  if (given !== undefined && given !== "") return given;
  const onPath = (process.env["PATH"] ?? "").split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)));
  return firstUsable([...onPath, ...applications]);
}

async function playwrights(): Promise<string | undefined> {
  const ask = ["-e", 'console.log(require("@playwright/test").chromium.executablePath())'];
  const { output } = await run(process.execPath, ask, { cwd: join(root, "apps", "e2e") });
  return firstUsable([output.trim()]);
}

async function downloaded(): Promise<string | undefined> {
  process.stdout.write("No browser is installed; Playwright fetches one ...\n");
  await runNode("apps/e2e/node_modules/@playwright/test/cli.js", ["install", "chromium"], {
    live: true,
    env: { PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: "15000", ...process.env }, // if its servers are unreachable, the next way is tried soon
  });
  return playwrights();
}

async function packaged(): Promise<string | undefined> {
  const asRoot = userInfo().uid === 0 ? [] : ["sudo", "-n"];
  for (const commands of packageManagers) {
    for (const command of commands) {
      const [program, ...args] = [...asRoot, ...command];
      if (program !== undefined) await run(program, args, { live: true, env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } });
    }
    const path = await installed();
    if (path !== undefined) return path;
  }
  return undefined;
}

/** Returns the first path that exists and runs. A downloaded browser may lack system libraries, and then only prints their names. */
async function firstUsable(paths: string[]): Promise<string | undefined> {
  for (const path of paths) {
    if (existsSync(path) && (await run(path, ["--version"])).code === 0) return path;
  }
  return undefined;
}
