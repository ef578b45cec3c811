/** Runs one step of a drill and prints its name and result on a line. The first failure ends the drill. */
export async function step<Result>(
  name: string,
  work: () => Promise<Result>,
  facts: (result: Result) => string = () => "",
): Promise<Result> {
  const startedMs = performance.now();
  const line = (mark: string, rest: string) =>
    process.stdout.write(
      `${mark}  ${((performance.now() - startedMs) / 1000).toFixed(1).padStart(6)} s  ${name}${rest === "" ? "" : `: ${rest}`}\n`,
    );
  try {
    const result = await work();
    line("ok    ", facts(result));
    return result;
  } catch (error) {
    const cause = error instanceof Error && error.cause !== undefined ? ` (${JSON.stringify(error.cause)})` : "";
    line("FAILED", `${error instanceof Error ? error.message : String(error)}${cause}`);
    throw error;
  }
}

/** @throws Error with the sentence if the condition is false. */
export function must(holds: boolean, sentence: string): void {
  if (!holds) throw new Error(sentence);
}
