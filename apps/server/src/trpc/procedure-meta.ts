import type { Meta, Policy } from "./init.ts";
import { appRouter } from "./root.ts";

/** One procedure as the interfaces see it from outside. */
export interface ProcedureInfo {
  /** `auth.login` */
  path: string;
  type: "query" | "mutation" | "subscription";
  meta: Meta | undefined;
}

/** Every procedure of the product, in the routers' order. */
export function listProcedures(): ProcedureInfo[] {
  return Object.entries(appRouter._def.record).flatMap(([noun, procedures]) =>
    Object.entries(procedures).map(([name, { _def }]) => ({
      path: `${noun}.${name}`,
      type: _def.type,
      meta: isMeta(_def.meta) ? _def.meta : undefined,
    })),
  );
}

/** Whether a procedure may only be called by itself, and never in a batch with others. */
export function isAlone(path: string): boolean {
  return alone.has(path);
}

/** Whether a procedure asks who is signed in to show it once more. */
export function asksForStepUp(path: string): boolean {
  return steppedUp.has(path);
}

/** Who may call a procedure. */
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
    .filter(({ meta }) => meta?.stepUp)
    .map(({ path }) => path),
);

/** What a procedure says of itself has its policy; tRPC keeps it without its type. */
function isMeta(meta: unknown): meta is Meta {
  return typeof meta === "object" && meta !== null && "policy" in meta;
}
