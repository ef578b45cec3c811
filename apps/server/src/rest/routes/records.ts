import { bodyFields, type RequestParts, type RestRow, row } from "../wire.ts";

const idInput = ({ params }: RequestParts) => params;

/** The calls about the payment records that tenants share. */
export const recordRoutes: RestRow[] = [
  row({
    method: "POST",
    path: "/api/rent/leases/{leaseId}/records",
    procedure: "records.create",
    summary: "Makes a signed record of what was paid under the account's lease, and a link to it",
    refuses: ["NOT_FOUND", "CONFLICT"],
    repeatable: true,
    input: (parts) => ({ ...bodyFields(parts), ...parts.params }),
    answer: (body) => ({ status: 201, body }),
  }),
  row({
    method: "GET",
    path: "/api/rent/leases/{leaseId}/records",
    procedure: "records.list",
    summary: "The account's records of a lease whose links still open, the newest first",
    input: idInput,
  }),
  row({
    method: "PUT",
    path: "/api/rent/records/{recordId}/withdraw",
    procedure: "records.withdraw",
    summary: "Takes a record's link back; it opens nothing any more",
    repeatable: true,
    input: (parts) => ({ ...bodyFields(parts), ...parts.params }),
  }),
  row({
    method: "GET",
    path: "/api/rent/records/shared/{reference}",
    procedure: "records.shared",
    summary: "The signed record behind a link, to whoever has it",
    input: idInput,
  }),
  row({
    method: "GET",
    path: "/api/payments/{paymentId}/signed-receipt",
    procedure: "records.receipt",
    summary: "A receipt of the account's own completed payment that anybody can check at /verify",
    refuses: ["CONFLICT"],
    input: idInput,
  }),
];
