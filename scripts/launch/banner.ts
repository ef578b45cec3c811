import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { dataDir, type Settings } from "./settings.ts";

/** Returns the text that is printed once everything runs. */
export async function bannerText(settings: Settings, databaseUrl: string): Promise<string> {
  const lines = [
    "",
    `  Hearth is running      http://localhost:${settings.port}`,
    ...(settings.local ? demoLines(settings) : [`  Network                ${settings.network}`]),
    ...(settings.dev ? [`  Server with reload     http://localhost:${settings.serverPort}`] : []),
    ...(settings.databaseUrl === undefined ? [`  Database               ${databaseUrl}`] : []),
    `  Data                   .data, ${Math.ceil((await bytesIn(dataDir)) / 1_000_000)} MB`,
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

/** Returns the total size of all files in a folder. Files that disappear meanwhile count as nothing. */
async function bytesIn(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const sizes = await Promise.all(files.map((file) => stat(file).catch(() => ({ size: 0 }))));
  return sizes.reduce((sum, { size }) => sum + size, 0);
}
