import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { createVirusScanner } from "./virus-scanner.ts";

let daemon: Server | undefined;
afterEach(() => daemon?.close());

/** Implements clamd's INSTREAM protocol (man clamd) with a configurable verdict. The real daemon with its signatures is too large. */
async function startDaemon(answer: (content: Buffer) => string | null): Promise<string> {
  daemon = createServer((socket) => void serve(socket, answer).catch(() => socket.destroy())).listen(0, "127.0.0.1");
  await once(daemon, "listening");
  const address = daemon.address();
  return `tcp://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
}

async function serve(socket: Socket, answer: (content: Buffer) => string | null): Promise<void> {
  let received = Buffer.alloc(0);
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    received = Buffer.concat([received, chunk]);
    const content = contentOf(received);
    if (content === null) continue;
    const message = answer(content);
    if (message === null) socket.destroy();
    else socket.end(`${message}\0`);
  }
}

/** The streamed content, once its empty chunk has arrived. */
function contentOf(received: Buffer): Buffer | null {
  const command = "zINSTREAM\0";
  if (received.subarray(0, command.length).toString() !== command) return null;
  const chunks: Buffer[] = [];
  for (let at = command.length; at + 4 <= received.length;) {
    const length = received.readUInt32BE(at);
    if (length === 0) return Buffer.concat(chunks);
    chunks.push(received.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return null;
}

describe("the scanner", () => {
  it("receives the whole file, and its verdict counts", async () => {
    const content = Buffer.alloc(300_000, "hearth");
    const address = await startDaemon((sent) => (sent.equals(content) ? "stream: OK" : "stream: Win.Test.EICAR_HDB-1 FOUND"));
    const scanner = createVirusScanner(address);
    expect([await scanner.isHarmful(content), await scanner.isHarmful(Buffer.from("other"))]).toEqual([false, true]);
  });

  it.each([
    ["says that it failed", "INSTREAM size limit exceeded. ERROR"],
    ["hangs up", null],
    ["says nothing", ""],
  ])("that %s lets no file through", async (_, message) => {
    const scanner = createVirusScanner(await startDaemon(() => message));
    await expect(scanner.isHarmful(Buffer.from("a"))).rejects.toMatchObject({ code: "DOCUMENTS_UNCHECKED" });
  });

  it("that is down lets no file through", async () => {
    await expect(createVirusScanner("tcp://127.0.0.1:1").isHarmful(Buffer.from("a"))).rejects.toMatchObject({
      code: "DOCUMENTS_UNCHECKED",
    });
    await expect(createVirusScanner("unix:///nowhere/clamd.sock").isHarmful(Buffer.from("a"))).rejects.toMatchObject({
      code: "DOCUMENTS_UNCHECKED",
    });
  });
});
