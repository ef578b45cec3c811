import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Database, DatabaseConnection } from "@hearth/db/client";
import { makeOnrampOrder } from "@hearth/db/testing/exchange-factories";
import { makeMerchant, makePayeeChange, makeUser } from "@hearth/db/testing/factories";
import { makeMail } from "@hearth/db/testing/notice-factories";
import { makePayment, makeRefund, makeRelay, makeRelayTransaction, makeTopUp } from "@hearth/db/testing/payment-factories";
import { makeAlarm, makeAlarmWebhook, makeDispute } from "@hearth/db/testing/record-factories";
import { makeCharge, makeScheduledPayment, makeLease, makeLeaseCredit, makeReminderRule } from "@hearth/db/testing/rent-factories";
import { dayIn, monthOf } from "@hearth/domain/rent/calendar";
import type { WorkListName } from "@hearth/domain/operations/work-lists";
import { demoCredentials } from "@hearth/simulator/exchange/credentials";
import { makeUploadId } from "@hearth/server/uploads/upload-id";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import type { Payer } from "./people.ts";

/** An item that always fails, in a list of a job or a loop. */
export interface Poisoned {
  list: WorkListName;
  /** A query that returns `served`: true if a later item of the list was processed. Null where the other payers are those items. */
  served: string | null;
}

/** Returns the settings that every list needs to run: a mail server, a pager, and a card provider that does not answer. */
export function poisonedEnv({ smtpUrl, pagerUrl, uploads }: { smtpUrl: string; pagerUrl: string; uploads: string }) {
  const nobody = "http://127.0.0.1:1";
  return {
    SMTP_URL: smtpUrl,
    ALARM_WEBHOOK_URL: pagerUrl,
    ALARM_WEBHOOK_SECRET: `whsec_${Buffer.alloc(32, "bench").toString("base64")}`,
    ONRAMP_API_URL: nobody,
    ONRAMP_STATUS_URL: nobody,
    ONRAMP_KEY_ID: demoCredentials.apiKeyId,
    ONRAMP_KEY_SECRET: demoCredentials.apiKeySecret,
    ONRAMP_WEBHOOK_SECRETS: demoCredentials.webhookSecret,
    UPLOADS_DIR: uploads,
  };
}

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000);

/** Returns a time zone where it is afternoon, when reminders and summaries are sent. */
function afternoonZone(): string {
  const ahead = Math.min(14, 15 - new Date().getUTCHours());
  return ahead === 0 ? "UTC" : `Etc/GMT${ahead > 0 ? "-" : "+"}${Math.abs(ahead)}`;
}

/**
 * Plants a failing item and a sound one after it in each list that has work on the first of the month. The given payers fail too: counting the money
 * of the first, recording that of the second, and sending that of the third. Reverting transfers and rematching wallets are left out, because
 * no block is undone and no wallet is proven late. Sealing comes after the day.
 */
export async function plantPoisonedItems(
  { db, sql }: DatabaseConnection,
  { payers, uploads }: { payers: readonly [Payer, Payer, Payer]; uploads: string },
): Promise<Poisoned[]> {
  let triggers = 0;
  await sql`create or replace function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$`;
  const refuse = async (table: string, condition: string) => {
    triggers += 1;
    await sql.unsafe(
      `create trigger refuse_${triggers} before insert or update on ${table} for each row when (${condition}) execute function refuse()`,
    );
  };
  const planted: Poisoned[] = [];
  const plant = async (list: WorkListName, table: string, condition: string, served: string | null) => {
    await refuse(table, condition);
    planted.push({ list, served: served && `select (select ${served}) as served` });
  };
  const [uncounted, unrecorded, unsent] = payers;
  const idOf = async ({ email }: Payer) => (await sql<{ id: string }[]>`select id from users where email = ${email}`)[0]?.id ?? "";
  await plant("payment", "payments", `new.consumer_id = '${await idOf(uncounted)}' and new.status = 'completed'`, null);
  await plant("log", "transfers", `lower(new.from_address) = lower('${unrecorded.account.address}')`, null);
  await plant("carry-relay", "relays", `lower(new.from_address) = lower('${unsent.account.address}') and new.status = 'sent'`, null);

  const pair = async <Of>(make: (minutes: number) => Promise<Of>) => [await make(62), await make(61)] as const;
  const ended = await pair((minutes) => makePayment(db, { createdAt: ago(minutes), expiresAt: ago(1) }));
  await plant("expire-payment", "payments", `new.id = '${ended[0].id}'`, `status = 'failed' from payments where id = '${ended[1].id}'`);
  const later = { expiresAt: new Date(Date.now() + 86_400_000) };
  const topUps = await pair(async (minutes) => {
    const payment = await makePayment(db, { createdAt: ago(minutes), ...later });
    await makeTopUp(db, { paymentId: payment.id, createdAt: ago(30), expiresAt: ago(20) });
    return payment;
  });
  await plant(
    "expire-top-up",
    "top_ups",
    `new.payment_id = '${topUps[0].id}'`,
    `ended_at is not null from top_ups where payment_id = '${topUps[1].id}'`,
  );
  const orders = await pair(async (minutes) => {
    const payment = await makePayment(db, { createdAt: ago(minutes), ...later });
    return makeOnrampOrder(db, { paymentId: payment.id, createdAt: ago(5), nextLookAt: ago(minutes - 58) });
  });
  await plant(
    "follow-order",
    "onramp_orders",
    `new.id = '${orders[0].id}' and new.state = 'unheard'`,
    `state = 'unheard' from onramp_orders where id = '${orders[1].id}'`,
  );
  const mails = await pair(async (minutes) =>
    makeMail(db, { userId: (await makeUser(db)).id, queuedAt: ago(minutes), nextTryAt: ago(minutes) }),
  );
  await plant(
    "send-mail",
    "mails",
    `new.id = '${mails[0].id}' and new.status = 'sent'`,
    `status = 'sent' from mails where id = '${mails[1].id}'`,
  );
  const webhooks = await pair(async (minutes) => {
    const alarm = await makeAlarm(db, { raisedAt: ago(minutes), clearedAt: ago(minutes) });
    return makeAlarmWebhook(db, { alarmId: alarm.id, createdAt: ago(minutes), nextTryAt: ago(minutes) });
  });
  await plant(
    "send-webhook",
    "alarm_webhooks",
    `new.id = '${webhooks[0].id}' and new.status = 'sent'`,
    `status = 'sent' from alarm_webhooks where id = '${webhooks[1].id}'`,
  );
  const changes = await pair(async (minutes) => {
    const { merchant, owner } = await makeMerchant(db);
    const address = privateKeyToAccount(generatePrivateKey()).address;
    return makePayeeChange(db, {
      merchantId: merchant.id,
      requestedBy: owner.id,
      address,
      requestedAt: ago(3_000),
      takesEffectAt: ago(minutes),
    });
  });
  await plant(
    "payout-change",
    "payee_changes",
    `new.id = '${changes[0].id}'`,
    `applied_at is not null from payee_changes where id = '${changes[1].id}'`,
  );
  const refunds = await pair(async (minutes) => {
    const { id, merchantId, consumerId } = await makePayment(db, { createdAt: ago(minutes), status: "completed" });
    return makeRefund(db, { paymentId: id, merchantId, createdBy: consumerId, createdAt: ago(minutes) });
  });
  await plant(
    "review-refund",
    "refunds",
    `new.id = '${refunds[0].id}'`,
    `ground is not null or status <> 'open' from refunds where id = '${refunds[1].id}'`,
  );
  const summaries = await pair(async () => {
    const owner = await makeUser(db, { emailConfirmedAt: new Date() });
    const { merchant } = await makeMerchant(db, { ownerUserId: owner.id, timeZone: afternoonZone() });
    await makeDispute(db, { paymentId: (await makePayment(db, { merchantId: merchant.id, status: "completed" })).id });
    return owner;
  });
  await plant(
    "daily-summary",
    "mails",
    `new.user_id = '${summaries[0].id}'`,
    `count(*) = 1 from mails where user_id = '${summaries[1].id}'`,
  );
  const [failingFile, otherFile] = [makeUploadId(ago(120)), makeUploadId(ago(110))];
  await mkdir(join(uploads, failingFile), { recursive: true }); // a folder in the file's place cannot be removed as a file
  await writeFile(join(uploads, otherFile), "left behind");
  planted.push({ list: "remove-upload", served: null });

  await plantLeases(db, plant);

  const relays = await pair(async (minutes) => {
    const payment = await makePayment(db, { createdAt: ago(minutes), ...later });
    const transactionId = (await makeRelayTransaction(db, { status: "mined" })).id;
    const validBefore = Math.floor(Date.now() / 1_000) + 3_600;
    return makeRelay(db, { paymentId: payment.id, status: "mined", transactionId, updatedAt: ago(minutes - 60), validBefore });
  });
  await plant("recheck-relay", "relays", `new.id = '${relays[0].id}'`, `status <> 'mined' from relays where id = '${relays[1].id}'`);
  const former = await pair((minutes) => {
    const relayerAddress = privateKeyToAccount(generatePrivateKey()).address;
    const at = ago(minutes - 60);
    return makeRelayTransaction(db, { relayerAddress, createdAt: at, sentAt: at, updatedAt: at });
  });
  await plant(
    "former-key",
    "relay_transactions",
    `new.id = '${former[0].id}'`,
    `status <> 'sent' from relay_transactions where id = '${former[1].id}'`,
  );
  return planted;
}

/** The lists that work on leases: a lease of one landlord fails, and one of another is sound. */
async function plantLeases(
  db: Database,
  plant: (list: WorkListName, table: string, condition: string, served: string | null) => Promise<void>,
): Promise<void> {
  const timeZone = afternoonZone();
  const today = dayIn(new Date(), timeZone);
  const make = async (more: Omit<Partial<Parameters<typeof makeLease>[1]>, "merchantId"> = {}) => {
    const { merchant, owner, payee } = await makeMerchant(db, { timeZone });
    const tenant = await makeUser(db, { emailConfirmedAt: new Date() });
    return {
      ...(await makeLease(db, { merchantId: merchant.id, createdBy: owner.id, tenantId: tenant.id, timeZone, ...more })),
      owner,
      tenant,
      payee,
    };
  };
  const two = async (more: Parameters<typeof make>[0] = {}) => [await make(more), await make(more)] as const;
  const rent = await two({ nextPeriod: monthOf(today), nextChargeAt: ago(60 * 24) });
  await plant(
    "charge-rent",
    "charges",
    `new.lease_id = '${rent[0].id}'`,
    `count(*) > 0 from charges where lease_id = '${rent[1].id}' and kind = 'rent'`,
  );
  const paid = await two();
  for (const { id, owner } of paid) {
    await makeCharge(db, { leaseId: id });
    await makeLeaseCredit(db, { leaseId: id, createdBy: owner.id });
  }
  await plant(
    "allocate-rent",
    "charges",
    `new.lease_id = '${paid[0].id}'`,
    `sum(paid_cents) = 2000 from charges where lease_id = '${paid[1].id}'`,
  );
  const late = await two({ terms: { lateFeeKind: "fixed", lateFeeAmount: 5_000, lateFeeRepeats: "once" } });
  for (const { id } of late) {
    const facts = { kind: "rent" as const, period: "2026-11-01", dueOn: "2026-11-01", cents: 145_000, feeFromOn: "2026-11-05" };
    await makeCharge(db, { leaseId: id, ...facts, feeCheckAt: ago(60), createdAt: new Date("2026-11-01T12:00:00Z") });
  }
  await plant(
    "late-fees",
    "charges",
    `new.lease_id = '${late[0].id}' and new.kind = 'lateFee'`,
    `count(*) = 1 from charges where lease_id = '${late[1].id}' and kind = 'lateFee'`,
  );
  for (const [list, table] of [
    ["remind-lease", "rent_reminders"],
    ["remind-business", "reminder_rules"],
  ] as const) {
    const due = await two();
    for (const { id, merchantId } of due) {
      await makeReminderRule(db, { merchantId });
      await makeCharge(db, { leaseId: id, dueOn: today });
    }
    const condition = list === "remind-lease" ? `new.lease_id = '${due[0].id}'` : `new.merchant_id = '${due[0].merchantId}'`;
    await plant(list, table, condition, `count(*) > 0 from rent_reminders where lease_id = '${due[1].id}'`);
  }
  const inDays = new Date(Date.now() + 3 * 86_400_000);
  for (const [list, day] of [
    ["send-scheduled-payment", "nextLookAt"],
    ["check-scheduled-payment", "nextCheckAt"],
  ] as const) {
    const { id, tenant, payee } = await make();
    // Signed under a key that was dropped.
    const facts = { status: "ready" as const, encryptedSignature: "v2.00000000.AAAA", signedAt: ago(60), nextLookAt: inDays };
    const due = { [day]: ago(10) };
    const { id: paymentId } = await makeScheduledPayment(db, {
      leaseId: id,
      payerId: tenant.id,
      payeeId: payee?.id ?? "",
      ...facts,
      ...due,
    });
    await plant(list, "cheques", `new.id = '${paymentId}'`, null);
  }
}

/** Makes every job overdue, so that a server that starts runs it at once, also what has its hour. */
export async function makeJobsOverdue({ sql }: DatabaseConnection, jobs: Readonly<Record<string, { dueSeconds: number }>>): Promise<void> {
  for (const [name, { dueSeconds }] of Object.entries(jobs)) {
    await sql`
      insert into job_heartbeats (name, kind, due_seconds, since, last_success_at)
      values (${name}, 'job', ${dueSeconds}, now() - interval '10 days', now() - interval '10 days')`;
  }
}
