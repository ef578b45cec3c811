import { networks } from "@hearth/chain/networks";
import { centsToUsdcUnits } from "@hearth/domain/money";
import { Op } from "sequelize";
import type { AccountFacts, DisputeFacts, PaymentFacts, ProgressFacts } from "./facts.ts";
import type { Models, Row } from "./models.ts";
import { newCheckout } from "./new-checkout.ts";

const newest: [string, string][] = [
  ["created_at", "DESC"],
  ["id", "DESC"],
];

/** The associations of a payment's answer. To-one associations are joined, to-many ones are loaded separately. */
function loading() {
  const beside = (association: string, more: object = {}) => ({ association, separate: true, ...more });
  return [
    "payer",
    { association: "merchant" },
    { association: "transfer", required: false },
    beside("journal"),
    beside("disputes", { order: newest }),
    beside("orders"),
    beside("transfers", { where: { orphaned_at: null }, order: [["block_number", "ASC"]] }),
  ];
}

const sum = (rows: Row[], amount: (row: Row) => string) => rows.reduce((total, row) => total + BigInt(amount(row)), 0n);

/** Returns the units that reached a payment, and those that refunds returned, from its journal. */
function movedUnits({ journal }: Row): { gross: bigint; refunded: bigint } {
  const unitsOf = (account: string) =>
    sum(
      journal.filter((line: Row) => line["account"] === account),
      (line) => line["units"],
    );
  return { gross: -unitsOf("payment"), refunded: unitsOf("returned") };
}

function partyOf(user: Row): PaymentFacts["payer"] {
  return {
    id: user["id"],
    email: user["email"],
    firstName: user["first_name"],
    lastName: user["last_name"],
    phoneNumber: user["phone_number"],
  };
}

function factsOf(row: Row): PaymentFacts {
  const { payer, merchant, transfer, disputes, orders, transfers } = row;
  const isOpen = row["status"] !== "completed";
  const { gross, refunded } = movedUnits(row);
  const dispute = disputes[0];
  const order = orders.find((each: Row) => each["state"] !== "noSession" && (each["bound_at"] !== null || isOpen));
  const short = transfers.filter((each: Row) => isOpen && ["short", "part"].includes(each["verdict"]));
  const owes = (each: Row) => each["result"] === "chargedBack" && centsToUsdcUnits(each["chargeback_cents"]) > refunded;
  return {
    ...row.get(),
    merchant_name: merchant.name,
    business_type: merchant.business_type,
    time_zone: merchant.time_zone,
    is_closed: merchant.closed_at !== null,
    payer: partyOf(payer),
    payee_proven: row["payee"]?.proven_at !== null,
    tx_hash: transfer?.tx_hash ?? null,
    session_id: order?.user_ref ?? null,
    has_arrived: isOpen && transfers.some((each: Row) => ["matched", "part"].includes(each["verdict"])),
    gross_units: String(gross),
    refunded_units: String(refunded),
    too_little_units: String(sum(short, (each) => each["usdc_units"])),
    dispute: dispute ? { id: dispute.id, status: dispute.status, result: dispute.result, resultReason: dispute.result_reason } : null,
    is_refund_owed: disputes.some(owes),
  };
}

export async function findAccount({ users }: Models, id: string): Promise<AccountFacts | null> {
  const wallets = { association: "wallets", where: { kind: "external", unlinked_at: null }, required: false };
  const posts = { association: "posts", where: { ended_at: null }, required: false, include: ["merchant"] };
  const row = await users.findByPk(id, { include: ["enrolled", "owned", posts, wallets] });
  if (!row) return null;
  const post = row["posts"][0];
  return {
    ...row.get(),
    enrolled: row["enrolled"],
    owned: row["owned"] ?? post?.merchant ?? null,
    wallet_address: row["wallets"][0]?.address ?? null,
    staff_role: post?.role ?? null,
  };
}

export async function findStatus({ payments }: Models, id: string | null, consumerId: string) {
  const row = await payments.findOne({ where: { id, consumer_id: consumerId }, include: ["transfer"] });
  return row && { status: row["status"], tx_hash: row["transfer"]?.tx_hash ?? null };
}

/** Returns a page of payments, newest first. `limit` includes one row more to detect a next page. */
export async function listPayments({ payments }: Models, where: object, limit: number): Promise<PaymentFacts[]> {
  const rows = await payments.findAll({ where: { ...where }, include: loading(), order: newest, limit });
  return rows.map(factsOf);
}

export async function listAllPayments({ payments, payees }: Models, limit: number) {
  const rows = await payments.findAll({ include: loading(), order: newest, limit });
  const current = await payees.findAll({ where: { merchant_id: [...new Set(rows.map((row) => row["merchant_id"]))], ended_at: null } });
  const addresses = new Map(current.map((payee) => [payee["merchant_id"], payee["address"]]));
  return rows.map((row) => ({ ...factsOf(row), current_address: addresses.get(row["merchant_id"]) ?? null }));
}

/** Returns one payment with its progress. */
export async function findProgress(models: Models, where: object): Promise<{ row: PaymentFacts; progress: ProgressFacts } | null> {
  const { payments, transfers, alarms, cursors } = models;
  const refunds = {
    association: "refunds",
    separate: true,
    where: { dispute_id: null, status: { [Op.ne]: "cancelled" } },
    include: ["transfer"],
  };
  const events = { association: "events", separate: true, order: [["id", "ASC"]] };
  const relays = { association: "relays", separate: true, where: { top_up_id: null }, order: [["id", "DESC"]], include: ["transaction"] };
  const unit = { association: "unit", include: ["property"] };
  const credit = { association: "credit", include: [{ association: "lease", include: [unit] }] };
  const found = await payments.findOne({ where: { ...where }, include: [...loading(), "payee", credit, refunds, events, relays] });
  if (!found) return null;
  const relay = found["relays"][0];
  const [head, dry, unrecognised] = await Promise.all([
    cursors.findByPk(networks.local.chainId),
    alarms.count({ where: { key: "relayer-gas", cleared_at: null } }),
    transfers.count({
      where: {
        merchant_id: found["merchant_id"],
        to_address: found["payee_address"],
        verdict: "unmatched",
        usdc_units: String(centsToUsdcUnits(found["amount_cents"])),
        orphaned_at: null,
        sent_back_by: null,
        block_time: { [Op.gte]: new Date(Math.floor(found["created_at"].getTime() / 1_000) * 1_000) },
      },
    }),
  ]);
  const paidUnit = found["credit"]?.lease.unit;
  const progress: ProgressFacts = {
    place: paidUnit ? `${paidUnit.property.name} ${paidUnit.name}` : null,
    lease_id: found["credit"]?.lease_id ?? null,
    transfers: found["transfers"],
    events: found["events"].map((event: Row) => ({ type: event["type"], at: event["at"], note: event["data"].note ?? null })),
    refunds: found["refunds"].map((refund: Row) => ({ ...refund.get(), tx_hash: refund["transfer"]?.tx_hash ?? null })),
    head: head?.["block_number"] ?? null,
    relay: relay ? { status: relay.status, failure: relay.failure, txHash: relay.transaction?.tx_hash ?? null, place: null } : null,
    unrecognised,
    is_relayer_dry: dry > 0,
  };
  return { row: factsOf(found), progress };
}

export async function listDisputes({ disputes }: Models, limit: number): Promise<DisputeFacts[]> {
  const refunds = { association: "refunds", separate: true, include: ["transfer"] };
  const payment = { association: "payment", include: ["payer", "merchant", "transfer", { association: "journal", separate: true }] };
  const rows = await disputes.findAll({ include: [payment, refunds], order: newest, limit });
  return rows.map((row) => {
    const { id, amount_cents, created_at, description, status, payer, merchant, transfer } = row["payment"];
    const { gross, refunded } = movedUnits(row["payment"]);
    const sentRefunds = row["refunds"].filter((refund: Row) => refund["transfer"]?.given_back_at);
    return {
      ...row.get(),
      payment: { id, amountCents: amount_cents, createdAt: created_at, description, status, txHash: transfer?.tx_hash ?? null },
      left_units: String(gross - refunded),
      payer: partyOf(payer),
      merchant: {
        id: merchant.id,
        name: merchant.name,
        businessType: merchant.business_type,
        timeZone: merchant.time_zone,
        isClosed: merchant.closed_at !== null,
      },
      refunds: sentRefunds.map(({ transfer: { usdc_units, given_back_at, tx_hash } }: Row) => ({
        units: usdc_units,
        at: given_back_at,
        txHash: tx_hash,
      })),
    };
  });
}

/** Opens a checkout with the payer's merchant. */
export async function openCheckout({ sequelize, users, payees, payments, events }: Models, userId: string, amountCents: number | null) {
  return sequelize.transaction(async (transaction) => {
    const user = await users.findByPk(userId, { include: ["enrolled"], transaction });
    const merchant = user?.["enrolled"];
    const payee = await payees.findOne({ where: { merchant_id: merchant?.id, ended_at: null }, transaction });
    if (!user || merchant?.status !== "active" || !payee) return null;
    const { chainId, tokenAddress, createdAt, expiresAt, ...secrets } = newCheckout();
    const opened = await payments.create(
      {
        ...secrets,
        consumer_id: userId,
        merchant_id: merchant.id,
        payee_id: payee["id"],
        payee_address: payee["address"],
        amount_cents: amountCents,
        chain_id: chainId,
        token_address: tokenAddress,
        description: `Payment to ${merchant.name}`,
        apt_number: user["apt_number"],
        created_at: createdAt,
        expires_at: expiresAt,
        updated_at: createdAt,
      },
      { transaction },
    );
    await events.create({ payment_id: opened["id"], type: "created", actor_id: userId, at: createdAt }, { transaction });
    return { id: String(opened["id"]), reference: secrets.reference };
  });
}
