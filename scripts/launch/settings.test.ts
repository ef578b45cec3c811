import { expect, test } from "vitest";
import { readEnv } from "../../apps/server/src/env.ts";
import { demoCredentials } from "../../apps/simulator/src/exchange/credentials.ts";
import { serverEnvironment, type Settings, simulatorEnvironment } from "./settings.ts";

const settings: Settings = {
  dev: false,
  reset: false,
  local: true,
  network: "local",
  host: "127.0.0.1",
  port: 5000,
  serverPort: 5000,
  simulatorPort: 5100,
  chainPort: 8545,
  smtpPort: 5125,
  databaseUrl: undefined,
};

test("gives the server the credentials of the simulator's exchange on the local network", () => {
  const { exchange, onramp, onrampWebhookSecrets, mailer } = readEnv(serverEnvironment(settings, "postgres://hearth@127.0.0.1/hearth"));
  expect(exchange).toMatchObject({ clientId: demoCredentials.clientId, clientSecret: demoCredentials.clientSecret });
  expect(onramp?.key).toEqual({ id: demoCredentials.apiKeyId, secret: demoCredentials.apiKeySecret });
  expect(mailer?.smtpUrl).toBe(`smtp://127.0.0.1:${simulatorEnvironment(settings)["SMTP_PORT"]}`);
  expect(onrampWebhookSecrets).toEqual([demoCredentials.webhookSecret]);
  expect(simulatorEnvironment(settings)["WEBHOOK_URL"]).toBe("http://127.0.0.1:5000/api/webhooks/onramp");
});
