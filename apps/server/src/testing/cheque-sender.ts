import { createDeps } from "../deps.ts";
import { readEnv } from "../env.ts";
import { sendCheques } from "../features/autopay/send-cheques.ts";
import { createLogger } from "../logger.ts";
import { ManualClock } from "./manual-clock.ts";

/** A process that sends the cheques that are due at the moment it is given, for tests that kill it in the middle of that. */
const [moment = ""] = process.argv.slice(2);
const deps = await createDeps(readEnv(process.env), createLogger("error"), new ManualClock(new Date(moment)));
await sendCheques(deps);
await deps.close();
