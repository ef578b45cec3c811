import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import process from "node:process";

/**
 * Prints the packages that the product runs on, as CycloneDX. `npm run --silent sbom > sbom.json` stores it. npx downloads the pnpm version that made
 * the lockfile if it is not installed.
 */
const { packageManager } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
const { status } = spawnSync("npx", ["--yes", packageManager, "sbom", "--sbom-format", "cyclonedx", "--prod"], {
  cwd: new URL("..", import.meta.url),
  stdio: "inherit",
});
process.exitCode = status ?? 1;
