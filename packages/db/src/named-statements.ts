import type postgres from "postgres";

/** So many texts are named on a connection at most; the product's own are a few hundred. */
const mostTexts = 1_000;
/** A statement with more values than these writes or names many rows, and its text changes with how many. */
const mostValues = 50;

type Unsafe = postgres.ISql["unsafe"];
type Statement = Parameters<Unsafe>;

/**
 * Names every statement with values that Drizzle sends through a client, also within transactions, so that a connection parses each text once and
 * is then asked in one trip instead of two. PostgreSQL keeps what is named as long as the connection lives, so the number of names has a bound:
 * what is beyond it, or has a great many values, is sent without a name and answered the same.
 */
export function nameStatements<Client extends postgres.Sql>(client: Client): Client {
  const texts = new Set<string>();
  const isNamed = (text: string, values: readonly unknown[]) => {
    if (values.length === 0 || values.length > mostValues || values.some(isObject)) return false;
    if (texts.size < mostTexts) texts.add(text);
    return texts.has(text);
  };
  return withNames(client, isNamed);
}

/** What the driver may not know how to write. It finds out while it writes a named one behind others, and then fails one of those instead. */
function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function withNames<Client extends postgres.Sql | postgres.TransactionSql>(
  client: Client,
  isNamed: (text: string, values: readonly unknown[]) => boolean,
): Client {
  const unsafe = (text: Statement[0], values: Statement[1] = [], options: Statement[2] = {}) =>
    client.unsafe(text, values, { ...options, prepare: isNamed(text, values) });
  type Work = (tx: postgres.TransactionSql) => Promise<unknown>;
  const own = {
    unsafe,
    ...("begin" in client
      ? { begin: (work: Work) => client.begin((tx) => work(withNames(tx, isNamed))) }
      : { savepoint: (work: Work) => client.savepoint((tx) => work(withNames(tx, isNamed))) }),
  };
  return new Proxy(client, { get: (target, name): unknown => Reflect.get(name in own ? own : target, name) });
}
