import { fileURLToPath } from "node:url";
import { compileCache } from "@hearth/processes/start-process";
import { runProgram } from "@hearth/processes/run-program";

const seedFile = fileURLToPath(new URL("../../demo/src/seed-main.ts", import.meta.url));

/** Fills the database and the chain with the demo data, like the first start. */
export async function runSeed(env: Record<string, string>): Promise<void> {
  const { code, stderr } = await runProgram([process.execPath, seedFile], {
    env: { PATH: process.env["PATH"], NODE_COMPILE_CACHE: compileCache, NETWORK: "local", ...env },
  });
  if (code !== 0) throw new Error(`Seeding the demo data failed (code ${code}): ${stderr}`);
}
