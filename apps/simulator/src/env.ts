import { z } from "zod";

const port = (fallback: number) => z.coerce.number().int().min(1).max(65_535).default(fallback);

const schema = z.object({
  SIMULATOR_PORT: port(5100),
  CHAIN_PORT: port(8545),
  SMTP_PORT: port(5125),
  DATA_DIR: z.string().min(1).default(".data/chain"),
  WEBHOOK_URL: z.url().optional(),
});

/** Reads the settings. The only code that reads the environment. Throws an error that names the invalid variable. */
export function readEnv(environment: NodeJS.ProcessEnv) {
  const { SIMULATOR_PORT, CHAIN_PORT, SMTP_PORT, DATA_DIR, WEBHOOK_URL } = schema.parse(environment);
  const ports = { port: SIMULATOR_PORT, chainPort: CHAIN_PORT, smtpPort: SMTP_PORT };
  return { ...ports, dataDir: DATA_DIR, ...(WEBHOOK_URL !== undefined && { webhookUrl: WEBHOOK_URL }) };
}
