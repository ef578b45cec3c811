import type { Socket } from "node:net";
import { type ErrorCode, errorMessage, errorStatus } from "@hearth/domain/errors";
import type { ConnectionError } from "fastify";
import { brokenRequestHeaders } from "./security-headers.ts";

/** Node's error code for a request line or headers of more than 16 KiB. */
const tooLarge = "HPE_HEADER_OVERFLOW";

/** Answers a malformed request in JSON, like both interfaces, without the parser's message. Closes the connection. */
export function answerBrokenRequest(error: ConnectionError, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const code: ErrorCode = error.code === tooLarge ? "PAYLOAD_TOO_LARGE" : "VALIDATION";
  const message = code === "VALIDATION" ? "Please send a well-formed request" : errorMessage(code);
  const body = JSON.stringify({ message, code });
  const head = [
    `HTTP/1.1 ${errorStatus(code)} Refused`,
    "Content-Type: application/json; charset=utf-8",
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...Object.entries(brokenRequestHeaders).map(([name, value]) => `${name}: ${value}`),
    "Connection: close",
  ];
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`);
}
