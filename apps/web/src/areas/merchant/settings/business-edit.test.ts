import { expect, it } from "vitest";
import { zoneName } from "@hearth/domain/zone-name";
import { businessEdit } from "./business-edit.ts";

const fields = {
  name: "Cedar House",
  businessType: "apartment" as const,
  contactName: "Cora Vale",
  phoneNumber: "555",
  description: "",
  email: "office@cedar.example",
  timeZone: "America/New_York",
};
const address = { street: " 12 Cedar Street, Rear ", city: "Albany", state: "NY", zipCode: "12207", country: "United States" };
const version = { updatedAt: "2026-11-20T10:00:00.000Z" };

it("joins the address to one string", () => {
  expect(businessEdit({ ...fields, ...address }, version)).toEqual({
    ...fields,
    ...version,
    address: "12 Cedar Street, Rear, Albany, NY 12207, United States",
  });
});

it("omits an address that was not entered", () => {
  const none = { street: "", city: " ", state: "", zipCode: "", country: "United States" };
  expect(businessEdit({ ...fields, ...none }, version)).not.toHaveProperty("address");
});

it.each([
  ["America/New_York", "Eastern Time (New York)"],
  ["America/Chicago", "Central Time (Chicago)"],
  ["Pacific/Honolulu", "Hawaii-Aleutian Standard Time (Honolulu)"],
  ["America/Phoenix", "Mountain Standard Time (Phoenix)"],
])("names the zone %s as people in it do", (zone, name) => {
  expect(zoneName(zone)).toBe(name);
});

it("gives each time zone a name of its own", () => {
  const names = Intl.supportedValuesOf("timeZone").map(zoneName);
  expect(new Set(names).size).toBe(names.length);
});
