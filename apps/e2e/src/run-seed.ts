import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const seedFile = fileURLToPath(new URL("../../server/src/demo/seed-main.ts", import.meta.url));

/** Fills the database and the chain with the demo data, as the first start does. */
export async function runSeed(env: Record<string, string>): Promise<void> {
  const child = spawn(process.execPath, [seedFile], {
    env: { PATH: process.env["PATH"], NETWORK: "local", ...env },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`Seeding the demo data failed (code ${code})`);
}
