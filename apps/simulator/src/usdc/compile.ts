import { readFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import solc from "solc";
import { z } from "zod";
import { type Artifact, artifactNames, artifactPath } from "./artifacts.ts";

const sources = [...new Set(artifactNames.map((name) => sourceOf(name)))];

const outputSchema = z.object({
  errors: z.array(z.object({ severity: z.string(), formattedMessage: z.string() })).default([]),
  contracts: z
    .record(
      z.string(),
      z.record(
        z.string(),
        z.object({
          abi: z.array(z.unknown()),
          evm: z.object({ bytecode: z.object({ object: z.string() }), deployedBytecode: z.object({ object: z.string() }) }),
        }),
      ),
    )
    .default({}),
});

/** Compiles every contract of the simulator, reproducibly on any machine. Throws the compiler's message on errors. */
export function compileContracts(): Map<string, Artifact> {
  const input = {
    language: "Solidity",
    sources: Object.fromEntries(sources.map((file) => [file, { content: readFileSync(join(import.meta.dirname, file), "utf8") }])),
    settings: {
      optimizer: { enabled: true, runs: 200 },
      evmVersion: "cancun",
      viaIR: true, // the EIP-3009 overloads have more parameters than the old code generator supports
      metadata: { bytecodeHash: "none" },
      outputSelection: { "*": { "*": ["abi", "evm.bytecode.object", "evm.deployedBytecode.object"] } },
    },
  };
  const output = outputSchema.parse(JSON.parse(solc.compile(JSON.stringify(input))));
  const [problem] = output.errors;
  if (problem !== undefined) throw new Error(problem.formattedMessage);
  const artifacts = new Map<string, Artifact>();
  for (const name of artifactNames) {
    const contract = output.contracts[sourceOf(name)]?.[name];
    if (contract === undefined) throw new Error(`${sourceOf(name)} holds no contract ${name}.`);
    const { bytecode, deployedBytecode } = contract.evm;
    artifacts.set(name, { abi: contract.abi, bytecode: `0x${bytecode.object}`, runtimeBytecode: `0x${deployedBytecode.object}` });
  }
  return artifacts;
}

function sourceOf(name: string): string {
  return `${name.replace(/Factory$/, "")}.sol`;
}

/** Run by hand after changing a contract: `node apps/simulator/src/usdc/compile.ts`. */
if (import.meta.main) {
  for (const [name, artifact] of compileContracts()) {
    await mkdir(join(artifactPath(name), ".."), { recursive: true });
    await writeFile(artifactPath(name), `${JSON.stringify(artifact)}\n`);
    console.log(`${name}: ${artifact.runtimeBytecode.length / 2 - 1} bytes`);
  }
}
