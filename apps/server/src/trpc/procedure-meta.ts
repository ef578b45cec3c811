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
  return policies.has(path);
}

/** True for a procedure that is refused in a batch. */
export function isAlone(path: string): boolean {
  return alone.has(path);
}

/** True for a procedure that can require a recent authentication. */
export function asksForStepUp(path: string): boolean {
  return steppedUp.has(path);
}

/** Returns a procedure's policy. */
export function policyOf(path: string): Policy {
  const policy = policies.get(path);
  if (policy === undefined) throw new Error(`The procedure ${path} has no policy`);
  return policy;
}

const policies = new Map(listProcedures().map(({ path, meta }) => [path, meta?.policy]));

const alone = new Set(
  listProcedures()
    .filter(({ meta }) => meta?.alone)
    .map(({ path }) => path),
);

const steppedUp = new Set(
  listProcedures()
    .filter(({ meta }) => typeof meta?.stepUp === "string")
    .map(({ path }) => path),
);

/** Checks that metadata has a policy; tRPC stores it without its type. */
function isMeta(meta: unknown): meta is Meta {
  return typeof meta === "object" && meta !== null && "policy" in meta;
}
