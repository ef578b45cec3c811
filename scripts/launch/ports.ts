import { createServer, connect } from "node:net";
import { UserFacingError } from "./user-facing-error.ts";

/** A port that a part of the product is going to listen on. */
export interface WantedPort {
  port: number;
  /** The environment variable that changes it. */
  variable: string;
  /** The name of the program that listens there, for example "the simulator". */
  purpose: string;
}

/**
 * Checks that every port is free.
 * @throws UserFacingError that names the first port in use, and how to choose another.
 */
export async function requireFreePorts(ports: WantedPort[]): Promise<void> {
  for (const { port, variable, purpose } of ports) {
    const twin = ports.find((other) => other.port === port && other.purpose !== purpose);
    if (twin !== undefined)
      throw new UserFacingError(`${capital(purpose)} and ${twin.purpose} cannot both use port ${port}. Change ${variable}.`);
    const reason = await whyTaken(port);
    if (reason === undefined && (await refusedByBrowsers(port))) {
      throw new UserFacingError(`Browsers refuse to open port ${port}. Choose another one with ${variable}.`);
    }
    if (reason === undefined) continue;
    const mac =
      process.platform === "darwin" && port === 5000
        ? " On a Mac it is often the AirPlay Receiver (System Settings, AirDrop & Handoff)."
        : "";
    throw new UserFacingError(
      `${capital(purpose)} needs port ${port}, but ${reason}.${mac} Stop that program, or choose another port: ${variable}=${port + 10} npm start`,
    );
  }
}

async function whyTaken(port: number): Promise<string | undefined> {
  const code = await listenError(port);
  if (code === "EACCES") return "this user may not use ports that low";
  if (code !== undefined || (await answers(port, "127.0.0.1")) || (await answers(port, "::1"))) return "another program is using it";
  return undefined;
}

/** True when browsers refuse to connect to the port. The list is part of the `fetch` standard, so Node's `fetch` contains it. */
async function refusedByBrowsers(port: number): Promise<boolean> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/`, { signal: AbortSignal.timeout(1000) });
    await response.body?.cancel();
    return false;
  } catch (error) {
    return error instanceof Error && error.cause instanceof Error && error.cause.message === "bad port";
  }
}

function listenError(port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", (error) => resolve("code" in error ? String(error.code) : "unknown"));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(undefined)));
  });
}

/** True when something answers on the port. Some systems let two programs listen on one port, one on all addresses and one on a single address. */
function answers(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host, timeout: 500 });
    const end = (open: boolean): void => {
      socket.destroy();
      resolve(open);
    };
    socket.once("connect", () => end(true));
    socket.once("error", () => end(false));
    socket.once("timeout", () => end(false));
  });
}

function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
