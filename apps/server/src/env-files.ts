import { readFileSync } from "node:fs";

type Source = Record<string, string | undefined>;

/**
 * Returns the environment with values read from files. `NAME_FILE` is the path of a file with the value of `NAME`, the usual way to pass
 * secrets to containers and services. Trims the value. @throws Error where a file cannot be read, or both `NAME` and `NAME_FILE` are set.
 */
export function readFileVariables(source: Source, names: readonly string[]): Source {
  const values = { ...source };
  for (const name of names) {
    const file = source[`${name}_FILE`];
    if (file === undefined || file === "") continue;
    if (source[name] !== undefined && source[name] !== "") throw new Error(`${name} and ${name}_FILE are both given. Remove one of them.`);
    try {
      values[name] = readFileSync(file, "utf8").trim();
    } catch (cause) {
      throw new Error(`${name}_FILE: ${file} cannot be read`, { cause });
    }
  }
  return values;
}
