import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import process from "node:process";

/**
 * Prints what of others' the product runs on, as CycloneDX: `npm run --silent sbom > sbom.json`. The pnpm that made the lockfile reads it, which npx fetches
 * from the registry where it is not there yet; licenses and authors are those of installed packages, and left out before the first `npm start`.
 */
const { packageManager } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
const { status } = spawnSync("npx", ["--yes", packageManager, "sbom", "--sbom-format", "cyclonedx", "--prod"], {
  cwd: new URL("..", import.meta.url),
  stdio: "inherit",
});
process.exitCode = status ?? 1;
