import type { ErrorCode } from "@hearth/domain/errors";
import type { BesideSession } from "../features/auth/sessions/sessions.service.ts";
import type { Meta, Policy } from "./init.ts";
import { appRouter } from "./root.ts";

/** A procedure's path, type and metadata. */
export interface ProcedureInfo {
  /** `auth.login` */
  path: string;
  type: "query" | "mutation" | "subscription";
  meta: Meta | undefined;
}

/** Lists every procedure, in the routers' order. */
export function listProcedures(): ProcedureInfo[] {
  return Object.entries(appRouter._def.record).flatMap(([noun, procedures]) =>
    Object.entries(procedures).map(([name, { _def }]) => ({
      path: `${noun}.${name}`,
      type: _def.type,
      meta: isMeta(_def.meta) ? _def.meta : undefined,
    })),
  );
}

/** True for the path of a procedure. */
export function isProcedure(path: string): boolean {
  return procedures.has(path);
}

/** True for a procedure that is refused in a batch. */
export function isAlone(path: string): boolean {
  return alone.has(path);
}

/**
 * Returns what a procedure reads with the caller's session: the account that it answers with, or the business of a query of the merchant's area. A mutation reads
 * neither, because it must see its own change.
 */
export function besideSession(path: string): BesideSession | undefined {
  const { type, meta } = procedures.get(path) ?? {};
  if (type !== "query") return undefined;
  if (meta?.answersAccount) return "account";
  return meta?.policy === "merchant" ? "business" : undefined;
}

/** Returns a procedure with its rules. */
function procedureOf(path: string): ProcedureInfo & { meta: Meta } {
  const procedure = procedures.get(path);
  if (procedure?.meta === undefined) throw new Error(`The procedure ${path} has no rules`);
  return { ...procedure, meta: procedure.meta };
}

/** Lists the error codes with which a procedure's rules can refuse a caller whom its policy admits. */
export function refusalsOfRules(path: string): ErrorCode[] {
  const { type, meta } = procedureOf(path);
  const codes: ErrorCode[] = typeof meta.stepUp === "string" ? ["STEP_UP_REQUIRED"] : [];
  if (type !== "mutation") return codes;
  if (meta.business === "notSuspended") codes.push("BUSINESS_SUSPENDED");
  if (meta.strangers === "invited" || meta.strangers === "askedToPay") codes.push("EMAIL_UNCONFIRMED", "MERCHANT_UNAVAILABLE");
  if (meta.strangers === "askedToPay") codes.push("MERCHANT_WALLET_MISSING");
  return codes;
}

/** Returns a procedure's policy. */
export function policyOf(path: string): Policy {
  return procedureOf(path).meta.policy;
}

const procedures = new Map(listProcedures().map((procedure) => [procedure.path, procedure]));

const alone = new Set(
  listProcedures()
    .filter(({ meta }) => meta?.alone)
    .map(({ path }) => path),
);

/** Checks that metadata has a policy; tRPC stores it without its type. */
function isMeta(meta: unknown): meta is Meta {
  return typeof meta === "object" && meta !== null && "policy" in meta;
}
