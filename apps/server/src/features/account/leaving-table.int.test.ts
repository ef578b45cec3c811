import * as tables from "@hearth/db/schema";
import { users } from "@hearth/db/schema/users";
import { makeMerchant, makeUser } from "@hearth/db/testing/factories";
import { merchants } from "@hearth/db/schema/merchants";
import { eq, getTableColumns, isTable, type SQL } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Harness, startHarness } from "../../testing/harness.ts";
import { type LeavingWorld, waitingStates } from "../../testing/waiting-states.ts";
import { applyDueChanges } from "../merchant/business/payout-change.service.ts";
import { noticeRestore, readHeldBack } from "../operations/restored.service.ts";

/** Columns that tell a state which somebody may wait for: one of its names, or the moment at which it began or ended. */
const tellsState =
  /^(status|state)$|^(acknowledged|applied|cancelled|cleared|closed|completed|counted|decided|ended|expires|joined|lookBackDue|named|nextLook|nextTry|paid|released|requested|reviewed|revoked|sent|setAside|settled|stopped|takesEffect|undone|unlinked|used|voided|withdrawn|\w+Released|\w+ExpiresAt|\w+StoppedAt)(At)?$|^until$/i;

describe("every table with a state that somebody may wait for", () => {
  it("says what closing, suspending and restoring do to it", () => {
    const named = Object.entries(tables).flatMap(([name, table]) => {
      if (!isTable(table)) return [];
      return Object.keys(getTableColumns(table)).some((column) => tellsState.test(column)) ? [name] : [];
    });
    expect(named.filter((name) => !(name in waitingStates))).toEqual([]);
    expect(named.length).toBeGreaterThan(40);
  });
});

let harness: Harness;
let world: LeavingWorld;
beforeEach(async () => {
  harness = await startHarness({ env: { RATE_LIMITS: "off" } });
  await noticeRestore(harness.deps);
  const [{ merchant, owner, payee }, payer] = [await makeMerchant(harness.db), await makeUser(harness.db)];
  world = {
    db: harness.db,
    now: harness.clock.now(),
    merchantId: merchant.id,
    ownerId: owner.id,
    payerId: payer.id,
    payeeId: payee?.id ?? "",
  };
});
afterEach(() => harness.close());

const left = async (open: SQL) => (await harness.db.execute<{ n: number }>(open))[0]?.n ?? -1;

async function closes(userId: string) {
  const [user] = await harness.db.select().from(users).where(eq(users.id, userId));
  const call = harness.caller(await harness.signIn(userId));
  return {
    obstacles: async () => (await call.account.closing()).obstacles.map(({ code }) => code),
    close: () => call.account.close({ email: user?.email ?? "" }),
  };
}

const states = Object.entries(waitingStates).flatMap(([name, { make, open, ...fate }]) =>
  make && open ? [{ name, make, open, ...fate }] : [],
);

const closings = states.flatMap((state) =>
  [
    { ...state, who: "payer", fate: state.payerCloses },
    { ...state, who: "owner", fate: state.ownerCloses },
  ].flatMap(({ fate, ...rest }) => (fate === undefined ? [] : [{ ...rest, fate }])),
);

it.each(closings)("closing names or ends what somebody waits for: $name, when the $who goes", async ({ make, open, who, fate }) => {
  await make(world);
  expect(await left(open)).toBeGreaterThan(0);
  const { obstacles, close } = await closes(who === "payer" ? world.payerId : world.ownerId);
  if (fate !== "ends") return expect(await obstacles()).toContain(fate);
  await close();
  expect(await left(open)).toBe(0);
});

it.each(states.filter(({ suspended }) => suspended === "frozen"))("suspending freezes what waits: $name", async ({ make, open }) => {
  await make(world);
  await harness.db.update(merchants).set({ status: "suspended" }).where(eq(merchants.id, world.merchantId));
  harness.clock.advance({ days: 30 });
  await applyDueChanges(harness.deps);
  expect(await left(open)).toBe(1);
});

it.each(states.filter(({ restored }) => restored === "ends" || restored === "held"))(
  "an earlier moment does nothing by itself: $name",
  async ({ make, open, restored }) => {
    await make(world);
    await harness.db.update(tables.restores).set({ place: "elsewhere" });
    harness.clock.advance({ minutes: 1 });
    await noticeRestore(harness.deps);
    if (restored === "ends") return expect(await left(open)).toBe(0);
    const { mails, changes, payments } = await readHeldBack(harness.deps);
    expect(mails.length + changes.length + payments).toBe(1);
  },
);
