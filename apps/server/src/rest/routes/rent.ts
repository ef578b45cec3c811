import type { BookFile } from "../../features/rent/book-file.view.ts";
import { bodyFields, nextCursorHeader, pageInput, type RequestParts, type RestAnswer, type RestRow, row } from "../wire.ts";

const idInput = ({ params }: RequestParts) => params;
const changeInput = (parts: RequestParts) => ({ ...bodyFields(parts), ...parts.params });
const ledgerInput = (parts: RequestParts) => ({ ...pageInput(parts), ...parts.params });
const listAnswer = ({ items, nextCursor }: { items: unknown[]; nextCursor: string | null }): RestAnswer => {
  return { ...nextCursorHeader(nextCursor), body: items };
};
/** What the query has of these, where it is given. */
const queryInput =
  (...names: string[]) =>
  ({ params, query }: RequestParts) => ({
    ...Object.fromEntries(names.map((name) => [name, query[name]]).filter(([, value]) => value !== undefined && value !== "")),
    ...params,
  });
const statementInput = queryInput("startDate", "endDate", "format");
const fileAnswer = ({ fileName, mediaType, content }: BookFile): RestAnswer => ({
  headers: { "content-type": mediaType, "content-disposition": `attachment; filename="${fileName}"` },
  body: Buffer.from(content, "base64"),
});
const madeAnswer = (body: unknown): RestAnswer => ({ status: 201, body });

function tenantsInput(parts: RequestParts): Record<string, unknown> {
  const { state, search } = parts.query;
  const given = Object.entries({ state, search }).filter(([, value]) => value !== undefined && value !== "");
  return { ...Object.fromEntries(given), ...pageInput(parts), ...parts.params };
}

/** The calls about what is owed under leases. */
export const rentRoutes: RestRow[] = [
  row({
    method: "GET",
    path: "/api/rent/my-leases",
    procedure: "rent.mine",
    summary: "The leases under which the account rents, with what is owed and by when",
  }),
  row({
    method: "POST",
    path: "/api/rent/join",
    procedure: "rent.join",
    summary: "Joins a lease by its invitation's token, and enrolls with its landlord",
    refuses: ["FORBIDDEN", "MAIL_LINK_INVALID", "CONFLICT", "MERCHANT_UNAVAILABLE"],
  }),
  row({
    method: "GET",
    path: "/api/rent/properties",
    procedure: "rent.properties",
    summary: "The merchant's properties by name, with their units and who rents them",
    input: pageInput,
    answer: listAnswer,
  }),
  row({
    method: "POST",
    path: "/api/rent/properties",
    procedure: "rent.addProperty",
    summary: "Adds a property with its units",
    refuses: ["CONFLICT"],
    repeatable: true,
    answer: madeAnswer,
  }),
  row({
    method: "POST",
    path: "/api/rent/properties/{propertyId}/units",
    procedure: "rent.addUnit",
    summary: "Adds a unit to a property",
    refuses: ["CONFLICT"],
    repeatable: true,
    input: changeInput,
    answer: madeAnswer,
  }),
  row({
    method: "GET",
    path: "/api/rent/tenants",
    procedure: "rent.tenants",
    summary: "The merchant's leases with what is owed on each, those that owe longest first",
    input: tenantsInput,
    answer: listAnswer,
  }),
  row({
    method: "GET",
    path: "/api/rent/roll",
    procedure: "rent.roll",
    summary: "What was charged and paid on each of the merchant's leases in a month or a year, by property and unit",
    input: (parts) => ({ ...queryInput("period")(parts), ...pageInput(parts) }),
    answer: listAnswer,
  }),
  row({
    method: "GET",
    path: "/api/rent/roll/sums",
    procedure: "rent.rollSums",
    summary: "What the rent roll of a month or a year adds up to, for all and for each property, with what came in by month",
    input: queryInput("period"),
  }),
  row({
    method: "GET",
    path: "/api/rent/roll/file",
    procedure: "rent.rollFile",
    summary: "The rent roll of a month or a year as a PDF or CSV file",
    input: queryInput("period", "format"),
    answer: fileAnswer,
  }),
  row({
    method: "GET",
    path: "/api/rent/month",
    procedure: "rent.month",
    summary: "A month's figures by property: as they were closed, or as they are while it is open",
    input: queryInput("period"),
  }),
  row({
    method: "GET",
    path: "/api/rent/month/file",
    procedure: "rent.monthFile",
    summary: "A month's figures by property as a PDF or CSV file",
    input: queryInput("period", "format"),
    answer: fileAnswer,
  }),
  row({
    method: "PUT",
    path: "/api/rent/month/close",
    procedure: "rent.closeMonth",
    summary: "Closes a month that is over: its figures stay, and what is written about its days later is the next month's",
    refuses: ["CONFLICT"],
  }),
  row({
    method: "PUT",
    path: "/api/rent/month/reopen",
    procedure: "rent.reopenMonth",
    summary: "Opens the month again that was closed last",
    refuses: ["CONFLICT"],
  }),
  row({
    method: "POST",
    path: "/api/rent/leases",
    procedure: "rent.createLease",
    summary: "Lets a unit to tenants, and charges what is due by now",
    refuses: ["NOT_FOUND", "CONFLICT"],
    repeatable: true,
    answer: madeAnswer,
  }),
  row({
    method: "GET",
    path: "/api/rent/leases/{leaseId}",
    procedure: "rent.lease",
    summary: "One lease with its tenants and what it costs",
    input: idInput,
  }),
  row({
    method: "GET",
    path: "/api/admin/leases",
    procedure: "rent.leasesForAdmin",
    summary: "All merchants' leases, or one merchant's, with what is owed on each, the newest first",
    input: (parts) => ({ ...queryInput("merchantId", "search")(parts), ...pageInput(parts) }),
    answer: listAnswer,
  }),
  row({
    method: "GET",
    path: "/api/admin/leases/{leaseId}",
    procedure: "rent.leaseForAdmin",
    summary: "One lease with its tenants and what it costs",
    input: idInput,
  }),
  row({
    method: "PUT",
    path: "/api/rent/leases/{leaseId}",
    procedure: "rent.changeLease",
    summary: "Says what a lease costs from a month on that is not charged yet",
    refuses: ["CONFLICT"],
    repeatable: true,
    input: changeInput,
  }),
  row({
    method: "GET",
    path: "/api/rent/leases/{leaseId}/terms/{termsId}",
    procedure: "rent.termsToSign",
    summary: "A lease's terms as a wallet of the merchant's signs them (EIP-712), and the wallets that may",
    input: idInput,
  }),
  row({
    method: "PUT",
    path: "/api/rent/leases/{leaseId}/terms/{termsId}/signature",
    procedure: "rent.signTerms",
    summary: "Keeps the signature of one of the merchant's wallets under a lease's terms",
    refuses: ["CONFLICT", "AUTHORIZATION_INVALID", "CHAIN_UNAVAILABLE"],
    repeatable: true,
    input: changeInput,
  }),
  row({
    method: "PUT",
    path: "/api/rent/leases/{leaseId}/end",
    procedure: "rent.endLease",
    summary: "Says which day is a lease's last, and gives back rent for days after it",
    refuses: ["CONFLICT"],
    repeatable: true,
    input: changeInput,
  }),
  row({
    method: "POST",
    path: "/api/rent/leases/{leaseId}/tenants/{tenantId}/invite",
    procedure: "invitations.inviteToLease",
    summary: "Mails a tenant a link to join, for 14 days, and answers it; an earlier one is worth nothing from then on",
    refuses: ["CONFLICT"],
    input: idInput,
  }),
  row({
    method: "GET",
    path: "/api/rent/leases/{leaseId}/ledger",
    procedure: "rent.ledger",
    summary: "What was charged and paid under a lease of the merchant's, the newest day first",
    input: ledgerInput,
    answer: listAnswer,
  }),
  row({
    method: "GET",
    path: "/api/rent/my-leases/{leaseId}/ledger",
    procedure: "rent.ownLedger",
    summary: "What was charged and paid under an own lease, the newest day first",
    input: ledgerInput,
    answer: listAnswer,
  }),
  row({
    method: "GET",
    path: "/api/admin/leases/{leaseId}/ledger",
    procedure: "rent.ledgerForAdmin",
    summary: "What was charged and paid under a lease, the newest day first",
    input: ledgerInput,
    answer: listAnswer,
  }),
  row({
    method: "GET",
    path: "/api/rent/leases/{leaseId}/statement",
    procedure: "rent.statement",
    summary: "What stood, was charged and was paid under a lease of the merchant's from a day to a day, as a PDF or CSV file",
    input: statementInput,
    answer: fileAnswer,
  }),
  row({
    method: "GET",
    path: "/api/rent/my-leases/{leaseId}/statement",
    procedure: "rent.ownStatement",
    summary: "What stood, was charged and was paid under an own lease from a day to a day, as a PDF or CSV file",
    input: statementInput,
    answer: fileAnswer,
  }),
  row({
    method: "GET",
    path: "/api/admin/leases/{leaseId}/statement",
    procedure: "rent.statementForAdmin",
    summary: "What stood, was charged and was paid under a lease from a day to a day, as a PDF or CSV file",
    input: statementInput,
    answer: fileAnswer,
  }),
  row({
    method: "POST",
    path: "/api/rent/leases/{leaseId}/charges",
    procedure: "rent.addCharge",
    summary: "Charges a lease's tenants once for something",
    repeatable: true,
    input: changeInput,
    answer: madeAnswer,
  }),
  row({
    method: "POST",
    path: "/api/rent/leases/{leaseId}/remind",
    procedure: "rent.remind",
    summary: "Reminds the tenants of a lease of what is open, by mail and in the product, once in twenty hours",
    refuses: ["CONFLICT"],
    repeatable: true,
    input: changeInput,
  }),
  row({
    method: "GET",
    path: "/api/rent/reminders",
    procedure: "rent.reminderRule",
    summary: "When the merchant's tenants are reminded of what is open",
  }),
  row({
    method: "PUT",
    path: "/api/rent/reminders",
    procedure: "rent.setReminderRule",
    summary: "Says when they are reminded, by mail and in the product; the first time it holds from the next day on",
  }),
  row({
    method: "POST",
    path: "/api/rent/charges/check",
    procedure: "rent.checkCharges",
    summary: "What a CSV file would charge, and every row of it that is wrong; nothing is written",
  }),
  row({
    method: "POST",
    path: "/api/rent/charges",
    procedure: "rent.addCharges",
    summary: "Charges what a CSV file says, all of it or nothing; what is charged already is refused",
    refuses: ["CONFLICT"],
    repeatable: true,
    answer: madeAnswer,
  }),
  row({
    method: "PUT",
    path: "/api/rent/charges/{chargeId}/void",
    procedure: "rent.voidCharge",
    summary: "Voids a charge; what paid it stays the tenants' credit",
    refuses: ["CONFLICT"],
    repeatable: true,
    input: changeInput,
  }),
  row({
    method: "POST",
    path: "/api/rent/leases/{leaseId}/credits",
    procedure: "rent.addCredit",
    summary: "Gives a credit, gives up a debt, or notes money that came outside Hearth",
    refuses: ["CONFLICT"],
    repeatable: true,
    input: changeInput,
    answer: madeAnswer,
  }),
  row({
    method: "PUT",
    path: "/api/rent/credits/{creditId}/reverse",
    procedure: "rent.reverseCredit",
    summary: "Takes back a credit, a writing off, or a note of money",
    refuses: ["CONFLICT"],
    repeatable: true,
    input: changeInput,
  }),
  row({
    method: "GET",
    path: "/api/admin/merchants/{merchantId}/tenants",
    procedure: "rent.tenantsForAdmin",
    summary: "A merchant's leases with what is owed on each, those that owe longest first",
    input: tenantsInput,
    answer: listAnswer,
  }),
];
