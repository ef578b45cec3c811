/** In which area an account is signed in; its second factor is the same in both. */
export type Area = "auth" | "admin";
