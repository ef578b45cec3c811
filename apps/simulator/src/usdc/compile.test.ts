import { expect, test } from "vitest";
import { artifactNames, loadArtifact } from "./artifacts.ts";
import { compileContracts } from "./compile.ts";

test("the compiled contracts are those of the sources, byte for byte", () => {
  const compiled = compileContracts();
  for (const name of artifactNames) expect(compiled.get(name), name).toEqual(loadArtifact(name));
});
