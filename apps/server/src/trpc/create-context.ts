import { HearthError } from "@hearth/domain/errors";
import { idempotencyKey } from "@hearth/domain/payments/inputs";
import { isTimeZone } from "@hearth/domain/time";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Deps } from "../deps.ts";
import { knownDeviceMs } from "../features/auth/sessions/known-devices.ts";
import { resolveActor } from "../features/auth/sessions/sessions.service.ts";
import { nameAccount } from "../plugins/request-log.ts";
import type { Context } from "./context.ts";

const deviceCookie = "hearth_device";
const maxUserAgentLength = 400;

/**
 * Reads what a request says about itself, for either interface. A token that opens nothing leaves nobody signed in.
 * @throws HearthError VALIDATION for an idempotency key of the wrong shape: silently dropping it would drop its promise.
 */
export async function createContext(deps: Deps, request: FastifyRequest, reply: FastifyReply): Promise<Context> {
  const { headers } = request;
  const actor = await resolveActor(deps, bearerToken(headers.authorization));
  if (actor !== null) nameAccount(request, actor.userId);
  return {
    deps,
    actor,
    requestId: request.id,
    ip: request.ip,
    userAgent: headers["user-agent"]?.slice(0, maxUserAgentLength) ?? null,
    device: {
      token: request.cookies[deviceCookie] ?? null,
      keep: (token) => {
        const secure = deps.env.publicOrigin.startsWith("https:");
        void reply.setCookie(deviceCookie, token, { path: "/", httpOnly: true, sameSite: "strict", secure, maxAge: knownDeviceMs / 1000 });
      },
    },
    timeZone: readTimeZone(headers["x-time-zone"]) ?? "UTC",
    idempotencyKey: idempotencyKeyOf(headers["idempotency-key"]),
    uploads: [],
  };
}

function bearerToken(header: string | undefined): string | null {
  return /^Bearer ([\w-]{1,100})$/i.exec(header ?? "")?.[1] ?? null;
}

/** The zones under their usual names: the one that nearly each request names is looked up, since trying it takes longer than a small answer. */
const usualZones = new Set(Intl.supportedValuesOf("timeZone"));

/** The zone a request names in its header; one that nobody knows is as good as none. */
export function readTimeZone(header: string | string[] | undefined): string | undefined {
  return typeof header === "string" && (usualZones.has(header) || isTimeZone(header)) ? header : undefined;
}

function idempotencyKeyOf(header: string | string[] | undefined): string | null {
  if (header === undefined) return null;
  const parsed = idempotencyKey.safeParse(header);
  if (parsed.success) return parsed.data;
  const message = "An idempotency key has 8 to 128 letters, digits or - _ . :";
  throw new HearthError("VALIDATION", { message, fields: { "Idempotency-Key": message } });
}
