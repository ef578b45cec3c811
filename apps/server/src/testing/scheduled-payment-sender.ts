import { createDeps } from "../deps.ts";
import { readEnv } from "../env.ts";
import { sendScheduledPayments } from "../features/autopay/send-scheduled-payments.ts";
import { createLogger } from "../logger.ts";
import { ManualClock } from "./manual-clock.ts";

/** A process that sends the scheduled payments due at a given time. Tests kill it in the middle. */
const [moment = ""] = process.argv.slice(2);
const deps = await createDeps(readEnv(process.env), createLogger("error"), new ManualClock(new Date(moment)));
await sendScheduledPayments(deps);
await deps.close();
