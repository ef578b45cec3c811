import { calldataSuffix } from "@hearth/chain/binding";
import { networks } from "@hearth/chain/networks";
import { encodeTransfer } from "@hearth/chain/usdc";
import { transfers } from "@hearth/db/schema/transfers";
import { smartWalletAbi } from "@hearth/simulator/chain-helpers";
import { eq } from "drizzle-orm";
import { type Address, concatHex, encodeAbiParameters, encodeFunctionData, type Hex, keccak256, zeroHash } from "viem";
import { entryPoint07Abi, entryPoint07Address } from "viem/account-abstraction";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startHarness } from "../../../testing/harness.ts";
import { openPaymentFixture, type PaymentFixture, type Tenant } from "../../../testing/payment-fixture.ts";
import { reconcileLedger } from "./reconcile-ledger.ts";

let fixture: PaymentFixture;
let bundler: Tenant;
beforeAll(async () => {
  fixture = await openPaymentFixture(await startHarness({ chain: true }));
  await fixture.harness.chain.setCode(entryPoint07Address, "TestEntryPoint");
  bundler = await fixture.tenant();
});
afterAll(() => fixture.harness.close());

interface AccountOwner {
  tenant: Tenant;
  account: Address;
}

/** A tenant who pays from a contract wallet with its own money, linked to nobody. */
async function accountOwner(): Promise<AccountOwner> {
  const tenant = await fixture.tenant({ proven: false });
  const account = await fixture.harness.chain.deploy("TestAccount", tenant.account.address);
  await fixture.harness.chain.mintUsdc(account, 50_000_000_000n);
  return { tenant, account };
}

/** The account's first user operation, a USDC call signed by its owner. */
async function operation({ tenant, account }: AccountOwner, usdcCall: Hex) {
  const callData = encodeFunctionData({ abi: smartWalletAbi, functionName: "execute", args: [networks.local.usdc.address, usdcCall] });
  const types = ["address", "uint256", "bytes32", "address", "uint256"].map((type) => ({ type }));
  const { chainId } = networks.local;
  const hash = keccak256(encodeAbiParameters(types, [account, 0n, keccak256(callData), entryPoint07Address, BigInt(chainId)]));
  const gas = { accountGasLimits: zeroHash, preVerificationGas: 0n, gasFees: zeroHash };
  const signature = await tenant.account.sign({ hash });
  return { sender: account, nonce: 0n, initCode: "0x" as const, callData, ...gas, paymasterAndData: "0x" as const, signature };
}

/** Sends operations in one bundler transaction, with optional calldata of the bundler, and reads them deep enough. */
async function bundle(operations: Awaited<ReturnType<typeof operation>>[], added: Hex = "0x") {
  const handleOps = encodeFunctionData({ abi: entryPoint07Abi, functionName: "handleOps", args: [operations, bundler.account.address] });
  await fixture.send(bundler.account, entryPoint07Address, concatHex([handleOps, added]));
  await fixture.mine(2);
  await fixture.watch();
}

const verdictsFrom = async (account: Address) => {
  const rows = await fixture.harness.db.select().from(transfers).where(eq(transfers.fromAddress, account));
  return rows.map(({ verdict }) => verdict);
};

describe("a payment by a user operation within a bundle", () => {
  it("is completed by the reference in its own calldata, next to another operation of the same amount", async () => {
    const [ada, ben] = [await accountOwner(), await accountOwner()];
    const [adas, bens] = [await fixture.checkout(ada.tenant), await fixture.checkout(ben.tenant)];
    const paying = (open: typeof adas) => encodeTransfer({ to: fixture.payeeAddress, ...open });
    await bundle([await operation(ben, paying(bens)), await operation(ada, paying(adas))]);
    expect(await fixture.payment(ada.tenant, adas.paymentId)).toMatchObject({ status: "completed", transfer: { from: ada.account } });
    expect(await fixture.payment(ben.tenant, bens.paymentId)).toMatchObject({ status: "completed", transfer: { from: ben.account } });
  });

  it("stays with its payer when the bundle comes back with its log indices shifted by one", async () => {
    const { chain, deps } = fixture.harness;
    const [ada, ben, stranger] = [await accountOwner(), await accountOwner(), await fixture.tenant({ proven: false })];
    const [adas, bens] = [await fixture.checkout(ada.tenant), await fixture.checkout(ben.tenant)];
    const paying = (open: typeof adas) => encodeTransfer({ to: fixture.payeeAddress, ...open });
    await bundle([await operation(ben, paying(bens)), await operation(ada, paying(adas))]);
    const rawTransactions = await chain.rawTransactions(2);
    await chain.reorg(2);
    await fixture.transfer(stranger.account, { to: stranger.account.address, usdcUnits: 1n });
    await fixture.mine(1);
    const before = await chain.rawTransactions(1);
    await chain.reorg(2, [...before, ...rawTransactions]);
    await fixture.mine(2);
    await fixture.watch();
    for (const { payer, open } of [
      { payer: ada, open: adas },
      { payer: ben, open: bens },
    ]) {
      const paid = { status: "completed", transfer: { from: payer.account } };
      expect(await fixture.payment(payer.tenant, open.paymentId)).toMatchObject(paid);
    }
    await fixture.mine(70);
    await fixture.watch();
    await fixture.expectSound();
    expect(await reconcileLedger(deps)).toMatchObject({ missing: 0, invented: 0, differing: 0, isDone: true });
  });

  it("is not diverted by another operation of the bundle that names a checkout and moves no money", async () => {
    const [honest, thief] = [await accountOwner(), await accountOwner()];
    const bait = await fixture.checkout(thief.tenant, "777.00");
    const plain = encodeTransfer({ to: fixture.payeeAddress, usdcUnits: bait.usdcUnits });
    const claim = encodeTransfer({ to: fixture.payeeAddress, usdcUnits: 0n, binding: bait.binding });
    await bundle([await operation(thief, claim), await operation(honest, plain)]);
    expect((await fixture.payment(thief.tenant, bait.paymentId)).status).toBe("pending");
    expect(await verdictsFrom(honest.account)).toEqual(["unmatched"]);
  });

  it("is not diverted by a bundler who appends a reference of his own", async () => {
    const [honest, thief] = [await accountOwner(), await fixture.tenant()];
    const bait = await fixture.checkout(thief, "778.00");
    const plain = encodeTransfer({ to: fixture.payeeAddress, usdcUnits: bait.usdcUnits });
    await bundle([await operation(honest, plain)], calldataSuffix(bait.binding));
    expect((await fixture.payment(thief, bait.paymentId)).status).toBe("pending");
    expect(await verdictsFrom(honest.account)).toEqual(["unmatched"]);
  });

  it("needs its owner's signature: a bundle with a forged operation fails as a whole", async () => {
    const owner = await accountOwner();
    const open = await fixture.checkout(owner.tenant, "779.00");
    const forged = await operation({ ...owner, tenant: bundler }, encodeTransfer({ to: fixture.payeeAddress, ...open }));
    await bundle([forged]);
    expect((await fixture.payment(owner.tenant, open.paymentId)).status).toBe("pending");
    expect(await verdictsFrom(owner.account)).toEqual([]);
  });
});
