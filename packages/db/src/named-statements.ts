import type postgres from "postgres";

/** So many texts are named on a connection at most; the product's own are a few hundred. */
const mostTexts = 1_000;
/** A statement with more values than these writes or names many rows, and its text changes with how many. */
const mostValues = 50;

/** So many lists at most have their lengths written into their texts, and so many lengths of one: half of all names, however many are asked for. */
const [mostLists, mostLimits] = [mostTexts / 8, 4];
const lastLimit = / limit \$(\d+)$/;

type Unsafe = postgres.ISql["unsafe"];
type Statement = Parameters<Unsafe>;
type Send = (text: string, values: NonNullable<Statement[1]>) => Statement;

/**
 * Names every statement with values that Drizzle sends through a client, also within transactions, so that a connection parses each text once and
 * is then asked in one trip instead of two. PostgreSQL keeps what is named as long as the connection lives, so the number of names has a bound:
 * what is beyond it, or has a great many values, is sent without a name and answered the same.
 *
 * The limit that a list ends with is written into its text. As a value it would be one that PostgreSQL does not know when it makes a plan to keep: it
 * counts on a tenth of all rows then, finds that dear, and plans the list anew at each call, which takes longer than reading it.
 */
export function nameStatements<Client extends postgres.Sql>(client: Client): Client {
  const texts = new Set<string>();
  const limits = new Map<string, Set<number>>();
  const isNamed = (text: string, values: readonly unknown[]) => {
    if (values.length > mostValues || values.some(isObject)) return false;
    if (texts.size < mostTexts) texts.add(text);
    return texts.has(text);
  };
  const knowsLimit = (text: string, limit: number) => {
    const known = limits.get(text) ?? new Set<number>();
    const hasRoom = known.size < mostLimits && (known.size > 0 || limits.size < mostLists);
    if (hasRoom) limits.set(text, known.add(limit));
    return known.has(limit);
  };
  return withNames(client, (text, values) => {
    const place = lastLimit.exec(text)?.[1];
    const limit = Number(place) === values.length ? values.at(-1) : undefined;
    const isWritten = typeof limit === "number" && Number.isSafeInteger(limit) && knowsLimit(text, limit);
    const [whole, others] = isWritten ? [text.replace(lastLimit, ` limit ${limit}`), values.slice(0, -1)] : [text, values];
    const prepare = values.length > 0 && isNamed(whole, others);
    return [whole, others, { prepare, simple: others.length === 0 && !prepare }];
  });
}

/** What the driver may not know how to write. It finds out while it writes a named one behind others, and then fails one of those instead. */
function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function withNames<Client extends postgres.Sql | postgres.TransactionSql>(client: Client, named: Send): Client {
  const unsafe = (text: Statement[0], values: Statement[1] = [], options: Statement[2] = {}) => {
    const [whole, others, how] = named(text, values);
    return client.unsafe(whole, others, { ...options, ...how });
  };
  type Work = (tx: postgres.TransactionSql) => Promise<unknown>;
  const own = {
    unsafe,
    ...("begin" in client
      ? { begin: (work: Work) => client.begin((tx) => work(withNames(tx, named))) }
      : { savepoint: (work: Work) => client.savepoint((tx) => work(withNames(tx, named))) }),
  };
  return new Proxy(client, { get: (target, name): unknown => Reflect.get(name in own ? own : target, name) });
}
