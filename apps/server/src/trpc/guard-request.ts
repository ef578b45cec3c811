import { HearthError } from "@hearth/domain/errors";
import type { FastifyRequest } from "fastify";
import { parse } from "secure-json-parse";
import type { Deps } from "../deps.ts";
import { hasManyMembers } from "../long-bodies.ts";
import { networkOf } from "../network-of.ts";
import { isAlone, isProcedure } from "./procedure-meta.ts";

/**
 * Refuses requests that the tRPC adapter would accept. They are bodies that are not JSON (its form data has no size limit), keys that reach
 * for a prototype, and signing in or up within a batch. Also refuses paths that the adapter would decode once more.
 * @throws HearthError UNSUPPORTED_MEDIA_TYPE, NOT_FOUND, RATE_LIMITED, PAYLOAD_TOO_LARGE or VALIDATION.
 */
export function guardTrpcRequest({ rateLimits }: Pick<Deps, "rateLimits">, request: FastifyRequest): void {
  const { method, body } = request;
  if (method === "POST" && !isJson(request.headers["content-type"])) throw new HearthError("UNSUPPORTED_MEDIA_TYPE");
  const path = pathOf(request);
  // A procedure counts its own calls. Calls of no procedure are counted here.
  if (!path.split(",").every(isProcedure)) rateLimits.take("call", networkOf(request.ip));
  if (path.includes("%")) throw new HearthError("NOT_FOUND");
  refuseAloneInBatch(path);
  if (typeof body === "string" && body.length > 0) parseGuarded(body);
  const { searchParams } = new URL(request.url, "http://localhost");
  for (const input of searchParams.getAll("input")) parseGuarded(input);
}

function isJson(contentType: string | undefined): boolean {
  return /^application\/json\s*(;|$)/i.test(contentType ?? "");
}

/** Returns the path as the router decoded it. It is the route's own for a procedure that takes a long body. */
function pathOf({ params, routeOptions }: FastifyRequest): string {
  if (typeof params === "object" && params !== null && "path" in params) return String(params.path);
  return (routeOptions.url ?? "").replace("/trpc/", "");
}

/**
 * Reads the path alone, not the query: the adapter and our router may read a doubled parameter differently, and a path with a comma is a
 * batch.
 */
function refuseAloneInBatch(path: string): void {
  const paths = path.split(",");
  if (paths.length > 1 && paths.some(isAlone)) {
    throw new HearthError("VALIDATION", { message: "Signing in and signing up cannot be part of a batch" });
  }
}

/** Parses JSON. Refuses keys that reach for a prototype, and long bodies of many members. @throws HearthError VALIDATION, PAYLOAD_TOO_LARGE. */
export function parseGuarded(json: string): unknown {
  if (hasManyMembers(json)) throw new HearthError("PAYLOAD_TOO_LARGE");
  try {
    return parse(json, { protoAction: "error", constructorAction: "error" });
  } catch (cause) {
    throw new HearthError("VALIDATION", { message: "Please send well-formed JSON", cause });
  }
}
