import { DataTypes, type ModelStatic, type Model, Sequelize } from "sequelize";

const { UUID, TEXT, INTEGER, BIGINT, DATE, DECIMAL, JSONB, BOOLEAN } = DataTypes;
const id = { type: UUID, primaryKey: true };

/** A row of any model, with the table's columns. */
export interface Row extends Model {
  // oxlint-disable-next-line typescript/no-explicit-any -- what an ORM loads has the shape that the query asked for
  [column: string]: any;
}
export type Table = ModelStatic<Row>;

/** Defines the product's tables as ORM models, with the associations that its answers need. */
export function defineModels(url: string) {
  const sequelize = new Sequelize(url, { dialect: "postgres", logging: false, pool: { max: 10, min: 0 }, define: { timestamps: false } });
  const table = (name: string, columns: object): Table => sequelize.define<Row>(name, { ...columns }, { tableName: name });
  const texts = (...names: string[]) => Object.fromEntries(names.map((name) => [name, TEXT]));
  const uuids = (...names: string[]) => Object.fromEntries(names.map((name) => [name, UUID]));
  const dates = (...names: string[]) => Object.fromEntries(names.map((name) => [name, DATE]));

  const users = table("users", {
    id,
    ...texts("email", "first_name", "last_name", "role", "status", "address", "phone_number", "apt_number"),
    ...uuids("enrolled_merchant_id"),
    ...dates("created_at"),
    is_read_only: BOOLEAN,
  });
  const merchants = table("merchants", {
    id,
    ...uuids("owner_user_id"),
    ...texts("name", "business_type", "status", "time_zone"),
    ...dates("closed_at"),
  });
  const staff = table("merchant_staff", { id, ...uuids("merchant_id", "user_id"), ...texts("role"), ...dates("ended_at") });
  const payees = table("payees", { id, ...uuids("merchant_id"), ...texts("address"), ...dates("proven_at", "ended_at") });
  const wallets = table("wallets", { id, ...uuids("user_id"), ...texts("kind", "address"), ...dates("unlinked_at") });
  const sessions = table("sessions", {
    id,
    ...uuids("user_id"),
    ...texts("kind", "token_hash"),
    ...dates("last_used_at", "idle_expires_at", "expires_at", "revoked_at"),
  });
  const payments = table("payments", {
    id: {
      ...id,
      defaultValue: sequelize.fn("uuidv7"),
    },
    ...uuids("consumer_id", "merchant_id", "payee_id", "transfer_id"),
    ...texts("payee_address", "token_address", "description", "apt_number", "notes", "reference", "binding", "code"),
    payment_type: {
      type: TEXT,
      defaultValue: "one-time",
    },
    status: {
      type: TEXT,
      defaultValue: "pending",
    },
    oddity: {
      type: TEXT,
      defaultValue: "none",
    },
    amount_cents: INTEGER,
    chain_id: INTEGER,
    ...dates("created_at", "expires_at", "ended_at", "completed_at", "updated_at"),
  });
  const transfers = table("transfers", {
    id,
    ...uuids("merchant_id", "payment_id", "refund_id", "sent_back_by"),
    ...texts("tx_hash", "from_address", "to_address", "verdict"),
    chain_id: INTEGER,
    log_index: INTEGER,
    block_number: BIGINT,
    usdc_units: DECIMAL(78, 0),
    ...dates("block_time", "seen_at", "given_back_at", "orphaned_at"),
  });
  const journal = table("journal_entries", {
    id: { type: BIGINT, primaryKey: true },
    ...texts("account"),
    ...uuids("payment_id"),
    units: DECIMAL(78, 0),
  });
  const events = table("payment_events", {
    id: { type: BIGINT, primaryKey: true, autoIncrement: true, autoIncrementIdentity: true },
    ...uuids("payment_id", "actor_id"),
    ...texts("type"),
    data: { type: JSONB, defaultValue: {} },
    ...dates("at"),
  });
  const refunds = table("refunds", {
    id,
    ...uuids("payment_id", "dispute_id", "transfer_id"),
    ...texts("status"),
    usdc_units: DECIMAL(78, 0),
    ...dates("created_at", "completed_at"),
  });
  const disputes = table("disputes", {
    id,
    ...uuids("payment_id"),
    ...texts("code", "reason", "description", "notes", "status", "result", "result_reason"),
    amount_cents: INTEGER,
    chargeback_cents: INTEGER,
    ...dates("created_at", "updated_at", "resolved_at"),
  });
  const orders = table("onramp_orders", { id, ...uuids("payment_id"), ...texts("user_ref", "state"), ...dates("bound_at") });
  const relays = table("relays", { id, ...uuids("payment_id", "top_up_id", "transaction_id"), ...texts("status", "failure") });
  const relayTransactions = table("relay_transactions", { id, ...texts("tx_hash") });
  const credits = table("lease_credits", { id, ...uuids("payment_id", "lease_id") });
  const leases = table("leases", { id, ...uuids("unit_id") });
  const units = table("units", { id, ...uuids("property_id"), ...texts("name") });
  const properties = table("properties", { id, ...texts("name") });
  const alarms = table("alarms", { id, ...texts("key"), ...dates("cleared_at") });
  const cursors = table("chain_cursors", { chain_id: { type: INTEGER, primaryKey: true }, block_number: BIGINT });

  sessions.belongsTo(users, { foreignKey: "user_id", as: "user" });
  users.belongsTo(merchants, { foreignKey: "enrolled_merchant_id", as: "enrolled" });
  users.hasOne(merchants, { foreignKey: "owner_user_id", as: "owned" });
  users.hasMany(staff, { foreignKey: "user_id", as: "posts" });
  staff.belongsTo(merchants, { foreignKey: "merchant_id", as: "merchant" });
  users.hasMany(wallets, { foreignKey: "user_id", as: "wallets" });
  merchants.hasMany(payees, { foreignKey: "merchant_id", as: "payees" });
  payments.belongsTo(users, { foreignKey: "consumer_id", as: "payer" });
  payments.belongsTo(merchants, { foreignKey: "merchant_id", as: "merchant" });
  payments.belongsTo(payees, { foreignKey: "payee_id", as: "payee" });
  payments.belongsTo(transfers, { foreignKey: "transfer_id", as: "transfer" });
  payments.hasMany(transfers, { foreignKey: "payment_id", as: "transfers" });
  payments.hasMany(journal, { foreignKey: "payment_id", as: "journal" });
  payments.hasMany(events, { foreignKey: "payment_id", as: "events" });
  payments.hasMany(disputes, { foreignKey: "payment_id", as: "disputes" });
  payments.hasMany(orders, { foreignKey: "payment_id", as: "orders" });
  payments.hasMany(refunds, { foreignKey: "payment_id", as: "refunds" });
  payments.hasMany(relays, { foreignKey: "payment_id", as: "relays" });
  payments.hasOne(credits, { foreignKey: "payment_id", as: "credit" });
  credits.belongsTo(leases, { foreignKey: "lease_id", as: "lease" });
  leases.belongsTo(units, { foreignKey: "unit_id", as: "unit" });
  units.belongsTo(properties, { foreignKey: "property_id", as: "property" });
  relays.belongsTo(relayTransactions, { foreignKey: "transaction_id", as: "transaction" });
  refunds.belongsTo(transfers, { foreignKey: "transfer_id", as: "transfer" });
  disputes.belongsTo(payments, { foreignKey: "payment_id", as: "payment" });
  disputes.hasMany(refunds, { foreignKey: "dispute_id", as: "refunds" });
  return { sequelize, users, merchants, payees, wallets, sessions, payments, transfers, events, disputes, refunds, alarms, cursors };
}
export type Models = ReturnType<typeof defineModels>;
