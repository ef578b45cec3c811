/** The ways beside the usual one, which is the wallet; kept in the address, so that Back leads to the others. */
export type PayWay = "send" | "scan" | "card";
