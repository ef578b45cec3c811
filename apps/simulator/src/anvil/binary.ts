import { createRequire } from "node:module";

const architectures: Partial<Record<NodeJS.Architecture, string>> = { x64: "amd64", arm64: "arm64" };

/**
 * Finds the anvil binary in this platform's npm package.
 *
 * The package's launcher is not used: it is a parent process, and killing it would not kill anvil.
 */
export function anvilPath(): string {
  const platform = `${process.platform}-${architectures[process.arch] ?? process.arch}`;
  const launcher = createRequire(import.meta.url).resolve("@foundry-rs/anvil/package.json");
  try {
    return createRequire(launcher).resolve(`@foundry-rs/anvil-${platform}/bin/anvil`);
  } catch (cause) {
    throw new Error(`There is no anvil for ${platform} here. Install again, with optional dependencies.`, { cause });
  }
}
