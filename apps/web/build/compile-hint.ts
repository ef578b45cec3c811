/** Chunks most of whose functions are called while a checkout or another first page starts. */
const names = new Set(["react", "vendor", "start", "all", "asking", "checkout"]);

/**
 * Returns the first line of a chunk. With the hint, Chromium compiles all functions of a file in the background while the file arrives. Without
 * it, each function is compiled on the main thread at its first call, which took two thirds of a checkout's first drawing.
 */
export function compileHint({ name }: { name: string }): string {
  return names.has(name) ? "//# allFunctionsCalledOnLoad\n" : "";
}
