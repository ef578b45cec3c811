import { createRequire } from "node:module";

const architectures: Partial<Record<NodeJS.Architecture, string>> = { x64: "amd64", arm64: "arm64" };

/**
 * The path of anvil itself, from the package of this platform.
 *
 * Not the package's launcher: that one is a process in between, which a kill would reach instead of anvil.
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
