import { expect, test } from "vitest";
import { artifactNames, loadArtifact } from "./artifacts.ts";
import { compileContracts } from "./compile.ts";

test("the compiled contracts match their sources, byte for byte", () => {
  const compiled = compileContracts();
  for (const name of artifactNames) expect(compiled.get(name), name).toEqual(loadArtifact(name));
});
