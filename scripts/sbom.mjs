import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import process from "node:process";

/**
 * Prints the third-party software of the product as CycloneDX: `npm run --silent sbom > sbom.json`. Uses the pnpm version of the lockfile,
 * which npx downloads if necessary. Licenses and authors come from installed packages, and are missing before the first `npm start`.
 */
const { packageManager } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
const { status } = spawnSync("npx", ["--yes", packageManager, "sbom", "--sbom-format", "cyclonedx", "--prod"], {
  cwd: new URL("..", import.meta.url),
  stdio: "inherit",
});
process.exitCode = status ?? 1;
