/** The countries that a merchant's address can be in, the usual one first. */
export const countries = ["United States", "Canada", "United Kingdom", "Other"] as const satisfies readonly string[];
