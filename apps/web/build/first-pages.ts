import type { Budget } from "./first-load.ts";
import type { FirstPage, SharedFile } from "./first-page-chunks.ts";

/** Pages that visitors open first. Scripts and styles are split by them. */
export const firstPages: readonly FirstPage[] = [
  { name: "login", routes: ["_public", "_public/login"] },
  { name: "landing", routes: ["index"] },
  { name: "tenant", routes: ["_consumer", "_consumer/dashboard"] },
  { name: "merchant", routes: ["merchant/_area", "merchant/_area/dashboard"] },
  { name: "admin", routes: ["admin/_area", "admin/_area/dashboard"] },
  { name: "checkout", routes: ["checkout.$reference"] },
];

const areas = ["tenant", "merchant", "admin"];

/** Chunks shared by several of them, from the fewest pages to all. */
export const sharedFiles: readonly SharedFile[] = [
  { name: "public", pages: ["login", "landing"] },
  { name: "side", pages: ["merchant", "admin"] },
  { name: "area", pages: areas },
  { name: "paying", pages: ["tenant", "checkout"] },
  { name: "asking", pages: [...areas, "checkout"] },
  { name: "showing", pages: [...areas, "checkout", "landing"] },
  { name: "all", pages: [...areas, "login", "landing", "checkout"] },
];

const requests = 20;

/** Maximum first load of each page: scripts and styles together, in bytes of gzip. The build fails above it. */
export const budgets: readonly Budget[] = [
  { path: "/login", bytes: 133_300, requests },
  { path: "/", bytes: 132_500, requests },
  { path: "/dashboard", bytes: 180_000, requests },
  { path: "/merchant/dashboard", bytes: 174_000, requests },
  { path: "/admin/dashboard", bytes: 173_500, requests },
  { path: "/checkout/$reference", bytes: 164_700, requests },
  // The wallets. Their code keeps a phone busy, and validators or a curve among it doubled that time.
  { path: "/checkout/$reference", part: "/features/payments/checkout/pay-ways.tsx", bytes: 131_000, requests: 75 },
];
