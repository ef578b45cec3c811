import * as tables from "@hearth/db/schema";
import { users } from "@hearth/db/schema/users";
import { makeMerchant, makeUser } from "@hearth/db/testing/factories";
import { publicId } from "@hearth/domain/ids";
import { TRPCError } from "@trpc/server";
import { eq, getTableColumns, isTable, type SQL } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Harness, startHarness } from "../../testing/harness.ts";
import { type LeavingWorld, type Suspendable, suspendable, waitingStates } from "../../testing/waiting-states.ts";
import { detectRestore, readHeldBack } from "../operations/restored.service.ts";

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

async function openWorld(harness: Harness): Promise<LeavingWorld> {
  const [{ merchant, owner, payee }, payer] = [await makeMerchant(harness.db), await makeUser(harness.db)];
  const ids = { merchantId: merchant.id, ownerId: owner.id, payerId: payer.id, payeeId: payee?.id ?? "" };
  return { harness, db: harness.db, now: harness.clock.now(), ...ids };
}

const startTable = () => startHarness({ env: { RATE_LIMITS: "off" }, policy: { payoutChangeHours: 24 } });

const countOpen = async ({ db }: Pick<LeavingWorld, "db">, open: SQL) => (await db.execute<{ n: number }>(open))[0]?.n ?? -1;

async function closes({ harness }: LeavingWorld, userId: string) {
  const [user] = await harness.db.select().from(users).where(eq(users.id, userId));
  const call = harness.caller(await harness.signIn(userId));
  return {
    obstacles: async () => (await call.account.closing()).obstacles.map(({ code }) => code),
    close: () => call.account.close({ email: user?.email ?? "" }),
  };
}

const states = Object.entries(waitingStates).flatMap(([name, { make, open, waitsFor, ...fate }]) =>
  make && open && waitsFor ? [{ name, make, open, waitsFor, ...fate }] : [],
);

const closings = states.flatMap((state) =>
  [
    { ...state, who: "payer", fate: state.payerCloses },
    { ...state, who: "owner", fate: state.ownerCloses },
  ].flatMap(({ fate, ...rest }) => (fate === undefined ? [] : [{ ...rest, fate }])),
);

describe("somebody who waits", () => {
  let harness: Harness;
  beforeAll(async () => void (harness = await startTable()));
  afterAll(() => harness.close());

  it.each(closings)("reads of it before the $who closes the account, or it ends: $name", async ({ make, open, who, fate }) => {
    const before = await countOpen(harness, open);
    const world = await openWorld(harness);
    await make(world);
    expect(await countOpen(world, open)).toBeGreaterThan(before);
    const { obstacles, close } = await closes(world, who === "payer" ? world.payerId : world.ownerId);
    if (fate !== "ends") return expect(await obstacles()).toContain(fate);
    await close();
    expect(await countOpen(world, open)).toBe(before);
  });
});

describe("what waits", () => {
  let harness: Harness;
  let world: LeavingWorld;
  let adminId: string;
  beforeAll(async () => {
    harness = await startTable();
    adminId = (await makeUser(harness.db, { role: "admin" })).id;
  });
  afterAll(() => harness.close());

  /** Suspends or activates, as an administrator does. */
  async function set(whose: readonly Suspendable[], status: "suspended" | "active") {
    const { admin } = harness.caller(await harness.signIn(adminId, "admin"));
    for (const who of whose) {
      if (who === "business") await admin.editMerchant({ merchantId: publicId("merchant", world.merchantId), status });
      else await admin.editUser({ userId: publicId("user", who === "payer" ? world.payerId : world.ownerId), status });
    }
  }

  /** True if the state advanced. */
  const goesOn = (move: () => Promise<unknown>) =>
    move().then(
      (answer) => answer !== 0,
      (error: unknown) => {
        if (error instanceof TRPCError) return false;
        throw error;
      },
    );

  const suspensions = states.flatMap(({ waitsFor, endsWith, ...state }) => {
    const others = suspendable.filter((who) => who !== endsWith && !waitsFor.includes(who));
    const cases = [
      ...waitsFor.map((who) => ({ whose: [who], waits: true, ends: false })),
      ...(endsWith ? [{ whose: [endsWith], waits: false, ends: true }] : []),
      { whose: others, waits: false, ends: false },
    ];
    return cases.map((each) => ({ ...state, ...each }));
  });

  it.each(suspensions)(
    "waits while it has to, and goes on, where these are suspended and active again, twice: $whose, $name",
    async (state) => {
      const { whose, make, open, waits, ends, waitsAnewHours: hours = 0 } = state;
      world = await openWorld(harness);
      const move = await make(world);
      const waiting = (await countOpen(world, open)) - (ends ? 1 : 0);
      for (const round of [1, 2]) {
        await set(whose, "suspended");
        expect(await countOpen(world, open)).toBe(waiting);
        if (move !== null && !waits && round === 2) break;
        // Within the hours that it waits anew.
        harness.clock.advance({ minutes: hours * 50 });
        if (move !== null && waits) expect(await goesOn(move)).toBe(false);
        await set(whose, "active");
        if (move !== null && waits && hours > 0) expect(await goesOn(move)).toBe(false);
        expect(await countOpen(world, open)).toBe(waiting);
      }
      if (move === null) return;
      if (waits && hours > 0) {
        harness.clock.advance({ hours, milliseconds: -1 });
        expect(await goesOn(move)).toBe(false);
        harness.clock.advance({ milliseconds: 1 });
      }
      expect(await goesOn(move)).toBe(true);
      expect(await countOpen(world, open)).toBe(waiting - 1);
    },
  );
});

it.each(states.filter(({ restored }) => restored === "ends" || restored === "held"))(
  "an earlier moment does nothing by itself: $name",
  async ({ make, open, restored }) => {
    const harness = await startTable();
    try {
      await detectRestore(harness.deps);
      const world = await openWorld(harness);
      await make(world);
      await harness.db.update(tables.restores).set({ place: "elsewhere" });
      harness.clock.advance({ minutes: 1 });
      await detectRestore(harness.deps);
      if (restored === "ends") return expect(await countOpen(world, open)).toBe(0);
      const { mails, changes, payments } = await readHeldBack(harness.deps);
      expect(mails.length + changes.length + payments).toBe(1);
    } finally {
      await harness.close();
    }
  },
);
