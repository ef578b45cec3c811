import { z } from "zod";
import { appRouter } from "../../trpc/root.ts";
import { schemaOfOutput } from "../../trpc/synchronous.ts";
import type { ProcedurePath } from "../wire.ts";

/** A procedure's input and output schemas; input is null where it takes none. */
export interface ProcedureSchemas {
  input: z.ZodObject | null;
  output: z.ZodType;
}

/** Returns a procedure's schemas. @throws Error for one without an output schema, or with an input that is not an object. */
export function procedureSchemas(path: ProcedurePath): ProcedureSchemas {
  const { inputs, output } = definitionOf(path);
  const [input = null, ...more] = inputs;
  if (output === null) throw new Error(`Give ${path} an output schema: its answer cannot be described without one`);
  if (more.length > 0 || (input !== null && !(input instanceof z.ZodObject))) throw new Error(`${path} must take one object`);
  return { input, output };
}

function definitionOf(path: ProcedurePath): { inputs: unknown[]; output: z.ZodType | null } {
  const [noun, name] = path.split(".");
  const procedures = Object.entries(appRouter._def.record).find(([key]) => key === noun)?.[1] ?? {};
  const procedure: unknown = Object.entries(procedures).find(([key]) => key === name)?.[1];
  if (typeof procedure !== "function" || !("_def" in procedure)) throw new Error(`There is no procedure ${path}`);
  const definition = Object(procedure._def);
  return { inputs: definition.inputs ?? [], output: schemaOfOutput(definition.output) };
}
