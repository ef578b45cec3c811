import type { Database } from "@hearth/db/client";

/** What a process that dies would never have reached. */
export class Killed extends Error {}

const statements = new Set<PropertyKey>(["select", "selectDistinct", "insert", "update", "delete", "execute", "$count", "query"]);

/**
 * A database as a process sees it that is killed before its statement of that number, or before it could go on after a transaction was kept, which counts
 * as one: a transaction that is open then keeps nothing.
 */
export function dyingDatabase(db: Database, dieAt: number): Database {
  let at = 0;
  const step = () => {
    at += 1;
    if (at >= dieAt) throw new Killed();
  };
  const wrap = <Target extends object>(target: Target): Target =>
    new Proxy(target, {
      get: (_, name) => {
        const value: unknown = Reflect.get(target, name);
        if (name === "transaction" && typeof value === "function") {
          return async (run: (tx: object) => Promise<unknown>, ...options: unknown[]) => {
            const answer: unknown = await value.call(target, (tx: object) => run(wrap(tx)), ...options);
            step();
            return answer;
          };
        }
        if (statements.has(name)) step();
        return typeof value === "function" ? value.bind(target) : value;
      },
    });
  return wrap(db);
}
