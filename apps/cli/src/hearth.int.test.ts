import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { jobHeartbeats } from "@hearth/db/schema/job-heartbeats";
import { merchants } from "@hearth/db/schema/merchants";
import { payments } from "@hearth/db/schema/payments";
import { transfers } from "@hearth/db/schema/transfers";
import { factoryPassword, makeUser, type UserRow } from "@hearth/db/testing/factories";
import { makeCompletedRefund, makePayment } from "@hearth/db/testing/payment-factories";
import { makeCharge, makeLease, makeLeaseCredit } from "@hearth/db/testing/rent-factories";
import { publicId } from "@hearth/domain/ids";
import { appCode } from "@hearth/server/testing/authenticator";
import { startHarness } from "@hearth/server/testing/harness";
import { openPaymentFixture, type PaymentFixture } from "@hearth/server/testing/payment-fixture";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { runLine } from "./run-line.ts";
import { type Hearth, openHearth } from "./testing/run-hearth.ts";

const listed = z.object({
  items: z.array(z.object({ _id: z.string(), usdc: z.string().optional() })),
  nextCursor: z.string().nullish(),
});

let fixture: PaymentFixture;
let admin: UserRow;
let hearth: Hearth;
let server: string;
beforeAll(async () => {
  const harness = await startHarness({ chain: true });
  fixture = await openPaymentFixture(harness);
  admin = await makeUser(harness.db, { role: "admin", email: "keeper@example.com" });
  server = await harness.app.listen({ port: 0, host: "127.0.0.1" });
  hearth = await openHearth(server);
  const { code, stderr } = await hearth.runAlone(["login", "--email", admin.email], { stdin: `${factoryPassword}\n` });
  if (code !== 0) throw new Error(stderr);
});
afterAll(async () => {
  await hearth.close();
  await fixture.harness.close();
});

describe("the command line", () => {
  it("shows the help for beginners with and without --help", async () => {
    for (const args of [[], ["--help"]]) {
      const { code, stdout } = await hearth.runAlone(args);
      expect(code).toBe(0);
      expect(stdout).toContain("hearth login --email <your email>");
      expect(stdout, "a command that says nothing of itself").not.toMatch(/^ {2}[a-z-]+$/m);
    }
  });

  it("refuses unknown commands with 2, suggests a similar one, and names the help", async () => {
    const misspelt = await hearth.runAlone(["users", "lsit"]);
    expect([misspelt.code, misspelt.stdout]).toEqual([2, ""]);
    expect(misspelt.stderr).toBe("Unknown command 'lsit'\n(Did you mean list?)\nHelp: hearth users --help\n");
    expect((await hearth.run(["users", "list", "--colour"])).code).toBe(2);
    expect((await hearth.run(["users", "show"])).code).toBe(2);
    expect((await hearth.run(["users", "list", "--server", "hearth.example"])).code).toBe(2);
  });

  it.each(["many", "0"])("requires a whole number for a limit, not %s", async (limit) => {
    const { code, stderr } = await hearth.run(["users", "list", "--limit", limit]);
    expect([code, stderr]).toEqual([2, "--limit takes a whole number from 1 to 100,000\n"]);
  });

  it("requires a value for an option given without one", async () => {
    const { code, stderr } = await hearth.run(["payments", "list", "--merchant"]);
    expect(code).toBe(2);
    expect(stderr).toContain("Option '--merchant <string>' argument missing");
  });

  it("ends with 6 if no server answers, and names the address", async () => {
    const { code, stderr } = await hearth.run(["login", "--email", "a@b.example", "--server", "http://127.0.0.1:1"], {
      stdin: "a password\n",
    });
    expect(code).toBe(6);
    expect(stderr).toContain("Hearth does not answer at http://127.0.0.1:1");
  });

  it("reports failures as JSON too", async () => {
    const { code, stderr } = await hearth.run(["users", "show", "usr_00000000000000000000000000", "--json"]);
    expect(code).toBe(4);
    expect(JSON.parse(stderr)).toEqual({ error: { code: "NOT_FOUND", message: "User not found", exitCode: 4 } });
    for (const line of [["login"], ["users", "list", "--limit", "many"]]) {
      const usage = JSON.parse((await hearth.run([...line, "--json"])).stderr);
      expect(usage).toEqual({ error: { code: "USAGE", message: expect.any(String), exitCode: 2 } });
    }
  });
});

describe("signing in", () => {
  it("stores the token where only its user can read it, and never prints it", async () => {
    const file = join(hearth.configFolder, "hearth", "credentials.json");
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await stat(join(file, ".."))).mode & 0o777).toBe(0o700);
    const { token } = JSON.parse(await readFile(file, "utf8"))[server];
    const { stdout } = await hearth.run(["whoami", "--json"]);
    expect(stdout).toContain(admin.email);
    expect(stdout).not.toContain(token);
  });

  it("asks for a new password if somebody else chose the first one", async () => {
    const firstPasswordUntil = new Date(fixture.harness.clock.now().getTime() + 3_600_000);
    const { email } = await makeUser(fixture.harness.db, { role: "admin", firstPasswordUntil });
    const newcomer = await openHearth(server);
    const { code, stdout } = await newcomer.runAlone(["login", "--email", email], {
      stdin: `${factoryPassword}\nan own and long password\n`,
    });
    expect([code, stdout]).toEqual([0, expect.stringContaining(`as ${email}`)]);
    await newcomer.close();
  });

  it("names the server when it asks for the password", async () => {
    const stdin = Object.assign(new PassThrough(), { isTTY: true });
    const [stdout, stderr] = [new PassThrough(), new PassThrough()];
    const said = text(stderr);
    const ended = runLine(["login", "--email", "ada@b.example", "--server", server], { env: {}, stdin, stdout, stderr });
    stdin.write("not the password\n");
    expect(await ended).toBe(3);
    stderr.end();
    expect(await said).toContain(`Password of ada@b.example at ${server}: `);
  });

  it("is refused with 3 for a wrong password, for a non-admin, and for commands without a sign-in", async () => {
    const tenant = await makeUser(fixture.harness.db);
    const stranger = await openHearth(server);
    const refused = await stranger.runAlone(["login", "--email", admin.email], { stdin: "not the password\n" });
    expect([refused.code, refused.stderr.trim()]).toEqual([3, "Invalid email or password"]);
    expect((await stranger.run(["login", "--email", tenant.email], { stdin: factoryPassword })).code).toBe(3);
    const early = await stranger.run(["payments", "list"]);
    expect([early.code, early.stderr.trim()]).toEqual([3, `Not signed in at ${server}. Run: hearth login --email <your email>`]);
    await stranger.close();
  });

  it("keeps its device, so that wrong passwords of others do not keep it out", async () => {
    const { email } = await makeUser(fixture.harness.db, { role: "admin" });
    const [known, other] = [await openHearth(server), await openHearth(server)];
    const signIn = (program: Hearth) => program.run(["login", "--email", email], { stdin: factoryPassword });
    expect((await signIn(known)).code).toBe(0);
    await known.run(["logout"]);
    for (let time = 0; time < 100; time += 1) await fixture.harness.deps.sharedLimits.take("wrongPasswords", `email ${email}`);
    const refused = await signIn(other);
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining("Please try again in 30 days, or ask for an email")]);
    expect((await signIn(known)).code).toBe(0);
    for (const program of [known, other]) await program.close();
  });

  it("ends with the sign-out, also on the server", async () => {
    const other = await openHearth(server);
    await other.run(["login", "--email", admin.email], { stdin: factoryPassword });
    const { token } = JSON.parse(await readFile(join(other.configFolder, "hearth", "credentials.json"), "utf8"))[server];
    expect((await other.run(["logout"])).code).toBe(0);
    expect((await other.run(["whoami"])).code).toBe(3);
    await expect(fixture.harness.caller(token).admin.me()).rejects.toMatchObject({ cause: { code: "UNAUTHENTICATED" } });
    await other.close();
  });
});

describe("accounts", () => {
  it("are listed in plain columns without a terminal", async () => {
    const { stdout } = await hearth.runAlone(["users", "list", admin.email]);
    const [header, row] = stdout.split("\n");
    expect(header).toMatch(/^ID +Name +Email +Role +Status +Merchant$/);
    expect(row).toMatch(new RegExp(`^${publicId("user", admin.id)} .* keeper@example\\.com +admin +active$`));
  });

  it("are signed out at once when suspended, and can sign in again when reactivated", async () => {
    const tenant = await fixture.tenant();
    const id = publicId("user", tenant.user.id);
    expect(await hearth.json(["users", "suspend", id])).toMatchObject({ status: "suspended" });
    await expect(fixture.harness.caller(tenant.token).auth.me()).rejects.toMatchObject({ cause: { code: "UNAUTHENTICATED" } });
    expect(await hearth.json(["users", "activate", id])).toMatchObject({ status: "active" });
    const result = await hearth.run(["users", "suspend", publicId("user", admin.id)]);
    expect([result.code, result.stderr.trim()]).toEqual([1, "You cannot change the status of your own account"]);
  });

  it("without their second factor can sign in by password after a reset, which a script must confirm", async () => {
    const { harness } = fixture;
    const user = await makeUser(harness.db);
    const call = harness.caller(await harness.signIn(user.id)).auth;
    const { secret } = await call.setUpSecondFactor({ password: factoryPassword });
    await call.confirmSecondFactor({ code: appCode(secret, harness.clock.now()) });
    const signIn = () => harness.caller().auth.login({ email: user.email, password: factoryPassword });
    const reset = (...args: string[]) =>
      hearth.run(["users", "reset-second-factor", ...args], { env: { DATABASE_URL: harness.deps.env.databaseUrl } });
    expect(await reset(user.email)).toMatchObject({ code: 2, stderr: expect.stringContaining("--yes") });
    await expect(signIn()).rejects.toMatchObject({ cause: { code: "SECOND_FACTOR_REQUIRED" } });
    expect(await reset("--yes", user.email)).toMatchObject({ code: 0, stdout: expect.stringContaining("is off") });
    expect(await signIn()).toMatchObject({ email: user.email });
    expect(await reset(user.email, "--yes")).toMatchObject({ code: 1, stderr: "Two-step sign-in is off\n" });
    expect(await reset("nobody@example.com", "--yes")).toMatchObject({ code: 4, stderr: "There is no account with this email\n" });
  });

  it("of merchants can be suspended and reactivated", async () => {
    const id = publicId("merchant", fixture.merchantId);
    expect(await hearth.json(["merchants", "suspend", id])).toMatchObject({ status: "suspended" });
    expect(await hearth.json(["merchants", "activate", id])).toMatchObject({ status: "active" });
    expect((await hearth.run(["merchants", "list"])).stdout).toContain(id);
  });
});

describe("payments", () => {
  it("complete when the chain is rechecked, and show their timeline", async () => {
    const tenant = await fixture.tenant();
    const checkout = await fixture.checkout(tenant);
    const txHash = await fixture.transfer(tenant.account, checkout);
    await fixture.mine(2);
    expect(await hearth.json(["payments", "recheck", checkout.paymentId])).toMatchObject({ status: "completed", transactionHash: txHash });
    const { stdout } = await hearth.run(["payments", "show", checkout.paymentId]);
    expect(stdout).toMatch(/Status +completed/);
    expect(stdout).toMatch(/Timeline\nWhen +What +By/);
    expect(stdout).toContain(txHash);
  });

  it("are listed over the requested number of pages, and continue at the cursor", async () => {
    const { id: consumerId } = await makeUser(fixture.harness.db);
    for (let at = 0; at < 3; at++)
      await makePayment(fixture.harness.db, { consumerId, merchantId: fixture.merchantId, amountCents: 1_000 + at });
    const list = ["payments", "list", "--user", publicId("user", consumerId)];
    const first = listed.parse(await hearth.json([...list, "--limit", "2"]));
    const second = listed.parse(await hearth.json([...list, "--cursor", first.nextCursor ?? ""]));
    expect([first.items.length, second.items.length, second.nextCursor]).toEqual([2, 1, null]);
    expect(new Set([...first.items, ...second.items].map(({ _id }) => _id)).size).toBe(3);
  });

  it("are written completely to a pipe whose buffer is smaller", async () => {
    const { id: consumerId } = await makeUser(fixture.harness.db);
    const count = 300;
    const begun = Array.from({ length: count }, (_, at) => ({ consumerId, merchantId: fixture.merchantId, amountCents: 1_000 + at }));
    await Promise.all(begun.map((payment) => makePayment(fixture.harness.db, payment)));
    const list = ["payments", "list", "--user", publicId("user", consumerId), "--limit", String(count)];
    const { stdout } = await hearth.runAlone([...list, "--json"]);
    expect(listed.parse(JSON.parse(stdout)).items).toHaveLength(count);
  });

  it("are exported to a file that is never overwritten", async () => {
    const path = join(hearth.configFolder, "payments.csv");
    expect((await hearth.run(["export", "payments", "--output", path])).code).toBe(0);
    expect(await readFile(path, "utf8")).toContain("Amount (USDC)");
    const again = await hearth.run(["export", "payments", "--output", path]);
    expect([again.code, again.stderr.trim()]).toEqual([1, `${path} cannot be written: it exists already`]);
    expect((await hearth.run(["export", "audit", "--action", "admin.signedIn"])).stdout).toContain(admin.email);
  });
});

describe("a lease's ledger", () => {
  it("lists every line and explains the balance, without signatures", async () => {
    const { db } = fixture.harness;
    const owner = await db.query.merchants.findFirst({ where: eq(merchants.id, fixture.merchantId) });
    const lease = await makeLease(db, { merchantId: fixture.merchantId, createdBy: owner?.ownerUserId ?? "" });
    const charge = await makeCharge(db, { leaseId: lease.id });
    await makeLeaseCredit(db, { leaseId: lease.id, createdBy: owner?.ownerUserId ?? "", chargeId: charge.id });
    const id = publicId("lease", lease.id);
    const short = await hearth.run(["ledger", id]);
    expect(short.code, short.stderr).toBe(0);
    expect(short.stdout).toMatch(/Balance +\$60\.00 charged - \$20\.00 paid = \$40\.00/);
    expect(short.stdout).toMatch(/Payment received outside Hearth +-\$20\.00/);
    expect((await hearth.run(["ledger", "show", id])).stdout).toBe(short.stdout);
    expect((await hearth.run(["ledger", id, "--json"])).stdout).not.toMatch(/signature|salt/i);
    expect((await hearth.run(["ledger", "lse_01j8bjkhbbfcgr169q3t4kkgnm"])).code).not.toBe(0);
  });
});

describe("disputes", () => {
  it("are filed for a payer and decided once", async () => {
    const tenant = await fixture.tenant();
    const checkout = await fixture.checkout(tenant);
    await fixture.transfer(tenant.account, checkout);
    await fixture.mine(2);
    await fixture.watch();
    const filed = await hearth.run(["disputes", "file", checkout.paymentId, "--amount", "50.00", "--reason", "No heating"]);
    const disputeId = /^Dispute created with ID: (\S+)$/m.exec(filed.stdout)?.[1] ?? "";
    expect((await hearth.run(["disputes", "list", "--status", "open"])).stdout).toContain(disputeId);
    const decide = ["disputes", "close", disputeId, "--result", "chargedBack", "--reason", "It was cold"];
    const tooMuch = await hearth.run([...decide, "--chargeback", "50.01"]);
    expect([tooMuch.code, tooMuch.stderr.trim()]).toEqual([1, "The chargeback can be at most $50.00"]);
    expect(await hearth.json([...decide, "--chargeback", "50.00"])).toMatchObject({
      status: "closed",
      resolution: { chargebackAmount: 50 },
    });
    expect((await hearth.run([...decide, "--chargeback", "50.00"])).stderr.trim()).toBe("This dispute is no longer open");
    expect((await hearth.run(["disputes", "show", disputeId])).stdout).toMatch(/Decision +chargedBack, \$50\.00: It was cold/);
  });
});

describe("money that matches no payment", () => {
  it("is listed, attached to its payment, and detached again", async () => {
    const [tenant, sister] = [await fixture.tenant(), await fixture.tenant({ proven: false })];
    const checkout = await fixture.checkout(tenant, "812.34");
    await fixture.transfer(sister.account, { usdcUnits: checkout.usdcUnits });
    const other = await fixture.tenant();
    await fixture.checkout(other, "812.34"); // two payments match, so it is unclear whose money this is
    await fixture.mine(2);
    await fixture.watch();
    const { items } = listed.parse(await hearth.json(["transfers", "list"]));
    const transfer = items.find(({ usdc }) => usdc === "812.34")?._id ?? "";
    expect((await hearth.run(["transfers", "show", transfer])).stdout).toContain(checkout.paymentId);
    const attach = ["transfers", "attach", transfer, checkout.paymentId, "--reason", "Her sister paid"];
    expect((await hearth.run(attach)).code).toBe(0);
    await fixture.watch();
    expect((await fixture.payment(tenant, checkout.paymentId)).status).toBe("completed");
    const twice = await hearth.run(attach);
    expect([twice.code, twice.stderr.trim()]).toEqual([1, "This transfer already belongs to a payment"]);
    expect((await hearth.run(["transfers", "detach", transfer, "--reason", "It was not hers"])).code).toBe(0);
    expect((await fixture.payment(tenant, checkout.paymentId)).status).not.toBe("completed");
    expect((await hearth.run(["transfers", "show", transfer])).stdout).toContain("Her sister paid");
  });
});

describe("a first transfer without a reference", () => {
  it("of too little is found by its payment, and attached with a message about the missing amount", async () => {
    const tenant = await fixture.tenant({ proven: false });
    const checkout = await fixture.checkout(tenant, "811.00");
    await fixture.transfer(tenant.account, { usdcUnits: 810_000_000n });
    await fixture.mine(2);
    await fixture.watch();
    const offered = listed.parse(await hearth.json(["transfers", "for", checkout.paymentId]));
    const transfer = offered.items.find(({ usdc }) => usdc === "810.00")?._id ?? "";
    expect((await hearth.run(["transfers", "for", checkout.paymentId])).stdout).toContain("short by $1.00");
    const attach = ["transfers", "attach", transfer, checkout.paymentId, "--reason", "Her exchange kept a fee"];
    expect((await hearth.run(attach)).stdout).toContain("$1.00 of the payment is still missing");
    expect((await fixture.payment(tenant, checkout.paymentId)).short).toEqual({ received: 810, missing: 1 });
    expect((await hearth.run(["export", "audit", "--action", "transfer.attached"])).stdout).toContain("Her exchange kept a fee");
  });
});

describe("repairing the reading of the chain", () => {
  it("moves back with a stored reason, keeps everything that the chain has, and only goes back", async () => {
    const tenant = await fixture.tenant();
    const checkout = await fixture.checkout(tenant, "64.00");
    await fixture.transfer(tenant.account, checkout);
    await fixture.mine(3);
    await fixture.watch();
    const { number } = await fixture.harness.deps.chain.head();
    const [row] = await fixture.harness.db.select().from(transfers).where(eq(transfers.paymentId, checkout.uuid));
    const right = await hearth.run(["ledger", "mend", publicId("transfer", row?.id ?? ""), "--reason", "To see"]);
    expect([right.code, right.stderr.trim()]).toEqual([1, "The ledger already says what the chain says"]);
    expect((await hearth.run(["ledger", "mend", "trf_nothing", "--reason", "To see"])).code).toBe(4);
    expect((await hearth.run(["chain", "repair"])).code).toBe(2);
    const ahead = await hearth.run(["chain", "repair", "--to-block", String(number + 1n), "--reason", "To see"]);
    expect([ahead.code, ahead.stderr.trim()]).toEqual([1, `Reading stands at block ${number}; it can only go back`]);
    const back = await hearth.run(["chain", "repair", "--to-block", String(number - 10n), "--reason", "The provider was wrong"]);
    expect([back.code, back.stdout.trim()]).toEqual([
      0,
      `Reading continues from block ${number - 10n} instead of ${number}. 0 transfers were reverted.`,
    ]);
    expect((await hearth.run(["export", "audit", "--action", "chain.repaired"])).stdout).toContain("The provider was wrong");
    await fixture.watch();
    expect((await fixture.payment(tenant, checkout.paymentId)).status).toBe("completed");
    expect(await hearth.json(["chain", "repair", "--reason", "All is well"])).toEqual({
      from: String(number),
      to: String(number),
      takenBack: 0,
    });
  });
});

describe("the state of the system", () => {
  it("is rebuilt from the journal and from the chain, for all merchants or for one", async () => {
    await fixture.mine(70);
    await fixture.watch();
    const { code, stdout } = await hearth.run(["ledger", "rebuild"]);
    expect([code, stdout.split("\n")[0]]).toEqual([0, expect.stringMatching(/^Merchant +Gross +Refunded +Net +Unmatched$/)]);
    expect(stdout).toMatch(/^All +[\d,.]+ +[\d,.]+ +[\d,.]+ +[\d,.]+$/m);
    expect(stdout).toContain("Everything matches the stored data.");
    const { number } = await fixture.harness.deps.chain.head();
    const one = publicId("merchant", fixture.merchantId);
    expect(await hearth.json(["ledger", "rebuild", "--merchant", one, "--from-block", String(number)])).toMatchObject({
      transfers: 0,
      upTo: String(number),
      totals: [{ _id: one }],
      differenceCount: 0,
    });
    const nobody = await hearth.run(["ledger", "rebuild", "--merchant", "mer_00000000000000000000000000"]);
    expect([nobody.code, nobody.stderr.trim()]).toEqual([4, "Merchant not found"]);
  });

  it("sets the exit code: 0 if consistent, 5 if the state contradicts itself", async () => {
    await fixture.mine(70);
    await fixture.watch();
    expect((await hearth.run(["reconcile"])).code).toBe(0);
    expect((await hearth.run(["reconcile", "--from-block", "0"])).stdout).toContain("Nothing was missing.");
    const { db } = fixture.harness;
    const { id } = await makePayment(db, { merchantId: fixture.merchantId, consumerId: (await makeUser(db)).id });
    expect((await hearth.run(["invariants"])).code).toBe(0);
    await db.update(payments).set({ status: "failed" }).where(eq(payments.id, id));
    const { code, stdout } = await hearth.run(["invariants"]);
    expect(code).toBe(5);
    expect(stdout).toContain(id);
    const rebuilt = await hearth.run(["ledger", "rebuild"]);
    expect(rebuilt.code).toBe(5);
    expect(rebuilt.stdout).toContain(`Payment ${publicId("payment", id)} is failed; its events make it pending.`);
    await db.update(payments).set({ status: "pending" }).where(eq(payments.id, id));
    const nothing = await hearth.run(["resume", "--reason", "To see"]);
    expect([nothing.code, nothing.stderr.trim()]).toEqual([1, "Payments are not stopped"]);
    expect((await hearth.run(["jobs", "list"])).stdout).toBe("No job has failed.\n");
  });
});

describe("the heartbeats of loops and jobs", () => {
  it("are listed with how far they are behind and why, and set the exit code, without a server", async () => {
    const { db, deps } = fixture.harness;
    const ask = async (...args: string[]) => hearth.run(["heartbeats", ...args], { env: { DATABASE_URL: deps.env.databaseUrl } });
    expect((await ask()).stdout).toBe("No worker has run on this database yet.\n");
    const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000);
    await db.insert(jobHeartbeats).values([
      { name: "worker", kind: "worker", dueSeconds: 3_600, since: ago(9_000), lastSuccessAt: ago(5) },
      { name: "send-mails", kind: "loop", dueSeconds: 3_600, since: ago(9_000), lastSuccessAt: ago(5) },
    ]);
    const sound = await ask();
    expect([sound.code, sound.stdout.trim().split("\n").at(-1)]).toEqual([0, "All of them work."]);
    await db
      .insert(jobHeartbeats)
      .values({ name: "make-charges", kind: "job", dueSeconds: 3_600, since: ago(90_000), failures: 2, lastError: "The lease is gone" });
    const { code, stdout } = await ask();
    expect(code).toBe(5);
    expect(stdout).toMatch(/^make-charges +job +25 h +60 min +24 h +2 +The lease is gone$/m);
    expect(stdout).toMatch(/^worker .*\nmake-charges .*\nsend-mails /m);
    expect(stdout).toContain("The job make-charges has not succeeded since ");
    const { items } = JSON.parse((await ask("--json")).stdout);
    expect(items).toMatchObject([{ name: "worker", trouble: null }, { failures: 2, dueSeconds: 3_600 }, { trouble: null }]);
    await db.delete(jobHeartbeats);
  });
});

// Last, because the chain does not have this payment.
describe("a partly refunded payment", () => {
  it("shows the refunded amount in the list, and nothing if it is 0", async () => {
    const { db } = fixture.harness;
    const consumer = await makeUser(db);
    const values = { consumerId: consumer.id, merchantId: fixture.merchantId, status: "completed" as const };
    const whole = await makePayment(db, { ...values, amountCents: 4_100 });
    const part = await makePayment(db, { ...values, amountCents: 4_200 });
    await makeCompletedRefund(db, part, 1_250);
    const { stdout } = await hearth.run(["payments", "list", "--user", publicId("user", consumer.id)]);
    expect(stdout).toMatch(new RegExp(`${publicId("payment", part.id)} .*\\$42\\.00 +\\$12\\.50 +completed`));
    expect(stdout).toMatch(new RegExp(`${publicId("payment", whole.id)} .*\\$41\\.00 +completed`));
  });
});
