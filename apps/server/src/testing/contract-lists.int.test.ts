import { makeMerchant } from "@hearth/db/testing/factories";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { restRows } from "../rest/rows.ts";
import type { RestRow } from "../rest/wire.ts";
import { type Answer, operationOf, send, succeed } from "./contract-calls.ts";
import { type ContractWorld, openContractWorld } from "./contract-world.ts";
import { restRequest } from "./rest-request.ts";

let world: ContractWorld;
beforeAll(async () => {
  world = await openContractWorld();
  await Promise.all([world.subject(), world.subject(), world.subject()]);
  await makeMerchant(world.harness.db);
});
afterAll(() => world.close());

const has = (name: string) => (row: RestRow) => operationOf(row).parameters.some((one) => one.in === "query" && one.name === name);
const ask = (row: RestRow, query: Record<string, string>, headers = {}) =>
  succeed(world, row, (request) => ({ ...request, query: { ...request.query, ...query }, headers }));

interface Item {
  _id: string;
  name?: string;
  createdAt: string;
}
/** The listed items, either the array itself or the array under the body's only field. */
const itemsOf = (answer: Answer): Item[] => {
  const body = answer.json();
  return Array.isArray(body) ? body : Object.values<Item[]>(body).flat();
};
const ids = (answer: Answer) => itemsOf(answer).map(({ _id }) => _id);

describe.each(restRows.filter(has("cursor")))("the list of $method $path", (row) => {
  it("continues at the header's cursor, and sends no cursor on the last page", async () => {
    const { input, token } = await world.succeeding(row);
    const request = restRequest(row, input);
    const page = (query: Record<string, string>) => send(world, { ...request, query: { ...request.query, ...query } }, token);
    const two = await page({ limit: "2" });
    const first = await page({ limit: "1" });
    const second = await page({ limit: "1", cursor: String(first.headers["x-next-cursor"]) });
    expect([...ids(first), ...ids(second)]).toEqual(ids(two));
    expect(ids(two)).toHaveLength(2);
    const all = await page({ limit: "500" });
    expect(all.headers).not.toHaveProperty("x-next-cursor");
    expect(ids(all).length).toBeGreaterThan(2);
  });

  it("refuses a limit above 500", async () => {
    const token = await world.tokenFor(row);
    const answer = await send(world, { method: "GET", url: row.path, query: { limit: "501" } }, token);
    expect([answer.statusCode, answer.json().code]).toEqual([400, "VALIDATION"]);
    expect(answer.json().message).not.toMatch(/Too big|Invalid|expected/);
  });
});

/** The public lists of merchants are ordered by name, because their items have no time. */
const isByName = ({ path }: RestRow) => path === "/api/merchants" || path === "/api/merchants/all";

describe.each(restRows.filter(has("cursor")).filter((row) => !isByName(row)))("the order of $method $path", (row) => {
  it("is the newest first", async () => {
    const times = itemsOf(await ask(row, {})).map(({ createdAt }) => createdAt);
    expect(times).toEqual(times.toSorted().toReversed());
  });
});

describe.each(restRows.filter(isByName))("the order of $method $path", (row) => {
  it("is by name", async () => {
    const names = itemsOf(await ask(row, {})).map(({ name }) => name);
    expect(names).toEqual(names.toSorted());
    expect(names[0]).toEqual(expect.any(String));
  });
});

describe.each(restRows.filter(has("startDate")).filter(has("cursor")))("the dates of $method $path", (row) => {
  it("are refused with a sentence when the start is after the end, instead of returning nothing", async () => {
    const answer = await send(
      world,
      { method: "GET", url: row.path, query: { startDate: "2026-11-21", endDate: "2026-11-20" } },
      await world.tokenFor(row),
    );
    const message = "The start date is after the end date";
    expect([answer.statusCode, answer.json()]).toMatchObject([400, { code: "VALIDATION", message, errors: { startDate: message } }]);
  });

  it("are both inclusive, to the millisecond", async () => {
    const [newest] = itemsOf(await ask(row, {}));
    const moment = newest?.createdAt ?? "";
    expect(ids(await ask(row, { startDate: moment, endDate: moment }))).toContain(newest?._id);
  });

  it("may be as distant as dates can be written", async () => {
    const [newest] = itemsOf(await ask(row, {}));
    expect(ids(await ask(row, { startDate: "0001-01-01", endDate: "9999-12-31" }))).toContain(newest?._id);
    expect(ids(await ask(row, { startDate: "9999-12-31T23:59:59.999Z" }))).toEqual([]);
  });

  it("are days in the time zone that the parameter or the header names", async () => {
    const [newest] = itemsOf(await ask(row, {}));
    const zone = "Pacific/Kiritimati";
    const day = new Intl.DateTimeFormat("en-CA", { timeZone: zone }).format(new Date(newest?.createdAt ?? ""));
    const dates = { startDate: day, endDate: day };
    expect(ids(await ask(row, { ...dates, timeZone: zone }))).toContain(newest?._id);
    expect(ids(await ask(row, dates, { "x-time-zone": zone }))).toContain(newest?._id);
    expect(ids(await ask(row, { startDate: "2999-01-01" }))).toEqual([]);
  });
});

describe.each(restRows.filter(has("status")))("the status of $method $path", (row) => {
  it("narrows the list, and `all` does not", async () => {
    const { input, token } = await world.succeeding(row);
    const request = restRequest(row, input);
    const page = (query: Record<string, string>) => send(world, { ...request, query: { ...request.query, ...query } }, token);
    expect(ids(await page({ status: "all" }))).toEqual(ids(await page({})));
    const status = operationOf(row).parameters.find(({ name }) => name === "status");
    for (const one of (status?.schema.enum ?? []).filter((value) => value !== "all")) {
      const listed = (await page({ status: String(one) })).json();
      const listedRows: { status: string }[] = Array.isArray(listed) ? listed : Object.values<{ status: string }[]>(listed).flat();
      expect(listedRows.filter((item) => item.status !== one)).toEqual([]);
    }
  });
});
