import { once } from "node:events";
import { createServer } from "node:net";
import { freePort } from "@hearth/processes/free-port";
import { expect, test } from "vitest";
import { requireFreePorts } from "./ports.ts";

test("names a taken port and the variable that changes it", async () => {
  const port = await freePort();
  const other = createServer().listen(port, "127.0.0.1");
  await once(other, "listening");
  await expect(requireFreePorts([{ port, variable: "PORT", purpose: "Hearth" }])).rejects.toThrow(
    `Hearth needs port ${port}, but another program is using it. Stop that program, or choose another port: PORT=${port + 10} npm start`,
  );
  other.close();
});

test("detects a port that another program uses on the other address family", async () => {
  const other = createServer().listen(0, "::1");
  await once(other, "listening");
  const address = other.address();
  const port = typeof address === "object" ? (address?.port ?? 0) : 0;
  await expect(requireFreePorts([{ port, variable: "PORT", purpose: "Hearth" }])).rejects.toThrow("another program is using it");
  other.close();
});

test("refuses a port that browsers refuse to open", async () => {
  await expect(requireFreePorts([{ port: 6000, variable: "PORT", purpose: "Hearth" }])).rejects.toThrow(
    "Browsers refuse to open port 6000",
  );
});

test("refuses one port for two parts", async () => {
  const port = await freePort();
  const both = ["Hearth", "the simulator"].map((purpose) => ({ port, variable: "PORT", purpose }));
  await expect(requireFreePorts(both)).rejects.toThrow(`Hearth and the simulator cannot both use port ${port}.`);
});

test("accepts free ports", async () => {
  await requireFreePorts([{ port: await freePort(), variable: "PORT", purpose: "Hearth" }]);
});
