import { connect, type Socket } from "node:net";
import { HearthError } from "@hearth/domain/errors";

export interface VirusScanner {
  /** Returns true for known malware. @throws HearthError DOCUMENTS_UNCHECKED when the scanner does not answer. */
  isHarmful(content: Buffer): Promise<boolean>;
}

const maxWaitMs = 20_000;
const chunkBytes = 64 * 1024;

/**
 * Connects to a ClamAV daemon at `tcp://host:port` or `unix:///path/of/its.socket` with the INSTREAM command. The daemon gets no file name
 * and stores nothing.
 */
export function createVirusScanner(address: string): VirusScanner {
  const { protocol, hostname, port, pathname } = new URL(address);
  const place = protocol === "unix:" ? { path: pathname } : { host: hostname, port: Number(port) };
  return {
    isHarmful: async (content) => {
      const verdict = await ask(connect(place), content).catch((cause: unknown) => {
        throw new HearthError("DOCUMENTS_UNCHECKED", { cause });
      });
      if (verdict.endsWith(" OK")) return false;
      if (verdict.endsWith(" FOUND")) return true;
      throw new HearthError("DOCUMENTS_UNCHECKED", { cause: new Error(`The scanner answered ${verdict.slice(0, 200)}`) });
    },
  };
}

function ask(socket: Socket, content: Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = "";
    socket.setTimeout(maxWaitMs, () => socket.destroy(new Error("The scanner did not answer in time")));
    socket.setEncoding("utf8").on("data", (chunk: string) => (answer += chunk));
    socket.on("error", reject);
    socket.on("close", () => resolve(answer.replace(/\0$/, "")));
    socket.write("zINSTREAM\0");
    for (let start = 0; start < content.length; start += chunkBytes) {
      const chunk = content.subarray(start, start + chunkBytes);
      socket.write(lengthOf(chunk));
      socket.write(chunk);
    }
    socket.write(lengthOf(Buffer.alloc(0)));
  });
}

function lengthOf(chunk: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(chunk.length);
  return length;
}
