import { parsePublicId, publicId } from "@hearth/domain/ids";
import { parseWireAmount } from "@hearth/domain/money";
import { fastify, type FastifyReply, type FastifyRequest } from "fastify";
import postgres from "postgres";
import { z } from "zod";
import {
  accountAnswer,
  adminTransactionAnswer,
  checkoutAnswer,
  detailAnswer,
  disputeAnswer,
  merchantTransactionAnswer,
  paymentAnswer,
  statusAnswer,
} from "./answers.ts";
import type { AccountFacts, DisputeFacts, PaymentFacts, ProgressFacts } from "./facts.ts";
import * as statements from "./floor-statements.ts";
import { newCheckout } from "./new-checkout.ts";
import { nextIdleExpiry, type SessionFacts, tokenHashOf } from "./sessions.ts";

/**
 * The floor: the minimal cost of the same answers with the same libraries. Fastify, postgres.js, the product's session check, and one
 * statement for each answer. No described interface, schemas, limits or log. Configured by DATABASE_URL, PORT and ORIGIN.
 */
const env = z.object({ DATABASE_URL: z.string(), PORT: z.coerce.number(), ORIGIN: z.string() }).parse(process.env);
const sql = postgres(env.DATABASE_URL, { max: 10, onnotice: () => {} });
const app = fastify();
const pageSize = 100;

type Value = string | number | Date | null;

async function ask<Row>(statement: string, values: Value[]): Promise<Row[]> {
  const rows: unknown = await sql.unsafe(statement, values, { prepare: true });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the statement beside the call says what its rows are
  return rows as Row[];
}

async function signedIn(request: FastifyRequest): Promise<SessionFacts | null> {
  const tokenHash = tokenHashOf(request.headers.authorization);
  if (tokenHash === null) return null;
  const now = new Date();
  const [session] = await ask<SessionFacts>(statements.liveSession, [tokenHash, now]);
  if (!session) return null;
  const idleExpiry = nextIdleExpiry(session, now);
  if (idleExpiry !== null) await ask(statements.touchSession, [session.id, now, idleExpiry]);
  return session;
}

/** Serves signed-in callers, and answers 401 to others. */
function serve(answer: (session: SessionFacts, request: FastifyRequest) => Promise<unknown>) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const session = await signedIn(request);
    return session === null ? reply.code(401).send() : answer(session, request);
  };
}

const limitIn = z.object({ limit: z.coerce.number().default(pageSize) });
const inputIn = (request: FastifyRequest): unknown => JSON.parse(z.object({ input: z.string() }).parse(request.query).input);
const paymentIn = (value: unknown) => parsePublicId("payment", z.object({ paymentId: z.string() }).parse(value).paymentId);
const reply = (data: unknown) => ({ result: { data } });
/** Serves an answer in the form of the typed interface. */
const typed = (answer: (session: SessionFacts, request: FastifyRequest) => Promise<unknown>) =>
  serve(async (session, request) => reply(await answer(session, request)));
const cut = <Row>(rows: Row[], limit: number) => rows.slice(0, limit);
const cursorAfter = (rows: PaymentFacts[], limit: number) => {
  const last = rows[limit - 1];
  return rows.length > limit && last ? `${last.created_at.toISOString()}_${publicId("payment", last.id)}` : null;
};
/** Parses the times in parts that the statement returns as JSON. */
const revived = (row: PaymentFacts & ProgressFacts): PaymentFacts & ProgressFacts => ({
  ...row,
  transfers: row.transfers.map((transfer) => ({ ...transfer, seen_at: new Date(transfer.seen_at) })),
  events: row.events.map((event) => ({ ...event, at: new Date(event.at) })),
});

async function account({ user_id }: SessionFacts) {
  const [row] = await ask<AccountFacts>(statements.account, [user_id]);
  return row && accountAnswer(row);
}
app.get("/api/auth/me", serve(account));
app.get("/trpc/auth.me", typed(account));
async function status({ user_id }: SessionFacts, input: unknown) {
  const [row] = await ask<PaymentFacts>(statements.status, [paymentIn(input), user_id]);
  return row && statusAnswer(row);
}
app.get(
  "/api/payments/status/:paymentId",
  serve((session, { params }) => status(session, params)),
);
app.get(
  "/trpc/payments.status",
  typed((session, request) => status(session, inputIn(request))),
);
app.get(
  "/trpc/payments.get",
  serve(async ({ user_id }, request) => {
    const [row] = await ask<PaymentFacts & ProgressFacts>(statements.details, [paymentIn(inputIn(request)), user_id]);
    const refunds = row?.refunds.map((refund) => ({
      ...refund,
      created_at: new Date(refund.created_at),
      completed_at: refund.completed_at && new Date(refund.completed_at),
    }));
    return row && refunds && reply(detailAnswer(row, { ...revived(row), refunds }, env.ORIGIN));
  }),
);
app.get("/trpc/payments.checkout", async (request) => {
  const { reference } = z.object({ reference: z.string() }).parse(inputIn(request));
  const [row] = await ask<PaymentFacts & ProgressFacts>(statements.checkout, [reference]);
  return row && reply(checkoutAnswer(row, { ...revived(row), refunds: [] }, true));
});
app.get(
  "/api/payments/user",
  serve(async ({ user_id }) => {
    const rows = await ask<PaymentFacts>(statements.ownPayments, [user_id, pageSize + 1]);
    return { payments: cut(rows, pageSize).map(paymentAnswer) };
  }),
);
app.get(
  "/trpc/payments.list",
  typed(async ({ user_id }, request) => {
    const { limit } = limitIn.parse(inputIn(request));
    const rows = await ask<PaymentFacts>(statements.ownPayments, [user_id, limit + 1]);
    return { items: cut(rows, limit).map(paymentAnswer), nextCursor: cursorAfter(rows, limit) };
  }),
);
/** A page for the typed interface. The documented one answers its items. */
async function merchantPage({ user_id }: SessionFacts, input: unknown) {
  const { limit } = limitIn.parse(input);
  const rows = await ask<PaymentFacts>(statements.merchantPayments, [user_id, limit + 1]);
  return { items: cut(rows, limit).map(merchantTransactionAnswer), nextCursor: cursorAfter(rows, limit) };
}
app.get(
  "/api/merchant-dashboard/transactions",
  serve(async (session, { query }) => (await merchantPage(session, query)).items),
);
app.get(
  "/trpc/merchant.transactions",
  typed((session, request) => merchantPage(session, inputIn(request))),
);
async function adminPage(input: unknown) {
  const { limit } = limitIn.parse(input);
  const rows = await ask<PaymentFacts & { current_address: string | null }>(statements.allPayments, [limit + 1]);
  return { items: cut(rows, limit).map(adminTransactionAnswer), nextCursor: cursorAfter(rows, limit) };
}
app.get(
  "/api/admin/transactions",
  serve(async (_session, { query }) => (await adminPage(query)).items),
);
app.get(
  "/trpc/admin.transactions",
  typed((_session, request) => adminPage(inputIn(request))),
);
app.get(
  "/api/admin/disputes",
  serve(async (_session, request) => {
    const { limit } = limitIn.parse(request.query);
    const rows = await ask<DisputeFacts>(statements.disputes, [limit + 1]);
    return cut(rows, limit).map(disputeAnswer);
  }),
);
app.post(
  "/api/payments/create-checkout",
  serve(async ({ user_id }, { body }) => {
    const { amount } = z.object({ amount: z.number() }).parse(body);
    const { chainId, tokenAddress, reference, binding, code, createdAt, expiresAt } = newCheckout();
    const values = [user_id, parseWireAmount(amount), chainId, tokenAddress, reference, binding, code, createdAt, expiresAt];
    const [row] = await ask<{ id: string }>(statements.openCheckout, values);
    return row && { paymentId: publicId("payment", row.id), checkoutURL: `${env.ORIGIN}/checkout/${reference}` };
  }),
);

await app.listen({ host: "127.0.0.1", port: env.PORT });
process.on("SIGTERM", () => void app.close().then(() => sql.end()));
