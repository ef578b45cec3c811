import { notifications } from "@hearth/db/schema/notifications";
import { sessions } from "@hearth/db/schema/sessions";
import { users } from "@hearth/db/schema/users";
import { makeUser } from "@hearth/db/testing/factories";
import { makeLeaseTenant } from "@hearth/db/testing/rent-factories";
import { closingObstacles } from "@hearth/domain/account/closing";
import { publicId } from "@hearth/domain/ids";
import { eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type AutopayFixture, startAutopay, type Tenancy } from "../../testing/autopay-fixture.ts";
import { type PaymentFixture } from "../../testing/payment-fixture.ts";
import { stateRules } from "../operations/check-state.ts";
import { checkWholeState } from "../settlement/checking/check-state.ts";
import { changeIfUnchanged } from "./change-ready.ts";
import { checkScheduledPayments } from "./check-scheduled-payments.ts";
import { tellOfTrouble } from "./end-scheduled-payment.ts";
import { judgeScheduledPayment } from "./judge-scheduled-payment.ts";

let fixture: PaymentFixture;
let autopay: AutopayFixture;
beforeAll(async () => void ({ fixture, autopay } = await startAutopay()));
afterEach(async () => {
  expect(await checkWholeState(fixture.harness.db, stateRules)).toEqual([]);
});
afterAll(() => fixture.harness.close());

/** Signs a payer in, in a session that is old enough to close the account, and returns how to close it. */
async function closing({ tenant }: Tenancy) {
  const { db, clock } = fixture.harness;
  const call = await autopay.calls(tenant);
  const createdAt = new Date(clock.now().getTime() - 2 * 86_400_000);
  await db.update(sessions).set({ createdAt }).where(eq(sessions.userId, tenant.user.id));
  return () => call.account.close({ email: tenant.user.email });
}

/** The number of statements in this database that wait for a lock. */
async function waiting(): Promise<number> {
  const rows = await fixture.harness.db.execute(
    sql`select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows.length;
}

describe("a payer who closes the account while a scheduled payment is due", () => {
  it("pays it or stops it, never both, when both happen at once", async () => {
    const tenancies = [];
    for (let count = 0; count < 4; count++) tenancies.push(await autopay.signedTenancy());
    const [first] = tenancies;
    if (first === undefined) throw new Error("There is no tenancy");
    await autopay.goToDue(first.prepared);
    const closes = await Promise.all(tenancies.map(({ tenancy }) => closing(tenancy)));
    const [answers] = await Promise.all([Promise.allSettled(closes.map((close) => close())), autopay.send()]);
    await autopay.settle();
    for (const [at, answer] of answers.entries()) {
      const { tenancy, prepared } = tenancies[at] ?? first;
      const { status, encryptedSignature } = await autopay.scheduledPayment(prepared._id);
      if (answer.status === "fulfilled") {
        expect({ status, encryptedSignature, paid: await autopay.sentBy(tenancy) }).toEqual({
          status: "stopped",
          encryptedSignature: null,
          paid: 0,
        });
        expect(await autopay.paymentsOf(tenancy)).toEqual([]);
      } else {
        expect([closingObstacles.openPayment, closingObstacles.scheduledPaymentSent]).toContain(String(answer.reason.message));
        expect({ status, paid: await autopay.sentBy(tenancy) }).toEqual({ status: "sent", paid: 1450 });
      }
    }
  });

  it("closes it although a job that reports trouble with the payment waits for the account", async () => {
    const { tenancy, prepared } = await autopay.signedTenancy();
    const { db, deps, clock } = fixture.harness;
    const seen = await autopay.scheduledPayment(prepared._id);
    const { lease } = await judgeScheduledPayment(db, seen, clock.now());
    const close = await closing(tenancy);
    const started: Promise<unknown>[] = [];
    // The job holds the scheduled payment and then needs the account; closing holds the account and then needs the scheduled payment.
    await changeIfUnchanged(deps, seen, async (tx, held, now) => {
      if (started.length === 0) {
        started.push(close().catch((error: unknown) => error));
        await expect.poll(waiting).toBe(1);
      }
      await tellOfTrouble(tx, held, { lease, trouble: "relay", stage: "trying" }, now);
    });
    expect(await Promise.all(started)).toEqual([{ message: "Your account is closed" }]);
    expect(await autopay.scheduledPayment(prepared._id)).toMatchObject({ status: "stopped", encryptedSignature: null });
  });

  it("erases the signature also where they have moved out of the lease", async () => {
    const { tenancy, prepared } = await autopay.signedTenancy();
    const { db, clock } = fixture.harness;
    await makeLeaseTenant(db, { leaseId: tenancy.uuid });
    const before = await autopay.scheduledPayment(prepared._id);
    await db.execute(sql`
      update lease_tenants set moved_out_on = '2020-01-01', ended_at = ${clock.now().toISOString()} where user_id = ${tenancy.tenant.user.id}`);
    expect(before.status).toBe("ready");
    await (
      await closing(tenancy)
    )();
    expect(await autopay.scheduledPayment(prepared._id)).toMatchObject({ status: "stopped", encryptedSignature: null });
  });
});

describe("a payer whose account is suspended on the due day", () => {
  const become = async ({ tenant }: Tenancy, status: "suspended" | "active") => {
    const admin = await makeUser(fixture.harness.db, { role: "admin" });
    const call = fixture.harness.caller(await fixture.harness.signIn(admin.id, "admin"));
    await call.admin.editUser({ userId: publicId("user", tenant.user.id), status });
  };

  const troublesOf = async ({ tenant }: Tenancy) => {
    const rows = await fixture.harness.db.select().from(notifications).where(eq(notifications.userId, tenant.user.id));
    return rows.flatMap(({ event }) => (event.kind === "autopayTrouble" ? [{ trouble: event.trouble, stage: event.stage }] : []));
  };

  it("pays nothing, also where it is active and suspended again, is told once why, and pays as soon as it is active", async () => {
    const { tenancy, prepared } = await autopay.signedTenancy();
    const other = await autopay.signedTenancy();
    await autopay.goToDue(prepared);
    for (const _round of [1, 2]) {
      await become(tenancy, "suspended");
      await autopay.send();
      expect(await autopay.scheduledPayment(prepared._id)).toMatchObject({ status: "ready", trouble: "payer" });
      await become(tenancy, "active");
    }
    expect(await autopay.paymentsOf(tenancy)).toEqual([]);
    expect(await troublesOf(tenancy)).toEqual([{ trouble: "payer", stage: "trying" }]);
    // The other payer's was sent meanwhile.
    expect(await autopay.scheduledPayment(other.prepared._id)).toMatchObject({ status: "sent" });
    await autopay.send();
    await autopay.settle();
    expect([await autopay.sentBy(tenancy), await autopay.sentBy(other.tenancy)]).toEqual([1450, 1450]);
    expect(await autopay.owed(tenancy)).toMatchObject({ owed: 0 });
  });

  it("is not told that a payment is coming, until it is active again", async () => {
    await autopay.goToEarlyInMonth();
    const { tenancy, prepared } = await autopay.signedTenancy();
    const comingFor = async () => {
      const { db, deps } = fixture.harness;
      await checkScheduledPayments(deps);
      const rows = await db.select().from(notifications).where(eq(notifications.userId, tenancy.tenant.user.id));
      return rows.filter(({ event }) => event.kind === "autopayComing").length;
    };
    await become(tenancy, "suspended");
    await autopay.goTo(new Date((prepared.validAfter + 1) * 1_000 - 4.5 * 86_400_000));
    expect(await comingFor()).toBe(0);
    await become(tenancy, "active");
    await fixture.pass(1_441);
    expect(await comingFor()).toBe(1);
  });

  it("is told that it was not paid when the grace period is over, and nothing is sent afterwards", async () => {
    const { tenancy, prepared } = await autopay.signedTenancy();
    await autopay.goToDue(prepared);
    await become(tenancy, "suspended");
    await autopay.send();
    await autopay.goTo(new Date(prepared.validBefore * 1_000 + 60_000));
    await become(tenancy, "active");
    await autopay.send();
    expect(await autopay.scheduledPayment(prepared._id)).toMatchObject({ status: "failed", trouble: "payer", encryptedSignature: null });
    expect(await troublesOf(tenancy)).toEqual([
      { trouble: "payer", stage: "trying" },
      { trouble: "payer", stage: "over" },
    ]);
    expect(await autopay.sentBy(tenancy)).toBe(0);
  });

  it("waits for a suspension that is being stored, and sends nothing", async () => {
    const { tenancy, prepared } = await autopay.signedTenancy();
    await autopay.goToDue(prepared);
    const started: Promise<number>[] = [];
    await fixture.harness.db.transaction(async (tx) => {
      await tx.update(users).set({ status: "suspended" }).where(eq(users.id, tenancy.tenant.user.id));
      started.push(autopay.send());
      await expect.poll(waiting).toBe(1);
    });
    await Promise.all(started);
    expect(await autopay.paymentsOf(tenancy)).toEqual([]);
    expect(await autopay.scheduledPayment(prepared._id)).toMatchObject({ status: "ready" });
  });
});
