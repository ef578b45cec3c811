import { type RestRow, row } from "../wire.ts";

/** The documented calls about merchants. */
export const merchantRoutes: RestRow[] = [
  row({ method: "GET", path: "/api/merchants", procedure: "merchant.list", summary: "Merchants that can be enrolled with" }),
  row({ method: "GET", path: "/api/merchants/all", procedure: "merchant.listAll", summary: "Merchants that history may name" }),
  row({
    method: "GET",
    path: "/api/merchants/{id}",
    procedure: "merchant.get",
    summary: "The account's own business",
    input: ({ params }) => ({ merchantId: params["id"] }),
  }),
];
