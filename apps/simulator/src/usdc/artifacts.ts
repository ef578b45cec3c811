import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Hex } from "viem";
import { z } from "zod";

/** The simulator's contracts: the USDC stand-in, Multicall3, which every network has, and contracts for tests. */
export const artifactNames = [
  "HearthTestUSDC",
  "HostileLogs",
  "HostileShapes",
  "TestSmartWallet",
  "TestSmartWalletFactory",
  "PayTwice",
  "GreedyWallet",
  "TestEntryPoint",
  "TestAccount",
  "Multicall3",
] as const;

export type ArtifactName = (typeof artifactNames)[number];

/** A compiled contract: `bytecode` creates it, `runtimeBytecode` is stored on the chain. */
export interface Artifact {
  abi: unknown[];
  bytecode: Hex;
  runtimeBytecode: Hex;
}

const hexSchema = z.templateLiteral(["0x", z.string().regex(/^[0-9a-f]*$/)]);
const artifactSchema = z.object({ abi: z.array(z.unknown()), bytecode: hexSchema, runtimeBytecode: hexSchema });

/** The path of a compiled contract. */
export function artifactPath(name: string): string {
  return join(import.meta.dirname, "artifacts", `${name}.json`);
}

/** Reads a compiled contract. `compile.ts` writes the files, and a test compares them with the sources. */
export function loadArtifact(name: ArtifactName): Artifact {
  return artifactSchema.parse(JSON.parse(readFileSync(artifactPath(name), "utf8")));
}
