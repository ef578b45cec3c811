import type { Database } from "@hearth/db/client";

/** Simulates the death of a process. The code after it must not run. */
export class Killed extends Error {}

const statements = new Set<PropertyKey>(["select", "selectDistinct", "insert", "update", "delete", "execute", "$count", "query"]);

/**
 * A database whose process dies before its statement with number `dieAt`. The end of a committed transaction counts as a statement, too. A transaction that is
 * open at the time is rolled back.
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
