import { dayIn, monthAfter, monthOf } from "@hearth/domain/rent/calendar";
import { asOnPhone, expect, test } from "./hearth.ts";
import { enterAs, type Person } from "./people.ts";
import { makeBusiness } from "./merchant-steps.ts";

/** A zone in which today is not the first of a month, so that a day of this month has passed. There always is one of the two. */
const zone = ["Pacific/Kiritimati", "Pacific/Pago_Pago"].find((name) => !dayIn(new Date(), name).endsWith("-01")) ?? "UTC";
const unitCount = 400;
/** Calls that run at once while the leases are made. */
const atOnce = 6;

/** The ids of a property's units, which are on several pages. */
async function listUnitIds(client: Person["client"], propertyId: string): Promise<string[]> {
  const unitIds: string[] = [];
  let cursor: string | undefined;
  do {
    const { items, nextCursor } = await client.rent.properties.query({ cursor });
    unitIds.push(...items.flatMap(({ _id, units }) => (_id === propertyId ? units.map((unit) => unit._id) : [])));
    cursor = nextCursor ?? undefined;
  } while (cursor !== undefined);
  return unitIds;
}

/**
 * Makes a property of 400 units on ten floors, of which 396 are let. Each lease is due on a day of this month that has passed, and every tenth one ends
 * within 60 days.
 */
async function letBuilding({ client }: Person, name: string): Promise<{ leaseIds: string[] }> {
  const units = Array.from(
    { length: unitCount },
    (_, place) => `${Math.floor(place / 40) + 1}${String((place % 40) + 1).padStart(2, "0")}`,
  );
  const { _id: propertyId } = await client.rent.addProperty.mutate({ name, address: "12 Cedar Street, Albany, NY 12207", units });
  const unitIds = await listUnitIds(client, propertyId);
  const today = dayIn(new Date(), zone);
  const month = monthOf(today);
  const soon = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10);
  const leaseIds: string[] = [];
  const waiting = unitIds.slice(0, unitCount - 4).entries();
  const work = async () => {
    for (const [place, unitId] of waiting) {
      const { _id } = await client.rent.createLease.mutate({
        unitId,
        startsOn: monthAfter(month, -2),
        chargedFrom: month,
        ...(place % 10 === 0 && { endsOn: soon }),
        rent: "1450.00",
        dueDay: Math.min(28, Math.max(1, Number(today.slice(8)) - 1)),
        timeZone: zone,
        tenants: [{ name: `Tenant ${place}`, email: `desk-${place}@${name.toLowerCase()}.example` }],
      });
      leaseIds[place] = _id;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return { leaseIds };
}

test("a landlord of 400 units sees who has not paid, records the morning's checks, charges a floor, and renews what ends", async ({
  page,
}) => {
  test.slow();
  const landlord = await makeBusiness({ timeZone: zone });
  const name = `Tower${landlord.id.slice(-6)}`;
  const { leaseIds } = await letBuilding(landlord, name);
  const paid = leaseIds
    .slice(0, 200)
    .map((leaseId) => ({ leaseId, kind: "outside" as const, amount: 1450, on: dayIn(new Date(), zone), note: "Check" }));
  for (let start = 0; start < paid.length; start += 50)
    await landlord.client.rent.creditMany.mutate({ items: paid.slice(start, start + 50) });
  await enterAs(page, landlord);

  // The 2nd of the month: who has not paid is seen at once, and the building has a window for each unit.
  await page.goto("/merchant/dashboard");
  await expect(page.getByRole("heading", { level: 1, name: /200 of 396 tenants have paid for / })).toBeVisible();
  const windows = page.getByRole("group", { name: `Units of ${name}` });
  await expect(windows.getByRole("link")).toHaveCount(unitCount);
  await expect(page.getByText("4 units are vacant")).toBeVisible();
  await expect(page.getByText("40 leases end within 60 days")).toBeVisible();

  // A morning's checks by the keyboard alone.
  await page.goto("/merchant/leases/several?act=record");
  const search = page.getByRole("searchbox", { name: "Find a tenant or unit" });
  await search.focus();
  for (const [unit, check] of [
    ["601", "1041"],
    ["602", "1042"],
    ["603", "1043"],
  ] as const) {
    await page.keyboard.type(unit);
    await page.keyboard.press("Enter");
    await page.keyboard.type("1450");
    await page.keyboard.press("Enter");
    await page.keyboard.type(check);
    await page.keyboard.press("Enter");
    await expect(search).toBeFocused();
  }
  await page.getByRole("button", { name: "Record 3 payments" }).click();
  await expect(page.getByText("Recorded: 3 leases")).toBeVisible();
  await page.getByRole("button", { name: "Done" }).click();
  await page.goto("/merchant/dashboard");
  await expect(page.getByRole("heading", { level: 1, name: /203 of 396 tenants have paid for / })).toBeVisible();

  // A floor is charged from the list, and taken back.
  await page.goto("/merchant/tenants?sort=unit");
  const outside = page.getByRole("link", { name: `View ${name} 201`, exact: true });
  await expect(outside).toBeVisible();
  await page.getByRole("searchbox", { name: "Search" }).fill(`${name} 10`);
  await expect(outside).toHaveCount(0);
  await expect(page.getByRole("link", { name: `View ${name} 101`, exact: true })).toBeVisible();
  await page.getByRole("checkbox", { name: /^Select all shown/ }).check();
  await page.getByRole("region", { name: "Selected rows" }).getByRole("button", { name: "Charge" }).click();
  await page.getByLabel("Type").selectOption("utility");
  await page.getByLabel(/^Date/).fill(dayIn(new Date(), zone));
  await page.getByLabel("Description").fill("Water");
  await page.getByLabel(/^Amount for each/).fill("31.20");
  await page.getByRole("button", { name: /^Charge \d+ leases$/ }).click();
  await expect(page.getByText(/^Charged: \d+ leases$/)).toBeVisible();
  await page.getByRole("button", { name: /^Undo \d+ entries$/ }).click();
  await expect(page.getByText(/^Undone: \d+ leases$/)).toBeVisible();

  // What ends is renewed with a raised rent. One lease was changed by another person meanwhile.
  await page.goto("/merchant/leases/several?act=renew");
  await expect(page.getByRole("checkbox", { name: `Select ${name} 101`, exact: true })).toBeVisible();
  const changed = leaseIds[0] ?? "";
  await landlord.client.rent.setPartPayments.mutate({ leaseId: changed, partPayments: false });
  await page.getByLabel(/^Raise the rent by/).fill("3");
  await page.getByRole("checkbox", { name: "Select all shown" }).check();
  await page.getByRole("button", { name: "Renew 40 leases" }).click();
  await expect(page.getByText("Renewed: 39 leases")).toBeVisible();
  await expect(page.getByText("Not done: 1 lease")).toBeVisible();
  const { endsOn, terms } = await landlord.client.rent.lease.query({ leaseId: leaseIds[10] ?? "" });
  expect([endsOn !== null, terms.at(-1)?.rent]).toEqual([true, 1494]);

  // In a hallway, on a phone: past due, a tenant's ledger, a reminder.
  await asOnPhone(page);
  await page.goto("/merchant/tenants?state=late");
  await expect(page.getByRole("link", { name: new RegExp(`View ${name}`) }).first()).toBeVisible();
  await page
    .getByRole("link", { name: new RegExp(`View ${name}`) })
    .first()
    .click();
  await expect(page.getByRole("heading", { name: "Ledger" })).toBeVisible();
  await page.getByRole("navigation", { name: "Main, at the lower edge" }).getByRole("link", { name: "Tenants" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Tenants" })).toBeVisible();
});
