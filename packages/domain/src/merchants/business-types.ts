/** Kinds of business. Shown to people with spaces for underscores. */
export const businessTypes = [
  "retail",
  "restaurant",
  "online_store",
  "service_provider",
  "real_estate",
  "apartment",
  "healthcare",
  "education",
  "technology",
  "manufacturing",
  "other",
] as const;
export type BusinessType = (typeof businessTypes)[number];
