import type { Outputs } from "../lib/trpc.ts";

type BuildingUnit = Outputs["rent"]["building"]["properties"][number]["units"][number];

/** A leased unit of the building, whose rent of the month is paid through Hearth. */
export function buildingUnit(name: string, more: Partial<NonNullable<BuildingUnit["lease"]>> | null = {}): BuildingUnit {
  const paid = { state: "paid" as const, pastDue: 0, balance: 0, billed: 1450, paid: 1450, dueOn: null, arriving: false };
  const own = { _id: `lse_${name}`, tenants: ["Maya Okafor"], rent: 1450, ...paid, hash: `0x${"a1".repeat(32)}` };
  return { _id: `unt_${name}`, name, lease: more === null ? null : { ...own, ...more } };
}

/** A building of one property in March 2026. */
export function building(units: BuildingUnit[], more = 0): Outputs["rent"]["building"] {
  return { month: "2026-03", properties: units.length === 0 ? [] : [{ _id: "prp_1", name: "Juniper Court", units }], more };
}

/** The landlord's desk in March 2026: $1,450.00 of $2,900.00 came, and nothing else is to be done. */
export function desk(more: Partial<Outputs["merchant"]["desk"]> = {}): Outputs["merchant"]["desk"] {
  const none = { leases: 0, amount: 0 };
  return {
    month: "2026-03",
    collected: { billed: 2900, paid: 1450, throughHearth: 1000, recorded: 450 },
    pastDue: { amount: 0, leases: 0, balance: 1450, days30: none, days60: none, over60: none },
    vacant: { count: 0, items: [] },
    ending: { count: 0, items: [] },
    giveBack: { count: 0, amount: 0, items: [] },
    ...more,
  };
}

/** A year in which the last month has $1,450.00 of $2,900.00, and the others have all of it. */
export function collectedMonths(): Outputs["merchant"]["collectedMonths"] {
  return Array.from({ length: 12 }, (_, index) => {
    const month = `${index < 9 ? 2025 : 2026}-${String(((index + 3) % 12) + 1).padStart(2, "0")}`;
    const paid = index === 11 ? 1450 : 2900;
    return { month, billed: 2900, paid, throughHearth: paid - 450, recorded: 450 };
  });
}
