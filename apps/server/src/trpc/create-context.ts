import { HearthError } from "@hearth/domain/errors";
import { idempotencyKey } from "@hearth/domain/payments/inputs";
import { isTimeZone } from "@hearth/domain/time";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Deps } from "../deps.ts";
import { knownDeviceMs } from "../features/auth/sessions/known-devices.ts";
import { type BesideSession, resolveActor } from "../features/auth/sessions/sessions.service.ts";
import { setRequestAccount } from "../plugins/request-log.ts";
import type { Context } from "./context.ts";

/** The cookie's name before it had a prefix, which is read once more. */
const plainDeviceCookie = "hearth_device";
/** The name on https. A browser takes it only from this very host, so that no other subdomain can plant it. */
const hostDeviceCookie = "__Host-hearth_device";
const maxUserAgentLength = 400;

/**
 * Reads a request's context, for either interface. With an invalid token, nobody is signed in. The statement that finds the session reads `beside` as well.
 * @throws HearthError VALIDATION for a malformed idempotency key: silently dropping it would drop its guarantee.
 */
export async function createContext(deps: Deps, request: FastifyRequest, reply: FastifyReply, beside?: BesideSession): Promise<Context> {
  const { headers } = request;
  const isSecure = deps.env.publicOrigin.startsWith("https:");
  const deviceCookie = isSecure ? hostDeviceCookie : plainDeviceCookie;
  const actor = await resolveActor(deps, bearerToken(headers.authorization), beside);
  if (actor !== null) setRequestAccount(request, actor.userId);
  return {
    deps,
    actor,
    requestId: request.id,
    ip: request.ip,
    userAgent: headers["user-agent"]?.slice(0, maxUserAgentLength) ?? null,
    device: {
      token: request.cookies[deviceCookie] ?? request.cookies[plainDeviceCookie] ?? null,
      keep: (token) => {
        const lifetime = { maxAge: knownDeviceMs / 1000 };
        void reply.setCookie(deviceCookie, token, { path: "/", httpOnly: true, sameSite: "strict", secure: isSecure, ...lifetime });
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

/** The usual time zone names. Nearly every request's zone is one of them, and validating it otherwise takes longer than a small answer. */
const usualZones = new Set(Intl.supportedValuesOf("timeZone"));

/** Reads the time zone header; undefined where it is missing or unknown. */
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
