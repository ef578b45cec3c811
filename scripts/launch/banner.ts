import type { Settings } from "./settings.ts";

/** What a person wants to know when everything runs. */
export function card(settings: Settings, databaseUrl: string): string {
  const lines = [
    "",
    `  Hearth is running      http://localhost:${settings.port}`,
    ...(settings.local ? demoLines(settings) : [`  Network                ${settings.network}`]),
    ...(settings.dev ? [`  Server with reload     http://localhost:${settings.serverPort}`] : []),
    ...(settings.databaseUrl === undefined ? [`  Database               ${databaseUrl}`] : []),
    `  Logs                   .data/logs`,
    `  Stop                   Ctrl-C`,
    "",
  ];
  return lines.join("\n");
}

function demoLines(settings: Settings): string[] {
  return [
    `  Tenant                 tenant@hearth.test`,
    `  Landlord               landlord@hearth.test`,
    `  Administrator          admin@hearth.test`,
    `  Password for all three hearth-demo-2026`,
    `  Simulator              http://localhost:${settings.simulatorPort}`,
    `  Mailbox of everybody   http://localhost:${settings.simulatorPort}/mailbox`,
  ];
}
