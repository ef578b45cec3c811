import { readEnv } from "./env.ts";
import { startSimulator } from "./simulator.ts";

const simulator = await startSimulator(readEnv(process.env));
console.log(`The simulator is at ${simulator.url}, its chain at ${simulator.chain.rpcUrl}, its mail server at ${simulator.smtpUrl}.`);

let stopping = false;

async function stop(): Promise<void> {
  if (stopping) return;
  stopping = true;
  await simulator.stop();
  process.exit(0);
}

process.on("SIGTERM", () => void stop());
process.on("SIGINT", () => void stop());
