import type { Budget } from "./first-load.ts";
import type { FirstPage } from "./first-page-chunks.ts";

/** The pages that people open first; what they load decides how scripts and styles are cut into files. */
export const firstPages: readonly FirstPage[] = [
  { name: "login", kind: "public", routes: ["_public", "_public/login"] },
  { name: "landing", kind: "public", routes: ["index"] },
  { name: "tenant", kind: "area", routes: ["_consumer", "_consumer/dashboard"] },
  { name: "merchant", kind: "area", routes: ["merchant/_area", "merchant/_area/dashboard"] },
  { name: "admin", kind: "area", routes: ["admin/_area", "admin/_area/dashboard"] },
  { name: "checkout", kind: "pay", routes: ["checkout.$reference"] },
];

const requests = 16;

/** What the first load of these pages may be at most, scripts and styles together in bytes of gzip. The build fails over it. */
export const budgets: readonly Budget[] = [
  { path: "/login", bytes: 194_300, requests },
  { path: "/", bytes: 175_600, requests },
  { path: "/dashboard", bytes: 194_900, requests },
  { path: "/merchant/dashboard", bytes: 194_200, requests },
  { path: "/admin/dashboard", bytes: 191_300, requests },
  { path: "/checkout/$reference", bytes: 175_400, requests },
];
