/** Area of the product with a session of its own: the administrators', or everybody else's. */
export type SessionArea = "auth" | "admin";

const adminCall = /^(admin|operations)\.|^(rent|disputes)\.\w+ForAdmin$|^disputes\.(fileForPayer|close)$|^autopay\.forAdmin$/;

/** Area whose token a call needs. */
export function areaOfCall(path: string): SessionArea {
  return adminCall.test(path) ? "admin" : "auth";
}
