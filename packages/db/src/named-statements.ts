import type postgres from "postgres";

/** Maximum number of named statements on a connection. The product itself has a few hundred. */
const maxNames = 1_000;
/** A statement with more values than this writes or names many rows, and its text changes with their number. */
const maxValues = 50;

/** Maximum number of lists whose limits are inlined, and of limits for each list. Together they use at most half of all names. */
const [maxLists, maxLimits] = [maxNames / 8, 4];
/** A limit that is the last value of a query, at its end or in a part of it. */
const lastLimit = / limit \$(\d+)(?=[^$\d][^$]*$|$)/;

type Unsafe = postgres.ISql["unsafe"];
type Statement = Parameters<Unsafe>;
type Send = (text: string, values: NonNullable<Statement[1]>) => Statement;

/**
 * Names every statement with values that Drizzle sends through a client, also within transactions. A connection then parses each text once,
 * and later calls take one round trip instead of two. PostgreSQL keeps named statements as long as the connection lives, so their number is
 * bounded. Statements beyond the bound, or with a great many values, are sent unnamed with the same result.
 *
 * Inlines the limit of a list's query where it is the last value. PostgreSQL does not know a limit parameter when it makes a generic plan and estimates a
 * tenth of all rows. It finds that expensive and plans the list anew at each call, which takes longer than reading it.
 */
export function nameStatements<Client extends postgres.Sql>(client: Client): Client {
  const texts = new Set<string>();
  const limits = new Map<string, Set<number>>();
  const isNamed = (text: string, values: readonly unknown[]) => {
    if (values.length > maxValues || values.some(isObject)) return false;
    if (texts.size < maxNames) texts.add(text);
    return texts.has(text);
  };
  const mayInline = (text: string, limit: number) => {
    const known = limits.get(text) ?? new Set<number>();
    const hasRoom = known.size < maxLimits && (known.size > 0 || limits.size < maxLists);
    if (hasRoom) limits.set(text, known.add(limit));
    return known.has(limit);
  };
  return withNames(client, (text, values) => {
    const limit = limitOf(text, values);
    const [finalText, finalValues] = limit !== null && mayInline(text, limit) ? inlineLimit(text, values, limit) : [text, values];
    const prepare = values.length > 0 && isNamed(finalText, finalValues);
    return [finalText, finalValues, { prepare, simple: finalValues.length === 0 && !prepare }];
  });
}

/** The limit of a list's query, or null for a statement whose last value is no limit. */
export function limitOf(text: string, values: readonly unknown[]): number | null {
  const place = lastLimit.exec(text)?.[1];
  const limit = Number(place) === values.length ? values.at(-1) : undefined;
  return typeof limit === "number" && Number.isSafeInteger(limit) ? limit : null;
}

/** Writes the limit of a list's query into its text. */
export function inlineLimit<Value>(text: string, values: readonly Value[], limit: number): [string, Value[]] {
  return [text.replace(lastLimit, ` limit ${limit}`), values.slice(0, -1)];
}

/**
 * Values that the driver may fail to serialize. It notices only while it pipelines a named statement behind others, and then fails one of
 * those instead.
 */
function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function withNames<Client extends postgres.Sql | postgres.TransactionSql>(client: Client, named: Send): Client {
  const unsafe = (text: Statement[0], values: Statement[1] = [], options: Statement[2] = {}) => {
    const [finalText, finalValues, how] = named(text, values);
    return client.unsafe(finalText, finalValues, { ...options, ...how });
  };
  type Work = (tx: postgres.TransactionSql) => Promise<unknown>;
  const overrides = {
    unsafe,
    ...("begin" in client
      ? { begin: (work: Work) => client.begin((tx) => work(withNames(tx, named))) }
      : { savepoint: (work: Work) => client.savepoint((tx) => work(withNames(tx, named))) }),
  };
  return new Proxy(client, { get: (target, name): unknown => Reflect.get(name in overrides ? overrides : target, name) });
}
