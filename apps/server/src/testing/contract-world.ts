import { termsTypedData } from "@hearth/chain/terms-typed-data";
import { wallets } from "@hearth/db/schema/wallets";
import { eq } from "drizzle-orm";
import { testWalletKey } from "@hearth/chain/test-wallet";
import { factoryPassword, makeMerchant, makeStaff, makeUser, makeWallet, nextNumber } from "@hearth/db/testing/factories";
import { makePayment } from "@hearth/db/testing/payment-factories";
import { makeLeaseTenant } from "@hearth/db/testing/rent-factories";
import { parsePublicId, publicId } from "@hearth/domain/ids";
import { type Simulator, startSimulator } from "@hearth/simulator/simulator";
import { privateKeyToAccount } from "viem/accounts";
import type { RestRow } from "../rest/wire.ts";
import { policyOf } from "../trpc/procedure-meta.ts";
import { signPrepared } from "./autopay-fixture.ts";
import { freshSubject } from "./call-subject.ts";
import { authorize, link } from "./exchange-fixture.ts";
import { exchangeEnv } from "./exchange-env.ts";
import { type Harness, startHarness } from "./harness.ts";
import { type CallSubject, procedureInputs } from "./procedure-inputs.ts";

/** A call that should succeed. */
export interface ContractCase {
  input: unknown;
  /** Null for a call without a token. */
  token: string | null;
  /** Rows that were made for the call. */
  subject: CallSubject;
}

/** A server with a chain and an exchange, and the accounts that the documented calls need. */
export interface ContractWorld {
  harness: Harness;
  userIds: { payer: string; otherPayer: string; owner: string; admin: string };
  /** Untouched rows of the payer and the owner: those that `make` needs for its input, or all. */
  subject(make?: (subject: CallSubject) => unknown): Promise<CallSubject>;
  /** A token of the kind that the row requires, by default of an account that it admits. Null for a public row. */
  tokenFor(row: RestRow, userId?: string): Promise<string | null>;
  /** A token that a procedure requires, also one without a row. Null for a public procedure. */
  tokenOf(procedure: string, userId?: string): Promise<string | null>;
  /** A call of the row that should succeed, about rows of its own. */
  succeeding(row: RestRow): Promise<ContractCase>;
  /** A call of the row that is equal each time, for refusals that use nothing up. */
  untouched(row: RestRow): Promise<ContractCase>;
  close(): Promise<void>;
}

type CaseMaker = (world: ContractWorld, subject: CallSubject) => Promise<{ input?: unknown; userId?: string; token?: string }>;

const newPassword = "a decent password";
const filing = { reason: "No heating", amount: "5.00" };

/** Inputs for success where the input in procedure-inputs.ts is rightly refused, or would change what other tests need. */
const cases: Record<string, CaseMaker> = {
  "admin.login": async ({ harness }) => {
    const { email } = await makeUser(harness.db, { role: "admin" });
    return { input: { email, password: factoryPassword } };
  },
  "admin.changePassword": async ({ harness }) => {
    const { id } = await makeUser(harness.db, { role: "admin" });
    return { userId: id, input: { currentPassword: factoryPassword, newPassword } };
  },
  "admin.stepUp": async () => ({ input: { password: factoryPassword } }),
  "auth.stepUp": async () => ({ input: { password: factoryPassword } }),
  "auth.changePassword": async ({ harness }) => {
    const { id } = await makeUser(harness.db);
    return { userId: id, input: { currentPassword: factoryPassword, newPassword } };
  },
  "disputes.file": async (world) => ({ input: { ...filing, paymentId: await undisputed(world) } }),
  "disputes.fileForPayer": async (world) => ({ input: { ...filing, transactionId: await undisputed(world) } }),
  "disputes.reopen": async ({ harness, userIds }, { disputeId }) => {
    await harness.caller(await harness.signIn(userIds.payer)).disputes.cancel({ disputeId });
    return {};
  },
  "exchange.callback": async ({ harness }) => {
    const { id } = await makeUser(harness.db);
    const token = await harness.signIn(id);
    return { token, input: await authorize(harness.caller(token), { email: `linker${nextNumber()}@example.com` }) };
  },
  "exchange.retryVerification": async ({ harness }) => ({ userId: await linked(harness) }),
  "exchange.clearConnection": async ({ harness }) => ({ userId: await linked(harness) }),
  "account.handOver": async ({ harness }) => {
    const { merchant, owner } = await makeMerchant(harness.db);
    const { id: userId } = await makeUser(harness.db, { role: "merchant", emailConfirmedAt: harness.clock.now() });
    const createdAt = new Date(harness.clock.now().getTime() - 30 * 86_400_000);
    const { id } = await makeStaff(harness.db, { merchantId: merchant.id, invitedBy: owner.id, userId, role: "owner", createdAt });
    return { userId: owner.id, input: { staffId: publicId("staff", id) } };
  },
  "merchant.register": async ({ harness }) => ({ userId: (await makeUser(harness.db, { role: "merchant" })).id }),
  "rent.join": async ({ harness, userIds }, { leaseId, tenantId }) => {
    const { url } = await harness.caller(await harness.signIn(userIds.owner)).invitations.inviteToLease({ leaseId, tenantId });
    return { userId: (await makeUser(harness.db)).id, input: { invitation: new URL(url).hash.slice(1) } };
  },
  "rent.undoLease": async (world, subject) => ({ input: await withoutMoney(world, subject) }),
  "rent.undoLeaseForAdmin": async (world, subject) => ({ input: await withoutMoney(world, subject) }),
  "rent.checkCharges": async (world, { leaseId }) => ({ input: { csv: await chargeFile(world, leaseId) } }),
  "rent.addCharges": async (world, { leaseId }) => ({ input: { csv: await chargeFile(world, leaseId) } }),
  "rent.keepDeposit": async (world, subject) => ({ input: await heldDeposit(world, subject) }),
  "rent.keepDepositForAdmin": async (world, subject) => ({ input: await heldDeposit(world, subject) }),
  "merchant.giveBack": async (world, subject) => ({ input: await moneyToGiveBack(world, subject) }),
  "refunds.giveBackForAdmin": async (world, subject) => ({ input: await moneyToGiveBack(world, subject) }),
  "rent.signTerms": async ({ harness, userIds }, { leaseId, termsId }) => {
    const account = privateKeyToAccount(testWalletKey(userIds.owner));
    const isLinked = await harness.db.query.wallets.findFirst({ where: eq(wallets.address, account.address) });
    if (!isLinked) await makeWallet(harness.db, { userId: userIds.owner, address: account.address });
    const { rent } = harness.caller(await harness.signIn(userIds.owner));
    const { terms } = await rent.termsToSign({ leaseId, termsId });
    const signature = await account.signTypedData(termsTypedData(terms, harness.deps.network.chainId));
    return { input: { leaseId, termsId, walletAddress: account.address, signature } };
  },
  "autopay.prepare": async ({ harness }, { leaseId }) => {
    const { userId, account } = await roommate(harness, leaseId);
    return { userId, input: { leaseId, walletAddress: account.address } };
  },
  "autopay.sign": async ({ harness }, { leaseId }) => {
    const { userId, account } = await roommate(harness, leaseId);
    const { autopay } = harness.caller(await harness.signIn(userId));
    const [prepared] = await autopay.prepare({ leaseId, walletAddress: account.address, months: 1 });
    if (prepared === undefined) throw new Error("Nothing was prepared to be signed");
    return { userId, input: { scheduledPaymentId: prepared._id, signature: await signPrepared(account, prepared) } };
  },
  "payments.receipt": async (_, { paidId }) => ({ input: { paymentId: paidId } }),
};

/** Sets everything up. Close it at the end. */
export async function openContractWorld(): Promise<ContractWorld> {
  const simulator: Simulator = await startSimulator({ manual: true });
  const env = { ...exchangeEnv(simulator), RPC_URL: simulator.rpcUrl, RATE_LIMITS: "off" };
  const harness = await startHarness({ env });
  const owner = await makeUser(harness.db, { role: "merchant", emailConfirmedAt: harness.clock.now() });
  const { merchant } = await makeMerchant(harness.db, { ownerUserId: owner.id });
  const payer = await makeUser(harness.db, { enrolledMerchantId: merchant.id });
  await makeWallet(harness.db, { userId: payer.id });
  await makeMerchant(harness.db); // lists have more than what a call is about
  const otherPayer = await makeUser(harness.db);
  const admin = await makeUser(harness.db, { role: "admin" });
  await freshSubject(harness, { payer, merchantId: merchant.id }); // so that no list is empty
  const userIds = { payer: payer.id, otherPayer: otherPayer.id, owner: owner.id, admin: admin.id };
  const untouched = new Map<RestRow, Promise<ContractCase>>();
  const world: ContractWorld = {
    harness,
    userIds,
    subject: (make) => freshSubject(harness, { payer, merchantId: merchant.id }, make),
    tokenFor: (row, userId) => world.tokenOf(row.procedure, userId),
    tokenOf: async (procedure, userId) => {
      const policy = policyOf(procedure);
      const usual = { public: null, user: userIds.payer, merchant: userIds.owner, admin: userIds.admin }[policy];
      const who = policy === "public" ? null : (userId ?? usual);
      return who === null ? null : harness.signIn(who, policy === "admin" ? "admin" : "auth");
    },
    succeeding: (row) => makeCase(world, row),
    untouched: (row) => {
      const made = untouched.get(row) ?? makeCase(world, row);
      untouched.set(row, made);
      return made;
    },
    close: async () => {
      await harness.close();
      await simulator.stop();
    },
  };
  return world;
}

async function makeCase(world: ContractWorld, row: RestRow): Promise<ContractCase> {
  const special = cases[row.procedure];
  const subject = await world.subject(special === undefined ? makerOf(row) : undefined);
  const { input = inputOf(row, subject), userId, token } = (await special?.(world, subject)) ?? {};
  return { input, token: token ?? (await world.tokenFor(row, userId)), subject };
}

/** The well-formed input that the authorization tests use too. */
export function inputOf(row: RestRow, subject: CallSubject): unknown {
  return makerOf(row)(subject);
}

function makerOf({ procedure, method, path }: RestRow): (subject: CallSubject) => unknown {
  const make = procedureInputs[procedure];
  if (!make) throw new Error(`${method} ${path}: give ${procedure} an input in procedure-inputs.ts`);
  return make;
}

/** Another tenant of a lease, with the key of a proven wallet. */
async function roommate(harness: Harness, leaseId: string) {
  const { id: userId } = await makeUser(harness.db);
  const account = privateKeyToAccount(testWalletKey(userId));
  await makeWallet(harness.db, { userId, address: account.address });
  await makeLeaseTenant(harness.db, { leaseId: parsePublicId("lease", leaseId) ?? "", userId });
  return { userId, account };
}

/** The input to undo a lease, after its money was reversed. */
async function withoutMoney({ harness, userIds }: ContractWorld, { leaseId, leaseSeenAt: seenAt, creditId }: CallSubject) {
  await harness.caller(await harness.signIn(userIds.owner)).rent.reverseCredit({ creditId, reason: "Another tenant's" });
  return { leaseId, seenAt, reason: "The wrong unit" };
}

/** Keeping some of a deposit that was paid by hand. */
async function heldDeposit({ harness, userIds }: ContractWorld, { leaseId }: CallSubject) {
  const { rent } = harness.caller(await harness.signIn(userIds.owner));
  const deposit = { leaseId, kind: "deposit" as const, description: "Deposit", amount: "50.00", dueOn: "2026-01-01" };
  const { _id: chargeId } = await rent.addCharge(deposit);
  await rent.addCredit({ leaseId, kind: "outside", amount: "50.00", on: "2026-01-02", note: "By check" });
  return { chargeId, amount: "20.00", reason: "The carpet" };
}

/** Giving back some of what came by hand and is unused. */
async function moneyToGiveBack({ harness, userIds }: ContractWorld, { leaseId }: CallSubject) {
  const { rent } = harness.caller(await harness.signIn(userIds.owner));
  const { _id: creditId } = await rent.addCredit({ leaseId, kind: "outside", amount: "500.00", on: "2026-01-02", note: "By check" });
  return { leaseId, creditId, amount: "1.00" };
}

/** A file that charges a lease once. */
async function chargeFile({ harness, userIds }: ContractWorld, leaseId: string): Promise<string> {
  const { property, unit } = await harness.caller(await harness.signIn(userIds.owner)).rent.lease({ leaseId });
  return `Property,Unit,Kind,Description,Amount,Due\n${property},${unit},Repair,A new lock,60.00,2026-11-30\n`;
}

async function undisputed({ harness, userIds }: ContractWorld): Promise<string> {
  return publicId("payment", (await makePayment(harness.db, { consumerId: userIds.payer, status: "completed" })).id);
}

async function linked(harness: Harness): Promise<string> {
  const { id } = await makeUser(harness.db);
  await link(harness.caller(await harness.signIn(id)), { email: `linker${nextNumber()}@example.com` });
  return id;
}
