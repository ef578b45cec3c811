import { mkdtempDisposable, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readSettings } from "./settings.ts";

const at = (server: string | null, allowsHttp = false, given: Record<string, string> = {}) =>
  readSettings({ server, allowsHttp }, given).server;

describe("the server that gets passwords", () => {
  it.each(["https://hearth.example", "http://localhost:5000", "http://127.0.0.1:5000", "http://[::1]:5000"])("may be at %s", (server) => {
    expect(at(server)).toBe(server);
    expect(at(null, false, { HEARTH_SERVER: server })).toBe(server);
  });

  it.each(["http://hearth.example", "http://10.0.0.1:5000", "http://127.0.0.1.hearth.example", "http://localhost.hearth.example"])(
    "is refused at %s, unless --allow-http says otherwise",
    (server) => {
      expect(() => at(server)).toThrow(`${server} would get passwords unencrypted`);
      expect(() => at(null, false, { HEARTH_SERVER: server })).toThrow("--allow-http");
      expect(at(server, true)).toBe(server);
    },
  );

  it("is not chosen by a file in the current folder, and neither are the stored sign-ins", async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), "hearth-settings-"));
    const lines = "HEARTH_SERVER=https://evil.example\nXDG_CONFIG_HOME=/tmp/evil\nPORT=6100\nUPLOADS_DIR=uploads\n";
    await writeFile(join(folder.path, ".env"), lines);
    const settings = readSettings({ server: null, allowsHttp: false }, { XDG_CONFIG_HOME: "/var/ada" }, folder.path);
    expect(settings).toMatchObject({ server: "http://localhost:6100", configFolder: "/var/ada/hearth" });
    expect(settings.environment).toMatchObject({ UPLOADS_DIR: "uploads" });
  });
});
