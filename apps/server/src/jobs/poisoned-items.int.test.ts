import { createServer } from "node:http";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { alarmWebhooks } from "@hearth/db/schema/alarm-webhooks";
import { mails } from "@hearth/db/schema/mails";
import { onrampOrders } from "@hearth/db/schema/onramp-orders";
import { payeeChanges } from "@hearth/db/schema/payee-changes";
import { payments } from "@hearth/db/schema/payments";
import { refunds } from "@hearth/db/schema/refunds";
import { relayTransactions } from "@hearth/db/schema/relay-transactions";
import { relays } from "@hearth/db/schema/relays";
import { setAside } from "@hearth/db/schema/set-aside";
import { tenantInvitations } from "@hearth/db/schema/tenant-invitations";
import { topUps } from "@hearth/db/schema/top-ups";
import { users } from "@hearth/db/schema/users";
import { makeOnrampOrder } from "@hearth/db/testing/exchange-factories";
import { makeMerchant, makePayeeChange, makeUser } from "@hearth/db/testing/factories";
import { makeMail } from "@hearth/db/testing/notice-factories";
import { makePayment, makeRefund, makeRelay, makeRelayTransaction, makeTopUp } from "@hearth/db/testing/payment-factories";
import { makeAlarm, makeAlarmWebhook, makeChainCursor, makeDispute } from "@hearth/db/testing/record-factories";
import { makeTenantInvitation } from "@hearth/db/testing/rent-factories";
import { publicId } from "@hearth/domain/ids";
import { type WorkListName, workListNames } from "@hearth/domain/operations/work-lists";
import { demoAccounts } from "@hearth/simulator/demo-accounts";
import { demoCredentials } from "@hearth/simulator/exchange/credentials";
import { eq } from "drizzle-orm";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listLivingAlarms } from "../features/alarms/alarms.repo.ts";
import { sendAlarmWebhooks } from "../features/alarms/send-alarm-webhooks.ts";
import { sendDueMails } from "../features/mail/send-mails.ts";
import { expirePayments, expireTopUps } from "../features/payments/checkout/end-payment.ts";
import { followOrders } from "../features/payments/onramp/follow-orders.ts";
import { relayAuthorizations } from "../features/payments/relay/relay-authorizations.ts";
import { sendWaitingInvitations } from "../features/rent/invitations/send-waiting-invitations.ts";
import type { Harness } from "../testing/harness.ts";
import { startHarness } from "../testing/harness.ts";
import { type MailFixture, openMailFixture } from "../testing/mail-fixture.ts";
import { ManualClock } from "../testing/manual-clock.ts";
import { openPaymentFixture, type PaymentFixture } from "../testing/payment-fixture.ts";
import { refuseWrites } from "../testing/refuse-writes.ts";
import { makeUploadId } from "../uploads/upload-id.ts";
import { jobs, loops } from "./declared.ts";
import { runs } from "./scheduled-jobs.ts";

/** One item that fails and one that does not. The failing one comes first where the list has an order. */
interface Planted {
  /** The failing item's name for operators. */
  name: string;
  run(): Promise<unknown>;
  /** Returns whether the failing item and the other one were processed. */
  served(): Promise<[boolean, boolean]>;
  mend(): Promise<unknown>;
}
/** A list's test in this file, or the file and name of its test elsewhere. */
type Row = (() => Promise<Planted>) | { file: string; test: string };

const features = join(import.meta.dirname, "../features");
const settlement = "settlement/recording/many-payments.int.test.ts";
const leases = "rent/charges/failing-leases.int.test.ts";
const payeeCards = "merchant-area/business/payee-card.int.test.ts";
const autopay = "autopay/true-ends.int.test.ts";

let mail: MailFixture;
let fixture: PaymentFixture;
const pager = createServer((request, response) => {
  request.resume();
  request.on("end", () => response.writeHead(200).end());
});
beforeAll(async () => {
  await new Promise<void>((resolve) => pager.listen(0, "127.0.0.1", resolve));
  const address = pager.address();
  const nobody = "http://127.0.0.1:1";
  mail = await openMailFixture({
    clock: new ManualClock(new Date("2026-11-10T15:00:00Z")),
    onLog: () => {},
    env: {
      ALARM_WEBHOOK_URL: `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`,
      ALARM_WEBHOOK_SECRET: `whsec_${Buffer.alloc(32, "a").toString("base64")}`,
      ONRAMP_API_URL: nobody,
      ONRAMP_STATUS_URL: nobody,
      ONRAMP_KEY_ID: demoCredentials.apiKeyId,
      ONRAMP_KEY_SECRET: demoCredentials.apiKeySecret,
      ONRAMP_WEBHOOK_SECRETS: demoCredentials.webhookSecret,
    },
  });
  const { db, deps } = mail.harness;
  const later = new Date("2030-01-01T00:00:00Z");
  await makeChainCursor(db, { chainId: deps.network.chainId, blockTime: later, keptTime: later });
  const relayer = { RELAYER_PRIVATE_KEY: demoAccounts.relayer.privateKey };
  fixture = await openPaymentFixture(await startHarness({ chain: true, env: relayer, onLog: () => {} }));
});
afterAll(async () => {
  await mail.close();
  await fixture.harness.close();
  pager.close();
});

const ago = (minutes: number) => new Date(mail.harness.clock.now().getTime() - minutes * 60_000);
const both = async <Of>(ids: readonly [string, string], read: (id: string) => Promise<Of>, isServed: (of: Of) => boolean) =>
  [isServed(await read(ids[0])), isServed(await read(ids[1]))] satisfies [boolean, boolean];

async function twoPayments(more: Parameters<typeof makePayment>[1]) {
  const { db } = mail.harness;
  return [await makePayment(db, { createdAt: ago(62), ...more }), await makePayment(db, { createdAt: ago(61), ...more })] as const;
}

const rows: Record<WorkListName, Row> = {
  payment: { file: settlement, test: "completes the others when one payment cannot be counted" },
  transfer: { file: settlement, test: "reverses the others when one transfer cannot be undone" },
  log: { file: settlement, test: "reads and completes the others when one transfer cannot be recorded" },
  wallet: { file: settlement, test: "matches the transfers of the other proven wallets when one wallet fails" },
  block: { file: settlement, test: "finalizes the other blocks when a transfer of one block fails" },
  "charge-rent": { file: leases, test: "when rent is charged" },
  "allocate-rent": { file: leases, test: "when money is allocated to charges" },
  "count-past-due": { file: leases, test: "when what is past due is counted again" },
  "late-fees": { file: leases, test: "when late fees are charged" },
  "remind-lease": { file: leases, test: "when tenants are reminded, also on another lease of the same business" },
  "remind-business": { file: leases, test: "when reminder rules are processed" },
  "send-scheduled-payment": { file: autopay, test: "does not block the others, is named by an alarm, and continues once it is readable" },
  "check-scheduled-payment": { file: autopay, test: "does not block the others, is named by an alarm, and continues once it is readable" },
  "notify-payers": { file: payeeCards, test: "notifies the payers of the other businesses when one notice fails" },

  "expire-payment": async () => {
    const { db, deps } = mail.harness;
    const [failing, other] = await twoPayments({ expiresAt: ago(1) });
    return {
      name: publicId("payment", failing.id),
      run: () => expirePayments(deps),
      served: () =>
        both(
          [failing.id, other.id],
          async (id) => (await db.select().from(payments).where(eq(payments.id, id)))[0]?.status,
          (status) => status === "failed",
        ),
      mend: await refuseWrites(db, "payments", `new.id = '${failing.id}'`),
    };
  },
  "expire-top-up": async () => {
    const { db, deps } = mail.harness;
    const [failing, other] = await twoPayments({ expiresAt: new Date("2027-01-01T00:00:00Z") });
    for (const [place, { id }] of [failing, other].entries())
      await makeTopUp(db, { paymentId: id, createdAt: ago(30), expiresAt: ago(20 - place) });
    return {
      name: publicId("payment", failing.id),
      run: () => expireTopUps(deps),
      served: () =>
        both(
          [failing.id, other.id],
          async (id) => (await db.select().from(topUps).where(eq(topUps.paymentId, id)))[0],
          (topUp) => topUp?.endedAt !== null,
        ),
      mend: await refuseWrites(db, "top_ups", `new.payment_id = '${failing.id}'`),
    };
  },
  "follow-order": async () => {
    const { db, deps } = mail.harness;
    const orders = [];
    for (const { id } of await twoPayments({ expiresAt: new Date("2027-01-01T00:00:00Z") }))
      orders.push(await makeOnrampOrder(db, { paymentId: id, createdAt: ago(5), nextLookAt: ago(4 - orders.length) }));
    const [failing, other] = orders;
    return {
      name: failing?.userRef ?? "",
      run: () => followOrders(deps),
      served: () =>
        both(
          [failing?.id ?? "", other?.id ?? ""],
          async (id) => (await db.select().from(onrampOrders).where(eq(onrampOrders.id, id)))[0]?.state,
          (state) => state === "unheard",
        ),
      mend: await refuseWrites(db, "onramp_orders", `new.id = '${failing?.id}' and new.state = 'unheard'`),
    };
  },
  "send-invitation": async () => {
    const { db, deps } = mail.harness;
    const { merchant, owner } = await makeMerchant(db);
    await db
      .update(users)
      .set({ emailConfirmedAt: ago(9) })
      .where(eq(users.id, owner.id));
    const make = async (minutes: number) =>
      makeTenantInvitation(db, {
        merchantId: merchant.id,
        invitedBy: owner.id,
        inviteHash: null,
        waitingSince: ago(minutes),
        sendAt: ago(minutes),
      });
    const [failing, other] = [await make(2), await make(1)];
    return {
      name: publicId("tenantInvitation", failing.id),
      run: () => sendWaitingInvitations(deps),
      served: () =>
        both(
          [failing.id, other.id],
          async (id) => (await db.select().from(tenantInvitations).where(eq(tenantInvitations.id, id)))[0],
          (invitation) => invitation?.waitingSince === null,
        ),
      mend: await refuseWrites(db, "tenant_invitations", `new.id = '${failing.id}'`),
    };
  },
  "send-mail": async () => {
    const { db, deps } = mail.harness;
    const make = async (minutes: number) =>
      makeMail(db, { userId: (await makeUser(db)).id, queuedAt: ago(minutes), nextTryAt: ago(minutes) });
    const [failing, other] = [await make(2), await make(1)];
    return {
      name: publicId("mail", failing.id),
      run: () => sendDueMails(deps),
      served: () =>
        both(
          [failing.id, other.id],
          async (id) => (await db.select().from(mails).where(eq(mails.id, id)))[0]?.status,
          (status) => status === "sent",
        ),
      mend: await refuseWrites(db, "mails", `new.id = '${failing.id}' and new.status = 'sent'`),
    };
  },
  "send-webhook": async () => {
    const { db, deps } = mail.harness;
    const make = async (minutes: number) => {
      const alarm = await makeAlarm(db, { raisedAt: ago(minutes), clearedAt: ago(minutes) });
      return { alarm, webhook: await makeAlarmWebhook(db, { alarmId: alarm.id, createdAt: ago(minutes), nextTryAt: ago(minutes) }) };
    };
    const [failing, other] = [await make(2), await make(1)];
    return {
      name: `${publicId("alarm", failing.alarm.id)} raised`,
      run: () => sendAlarmWebhooks(deps),
      served: () =>
        both(
          [failing.webhook.id, other.webhook.id],
          async (id) => (await db.select().from(alarmWebhooks).where(eq(alarmWebhooks.id, id)))[0]?.status,
          (status) => status === "sent",
        ),
      mend: await refuseWrites(db, "alarm_webhooks", `new.id = '${failing.webhook.id}' and new.status = 'sent'`),
    };
  },
  "payout-change": async () => {
    const { db, deps } = mail.harness;
    const make = async (minutes: number) => {
      const { merchant } = await makeMerchant(db);
      const requestedBy = (await makeUser(db, { role: "admin" })).id;
      const address = privateKeyToAccount(generatePrivateKey()).address;
      return makePayeeChange(db, { merchantId: merchant.id, requestedBy, address, requestedAt: ago(3_000), takesEffectAt: ago(minutes) });
    };
    const [failing, other] = [await make(2), await make(1)];
    return {
      name: publicId("payeeChange", failing.id),
      run: () => runs["apply-payout-changes"](deps),
      served: () =>
        both(
          [failing.id, other.id],
          async (id) => (await db.select().from(payeeChanges).where(eq(payeeChanges.id, id)))[0],
          (change) => change?.appliedAt !== null,
        ),
      mend: await refuseWrites(db, "payee_changes", `new.id = '${failing.id}'`),
    };
  },
  "review-refund": async () => {
    const { db, deps } = mail.harness;
    const [failing, other] = await twoPayments({ status: "completed" });
    for (const [place, { id, merchantId, consumerId }] of [failing, other].entries())
      await makeRefund(db, { paymentId: id, merchantId, createdBy: consumerId, createdAt: ago(30 - place) });
    return {
      name: publicId("payment", failing.id),
      run: () => runs["review-refunds"](deps),
      served: () =>
        both(
          [failing.id, other.id],
          async (id) => (await db.select().from(refunds).where(eq(refunds.paymentId, id)))[0],
          (refund) => refund?.ground !== null || refund.status !== "open",
        ),
      mend: await refuseWrites(db, "refunds", `new.payment_id = '${failing.id}'`),
    };
  },
  "daily-summary": async () => {
    const { db, deps, clock } = mail.harness;
    const make = async () => {
      const owner = await makeUser(db, { emailConfirmedAt: clock.now() });
      const { merchant } = await makeMerchant(db, { ownerUserId: owner.id, timeZone: "UTC" });
      await makeDispute(db, { paymentId: (await makePayment(db, { merchantId: merchant.id, status: "completed" })).id });
      return { owner, merchant };
    };
    const [failing, other] = [await make(), await make()];
    return {
      name: publicId("merchant", failing.merchant.id),
      run: () => runs["daily-summaries"](deps),
      served: () =>
        both(
          [failing.owner.id, other.owner.id],
          (id) => db.$count(mails, eq(mails.userId, id)),
          (count) => count === 1,
        ),
      mend: await refuseWrites(db, "mails", `new.user_id = '${failing.owner.id}'`),
    };
  },
  "remove-upload": async () => {
    const { deps } = mail.harness;
    const folder = deps.env.uploads.folder;
    const [failing, other] = [makeUploadId(ago(120)), makeUploadId(ago(110))];
    await deps.uploads.write(other, Readable.from(["left behind"]));
    // A folder in the file's place cannot be removed as a file.
    await mkdir(join(folder, failing));
    return {
      name: failing,
      run: () => runs["sweep-uploads"](deps),
      served: () =>
        both(
          [failing, other],
          async (id) => (await deps.uploads.listMade(ago(1_000), ago(0))).includes(id),
          (isLeft) => !isLeft,
        ),
      mend: async () => {
        await rm(join(folder, failing), { recursive: true });
        await writeFile(join(folder, failing), "left behind");
      },
    };
  },

  "carry-relay": async () => {
    const { db } = fixture.harness;
    const ids: string[] = [];
    for (const tenant of [await fixture.tenant(), await fixture.tenant()]) {
      const { reference, uuid } = await fixture.checkout(tenant);
      await fixture.authorize(tenant, reference);
      ids.push(uuid);
    }
    const [failing = "", other = ""] = ids;
    return {
      name: publicId("payment", failing),
      run: relaySteps,
      served: () =>
        both(
          [failing, other],
          async (id) => (await db.select().from(payments).where(eq(payments.id, id)))[0]?.status,
          (status) => status === "completed",
        ),
      mend: await refuseWrites(db, "relays", `new.payment_id = '${failing}' and new.status = 'sent'`),
    };
  },
  "recheck-relay": async () => {
    const { db, clock } = fixture.harness;
    const make = async (seconds: number) => {
      const updatedAt = new Date(clock.now().getTime() - seconds * 1_000);
      const { id: paymentId } = await makePayment(db, { merchantId: fixture.merchantId, createdAt: clock.now() });
      const transactionId = (await makeRelayTransaction(db, { status: "mined" })).id;
      const validBefore = Math.floor(clock.now().getTime() / 1_000) + 900;
      return { ...(await makeRelay(db, { paymentId, status: "mined", transactionId, updatedAt, validBefore })), paymentId };
    };
    const [failing, other] = [await make(60), await make(50)];
    return {
      name: publicId("payment", failing.paymentId),
      run: relaySteps,
      served: () =>
        both(
          [failing.id, other.id],
          async (id) => (await db.select().from(relays).where(eq(relays.id, id)))[0],
          (relay) => relay?.status !== "mined",
        ),
      mend: await refuseWrites(db, "relays", `new.id = '${failing.id}'`),
    };
  },
  "former-key": async () => {
    const { db, clock } = fixture.harness;
    const make = async (seconds: number) => {
      const at = new Date(clock.now().getTime() - seconds * 1_000);
      const relayerAddress = privateKeyToAccount(generatePrivateKey()).address;
      return makeRelayTransaction(db, { relayerAddress, createdAt: at, sentAt: at, updatedAt: at });
    };
    const [failing, other] = [await make(60), await make(50)];
    return {
      name: failing.txHash,
      run: relaySteps,
      served: () =>
        both(
          [failing.id, other.id],
          async (id) => (await db.select().from(relayTransactions).where(eq(relayTransactions.id, id)))[0]?.status,
          (status) => status !== "sent",
        ),
      mend: await refuseWrites(db, "relay_transactions", `new.id = '${failing.id}'`),
    };
  },
};

/** Runs some steps of the relayer, with new blocks mined and read in between. */
async function relaySteps(): Promise<void> {
  for (let step = 0; step < 4; step++) {
    await relayAuthorizations(fixture.harness.deps);
    await fixture.mine(3);
    await fixture.watch();
  }
}

const ofChain = new Set<WorkListName>(["carry-relay", "recheck-relay", "former-key"]);
const listItems = workListNames.flatMap((list) => {
  const row = rows[list];
  return typeof row === "function" ? [[list, row] as const] : [];
});

describe("an item that fails delays no other item, raises one alarm, and is processed once it is repaired", () => {
  it.each(listItems)("in the list %s", async (list, plant) => {
    const { harness, pass } = ofChain.has(list)
      ? { harness: fixture.harness, pass: () => fixture.pass(2) }
      : { harness: mail.harness, pass: async () => mail.harness.clock.advance({ minutes: 6 }) };
    const planted = await plant();
    await planted.run();
    await planted.run();
    expect(await planted.served()).toEqual([false, true]);
    expect(await asideAlarms(harness)).toEqual([`set-aside-${list}-${planted.name.replaceAll(" ", "-")}`]);
    expect(await harness.db.select({ list: setAside.list, name: setAside.name, tries: setAside.tries }).from(setAside)).toEqual([
      { list, name: planted.name, tries: 1 },
    ]);
    await planted.mend();
    await pass();
    await planted.run();
    expect(await planted.served()).toEqual([true, true]);
    expect(await asideAlarms(harness)).toEqual([]);
    expect(await harness.db.select().from(setAside)).toEqual([]);
  });
});

async function asideAlarms(harness: Harness): Promise<string[]> {
  return (await listLivingAlarms(harness.db)).map(({ key }) => key).filter((key) => key.startsWith("set-aside-"));
}

describe("every job and loop", () => {
  const declared = Object.entries({ ...loops, ...jobs }).map(([name, facts]) => ({
    name,
    lists: "lists" in facts ? [...facts.lists] : [],
    why: "noList" in facts ? facts.noList : null,
  }));

  it("declares tested work lists, or says why it has none", () => {
    for (const { name, lists, why } of declared) expect(lists.length > 0 || (why ?? "").length > 20, name).toBe(true);
    expect(declared.flatMap(({ lists }) => lists).toSorted()).toEqual([...workListNames].toSorted());
  });

  it.each(workListNames.flatMap((list) => (typeof rows[list] === "function" ? [] : [[list, rows[list]] as const])))(
    "%s is tested in the named file",
    (_list, { file, test }) => {
      expect(readFileSync(join(features, file), "utf8")).toContain(`"${test}`);
    },
  );
});
