/** Payment methods besides the default, the wallet. Kept in the URL, so that the Back button returns to the default. */
export type PayWay = "send" | "scan" | "card";
