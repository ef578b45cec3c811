import { router } from "./command.ts";
import { adminCommands } from "./commands/admins.ts";
import { backupCommands } from "./commands/backup.ts";
import { chainCommands } from "./commands/chain.ts";
import { checkCommands } from "./commands/checks.ts";
import { disputeCommands } from "./commands/disputes.ts";
import { exportCommands } from "./commands/export.ts";
import { heartbeatCommands } from "./commands/heartbeats.ts";
import { jobCommands } from "./commands/jobs.ts";
import { keyCommands } from "./commands/keys.ts";
import { ledgerCommands } from "./commands/ledger.ts";
import { mailCommands } from "./commands/mails.ts";
import { merchantCommands } from "./commands/merchants.ts";
import { migrateCommands } from "./commands/migrate.ts";
import { paymentCommands } from "./commands/payments.ts";
import { restoredCommands } from "./commands/restored.ts";
import { sessionCommands } from "./commands/session.ts";
import { setAsideCommands } from "./commands/set-aside.ts";
import { transferCommands } from "./commands/transfers.ts";
import { uploadCommands } from "./commands/uploads.ts";
import { userCommands } from "./commands/users.ts";

/** All commands of `hearth`, in the order of its help. */
export const commands = router({
  ...sessionCommands,
  users: userCommands,
  merchants: merchantCommands,
  payments: paymentCommands,
  disputes: disputeCommands,
  transfers: transferCommands,
  ...checkCommands,
  ledger: ledgerCommands,
  chain: chainCommands,
  jobs: jobCommands,
  setAside: setAsideCommands,
  ...heartbeatCommands,
  export: exportCommands,
  admins: adminCommands,
  ...migrateCommands,
  keys: keyCommands,
  uploads: uploadCommands,
  mails: mailCommands,
  backup: backupCommands,
  restored: restoredCommands,
});
