import { readFileSync } from "node:fs";

type Source = Record<string, string | undefined>;

/**
 * The environment, with what stands in files in its place: `NAME_FILE` says where the value of `NAME` is, as secrets are handed to containers and
 * services. A line's end behind the value is not part of it. @throws Error where a file cannot be read, or a variable is given in both ways.
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
