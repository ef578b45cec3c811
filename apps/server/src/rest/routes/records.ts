import { fileAnswer } from "./books.ts";
import { bodyFields, type RequestParts, type RestRow, row } from "../wire.ts";

const idInput = ({ params }: RequestParts) => params;

/** The calls about the payment records that tenants share. */
export const recordRoutes: RestRow[] = [
  row({
    method: "POST",
    path: "/api/rent/leases/{leaseId}/records",
    procedure: "records.create",
    summary: "Creates a signed record of the payments under one of the account's leases, and a link to it",
    refuses: ["NOT_FOUND", "CONFLICT"],
    repeatable: true,
    input: (parts) => ({ ...bodyFields(parts), ...parts.params }),
    answer: (body) => ({ status: 201, body }),
  }),
  row({
    method: "GET",
    path: "/api/rent/leases/{leaseId}/records",
    procedure: "records.list",
    summary: "Lists the account's records of a lease whose links still work, newest first",
    input: idInput,
  }),
  row({
    method: "GET",
    path: "/api/rent/records/{recordId}/pdf",
    procedure: "records.file",
    summary: "Downloads one of the account's rent records as a PDF file that carries the signed record, which anyone can verify at /verify",
    input: idInput,
    answer: fileAnswer,
  }),
  row({
    method: "PUT",
    path: "/api/rent/records/{recordId}/withdraw",
    procedure: "records.withdraw",
    summary: "Withdraws a record's link; the link stops working",
    repeatable: true,
    input: (parts) => ({ ...bodyFields(parts), ...parts.params }),
  }),
  row({
    method: "GET",
    path: "/api/rent/records/shared/{reference}",
    procedure: "records.shared",
    summary: "Returns the signed record behind a link, to anyone who has the link",
    input: idInput,
  }),
  row({
    method: "GET",
    path: "/api/payments/{paymentId}/signed-receipt",
    procedure: "records.receipt",
    summary: "Returns a signed receipt of one of the account's completed payments, which anyone can verify at /verify",
    refuses: ["CONFLICT"],
    input: idInput,
  }),
];
