import { parsePublicId, publicId } from "@hearth/domain/ids";
import { parseWireAmount } from "@hearth/domain/money";
import express, { type Request, type Response } from "express";
import { Op } from "sequelize";
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
import type { PaymentFacts } from "./facts.ts";
import { defineModels } from "./models.ts";
import { findAccount, findProgress, findStatus, listAllPayments, listDisputes, listPayments, openCheckout } from "./peer-queries.ts";
import { nextIdleExpiry, type SessionFacts, tokenHashOf } from "./sessions.ts";

/**
 * The peer: the same answers from a common stack. Express 5 and Sequelize 6 with associations, with the same session check. Configured by
 * DATABASE_URL, PORT and ORIGIN.
 */
const env = z.object({ DATABASE_URL: z.string(), PORT: z.coerce.number(), ORIGIN: z.string() }).parse(process.env);
const models = defineModels(env.DATABASE_URL);
const app = express();
app.use(express.json());
const pageSize = 100;

async function signedIn(request: Request): Promise<SessionFacts | null> {
  const now = new Date();
  const after = { [Op.gt]: now };
  const where = { token_hash: tokenHashOf(request.headers.authorization), revoked_at: null, idle_expires_at: after, expires_at: after };
  const row = await models.sessions.findOne({ where, include: [{ association: "user", where: { status: "active" } }] });
  if (!row) return null;
  const session: SessionFacts = { ...row.get(), role: row["user"].role };
  const idleExpiry = nextIdleExpiry(session, now);
  if (idleExpiry !== null) await row.update({ last_used_at: now, idle_expires_at: idleExpiry });
  return session;
}

/** Serves signed-in callers, and answers 401 to others. */
function serve(answer: (session: SessionFacts, request: Request) => Promise<unknown>) {
  return async (request: Request, response: Response) => {
    const session = await signedIn(request);
    if (session === null) response.status(401).end();
    else response.json(await answer(session, request));
  };
}

const limitIn = z.object({ limit: z.coerce.number().default(pageSize) });
const inputIn = (request: Request): unknown => JSON.parse(z.object({ input: z.string() }).parse(request.query).input);
const paymentIn = (value: unknown) => parsePublicId("payment", z.object({ paymentId: z.string() }).parse(value).paymentId);
const reply = (data: unknown) => ({ result: { data } });
/** Serves an answer in the form of the typed interface. */
const typed = (answer: (session: SessionFacts, request: Request) => Promise<unknown>) =>
  serve(async (session, request) => reply(await answer(session, request)));
const cursorAfter = (rows: PaymentFacts[], limit: number) => {
  const last = rows[limit - 1];
  return rows.length > limit && last ? `${last.created_at.toISOString()}_${publicId("payment", last.id)}` : null;
};

async function account({ user_id }: SessionFacts) {
  const row = await findAccount(models, user_id);
  return row && accountAnswer(row);
}
app.get("/api/auth/me", serve(account));
app.get("/trpc/auth.me", typed(account));
async function status({ user_id }: SessionFacts, input: unknown) {
  const row = await findStatus(models, paymentIn(input), user_id);
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
    const found = await findProgress(models, { id: paymentIn(inputIn(request)), consumer_id: user_id });
    return found && reply(detailAnswer(found.row, found.progress, env.ORIGIN));
  }),
);
app.get("/trpc/payments.checkout", async (request: Request, response: Response) => {
  const { reference } = z.object({ reference: z.string() }).parse(inputIn(request));
  const found = await findProgress(models, { reference });
  response.json(found && reply(checkoutAnswer(found.row, found.progress, true)));
});
app.get(
  "/api/payments/user",
  serve(async ({ user_id }) => {
    const rows = await listPayments(models, { consumer_id: user_id }, pageSize + 1);
    return { payments: rows.slice(0, pageSize).map(paymentAnswer) };
  }),
);
app.get(
  "/trpc/payments.list",
  typed(async ({ user_id }, request) => {
    const { limit } = limitIn.parse(inputIn(request));
    const rows = await listPayments(models, { consumer_id: user_id }, limit + 1);
    return { items: rows.slice(0, limit).map(paymentAnswer), nextCursor: cursorAfter(rows, limit) };
  }),
);
/** A page for the typed interface. The documented one answers its items. */
async function merchantPage({ user_id }: SessionFacts, input: unknown) {
  const { limit } = limitIn.parse(input);
  const merchant = await models.merchants.findOne({ where: { owner_user_id: user_id } });
  const rows = await listPayments(models, { merchant_id: merchant?.["id"] }, limit + 1);
  return { items: rows.slice(0, limit).map(merchantTransactionAnswer), nextCursor: cursorAfter(rows, limit) };
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
  const rows = await listAllPayments(models, limit + 1);
  return { items: rows.slice(0, limit).map(adminTransactionAnswer), nextCursor: cursorAfter(rows, limit) };
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
    return (await listDisputes(models, limit + 1)).slice(0, limit).map(disputeAnswer);
  }),
);
app.post(
  "/api/payments/create-checkout",
  serve(async ({ user_id }, { body }) => {
    const { amount } = z.object({ amount: z.number() }).parse(body);
    const opened = await openCheckout(models, user_id, parseWireAmount(amount));
    return opened && { paymentId: publicId("payment", opened.id), checkoutURL: `${env.ORIGIN}/checkout/${opened.reference}` };
  }),
);

const server = app.listen(env.PORT, "127.0.0.1");
process.on("SIGTERM", () => server.close(() => void models.sequelize.close()));
