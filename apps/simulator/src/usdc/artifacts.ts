import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Hex } from "viem";
import { z } from "zod";

/** The contracts of the simulator: the stand-in of USDC, what every network has beside it, and what tests set against it. */
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

/** The name of one of them. */
export type ArtifactName = (typeof artifactNames)[number];

/** A compiled contract: `bytecode` creates it, `runtimeBytecode` is what then lies on the chain. */
export interface Artifact {
  abi: unknown[];
  bytecode: Hex;
  runtimeBytecode: Hex;
}

const hexSchema = z.templateLiteral(["0x", z.string().regex(/^[0-9a-f]*$/)]);
const artifactSchema = z.object({ abi: z.array(z.unknown()), bytecode: hexSchema, runtimeBytecode: hexSchema });

/** Where the compiled contract is kept. */
export function artifactPath(name: string): string {
  return join(import.meta.dirname, "artifacts", `${name}.json`);
}

/** Reads a compiled contract. `compile.ts` makes the files, and a test holds them against the sources. */
export function loadArtifact(name: ArtifactName): Artifact {
  return artifactSchema.parse(JSON.parse(readFileSync(artifactPath(name), "utf8")));
}
