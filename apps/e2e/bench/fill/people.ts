import { productPasswordHash, makeAddress } from "@hearth/db/testing/factories";
import type { Sql } from "postgres";
import { chance, idOf, instant, kinds, landlordOf, type Shape } from "./shape.ts";
import { type CopiedRow, copyRows } from "./copy-rows.ts";

const firstNames = ["Ada", "Ben", "Carmen", "Dev", "Elena", "Farid", "Grace", "Hugo", "Imani", "Jonas", "Kira", "Luis", "Mirte", "Noor"];
const lastNames = ["Adler", "Lindqvist", "Reyes", "Patel", "Moreau", "Haddad", "Kim", "Novak", "Mensah", "Weber", "Sato"];
const houses = ["Maple Court", "Harbor View", "Elm Street Lofts", "Northgate Homes", "Cedar House", "Riverside Flats"];

/** All payers and landlords, by number. */
export interface People {
  payers: { id: string; email: string; address: string }[];
  landlords: { id: string; ownerId: string; ownerEmail: string; payeeId: string; address: string }[];
  adminEmail: string;
}

/** Invents all people. Writes nothing. */
export function inventPeople(shape: Shape): People {
  const at = beginning(shape);
  const payers = Array.from({ length: shape.payers }, (_, number) => ({
    id: idOf(kinds.user, at, number),
    email: `payer.${number}@example.com`,
    address: makeAddress("bench payer", number),
  }));
  const landlords = Array.from({ length: shape.landlords }, (_, number) => ({
    id: idOf(kinds.merchant, at, number),
    ownerId: idOf(kinds.owner, at, number),
    ownerEmail: `landlord.${number}@example.com`,
    payeeId: idOf(kinds.payee, at, number),
    address: makeAddress("bench landlord", number),
  }));
  return { payers, landlords, adminEmail: "admin@example.com" };
}

/** Writes accounts, merchants with their proven payees, payers' proven wallets and enrollments. */
export async function fillPeople(sql: Sql, shape: Shape, { payers, landlords, adminEmail }: People): Promise<void> {
  const since = instant(beginning(shape));
  const adminId = idOf(kinds.owner, beginning(shape), shape.landlords);
  await copyRows(sql, "users", [
    accountRow(adminId, adminEmail, "admin", 0, since),
    ...landlords.map(({ ownerId, ownerEmail }, number) => accountRow(ownerId, ownerEmail, "merchant", number, since)),
  ]);
  const businesses = landlords.map(({ id, ownerId }, number) => ({
    id,
    owner_user_id: ownerId,
    name: `${houses[number % houses.length]} ${number}`,
    business_type: "apartment",
    contact_name: nameOf(number).join(" "),
    email: `office.${number}@example.com`,
    phone_number: "(555) 010-0199",
    address: `${100 + number} Maple Street, Springfield, IL 62704, United States`,
    created_at: since,
    updated_at: since,
  }));
  await copyRows(sql, "merchants", businesses);
  const payees = landlords.map(({ id, payeeId, address }) => ({
    id: payeeId,
    merchant_id: id,
    address,
    proven_at: since,
    watched_from_block: 0,
    proven_from_block: 0,
    created_at: since,
  }));
  await copyRows(sql, "payees", payees);
  const tenants = payers.map(({ id, email }, number) => ({
    ...accountRow(id, email, "user", number, since),
    apt_number: `${1 + chance(number, 900)}`,
    enrolled_merchant_id: landlords[landlordOf(shape, number)]?.id ?? null,
    enrolled_at: since,
  }));
  await copyRows(sql, "users", tenants);
  const wallets = payers.map(({ id, address }, number) => ({
    id: idOf(kinds.wallet, beginning(shape), number),
    user_id: id,
    kind: "external",
    address,
    proven_at: since,
    created_at: since,
  }));
  await copyRows(sql, "wallets", wallets);
}

/** A day before the first payment. */
function beginning({ newest, payments, stepMs }: Shape): number {
  return newest - payments * stepMs - 86_400_000;
}

function nameOf(number: number): [string, string] {
  return [firstNames[number % firstNames.length] ?? "", lastNames[chance(number, lastNames.length)] ?? ""];
}

function accountRow(id: string, email: string, role: string, number: number, since: string): CopiedRow {
  const [first_name, last_name] = nameOf(number);
  const contact = { first_name, last_name, role, phone_number: "(555) 010-0142" };
  return { id, email, password_hash: productPasswordHash, ...contact, created_at: since, updated_at: since };
}
